import { z } from 'zod'

/** The parts of the console that an operator may be given; an owner has them all. */
export const Duty = z.enum(['support', 'verification', 'money', 'content', 'owner'])
export type Duty = z.infer<typeof Duty>

/** Whether somebody with these duties may do what asks for one of those. */
export const hasDuty = (held: readonly string[], wanted: readonly Duty[]): boolean =>
  held.includes('owner') || wanted.some((duty) => held.includes(duty))
