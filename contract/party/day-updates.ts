import { z } from 'zod'
import { Instant } from '#contract/values.ts'

/** What an artist says on the day: on the way, there, so many minutes late, somebody in the chair, somebody or all done. */
const dayWordKinds = ['left', 'arrived', 'late', 'started', 'done'] as const

/**
 * One thing that was said on the day, or taken back. A sitting is a person and a service of theirs, as the run sheet lists
 * them; `started` is of one, `done` of one or of the whole day. The id is made by whoever says it: the same one twice is one.
 */
export const DayWord = z.object({
  id: z.uuid(),
  kind: z.enum(dayWordKinds),
  /** Takes back all that was said of the same until then. */
  undo: z.boolean().default(false),
  person: z.number().int().min(1).max(20).nullable().default(null),
  serviceId: z.string().min(1).max(60).nullable().default(null),
  /** How late, of `late` alone. */
  minutes: z.number().int().min(0).max(600).nullable().default(null),
  /** When it was said, by the clock of whoever said it. */
  at: Instant,
})
export type DayWord = z.infer<typeof DayWord>

/** A word as it is shown: `acting` where somebody of the team said it for the artist. */
export const ProgressEntry = DayWord.extend({ acting: z.boolean() })
export type ProgressEntry = z.infer<typeof ProgressEntry>

/** Whether a word is whole: a sitting has a person and a service, `started` is of one, `late` alone has minutes. */
export function isWhole({ kind, undo, person, serviceId, minutes }: DayWord): boolean {
  const sitting = person !== null
  if (sitting !== (serviceId !== null)) return false
  if (sitting ? kind !== 'started' && kind !== 'done' : kind === 'started') return false
  return (minutes !== null) === (kind === 'late' && !undo)
}

/** A sitting of somebody of a plan with another artist of the same party, as it was planned and as it is expected now, or as it was. */
export const Elsewhere = z.object({
  /** Who of the plan that it holds up, by place. */
  person: z.number().int(),
  /** Whose chair it is. */
  artist: z.string(),
  label: z.string(),
  plannedFrom: Instant,
  from: Instant,
  to: Instant,
  state: z.enum(['ahead', 'now', 'done']),
})
export type Elsewhere = z.infer<typeof Elsewhere>
