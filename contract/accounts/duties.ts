import { z } from 'zod'

/** Duties that grant parts of the console. An owner has all of them. */
export const Duty = z.enum(['support', 'verification', 'money', 'content', 'owner'])
export type Duty = z.infer<typeof Duty>

export const hasDuty = (held: readonly string[], wanted: readonly Duty[]): boolean =>
  held.includes('owner') || wanted.some((duty) => held.includes(duty))
