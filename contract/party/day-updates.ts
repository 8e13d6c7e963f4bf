import { z } from 'zod'
import { Instant } from '#contract/values.ts'

/** Kinds of day updates: on the way, arrived, late by minutes, a sitting started, a sitting or the day done. */
const dayWordKinds = ['left', 'arrived', 'late', 'started', 'done'] as const

/**
 * An update of the day, or its undo. A sitting is a person and a service on the run sheet. The client creates the id,
 * which makes the update idempotent.
 */
export const DayWord = z.object({
  id: z.uuid(),
  kind: z.enum(dayWordKinds),
  undo: z.boolean().default(false),
  person: z.number().int().min(1).max(20).nullable().default(null),
  serviceId: z.string().min(1).max(60).nullable().default(null),
  /** Minutes of delay, only for `late`. */
  minutes: z.number().int().min(0).max(600).nullable().default(null),
  at: Instant,
})
export type DayWord = z.infer<typeof DayWord>

/** `acting`: an operator sent the update for the artist. */
export const ProgressEntry = DayWord.extend({ acting: z.boolean() })
export type ProgressEntry = z.infer<typeof ProgressEntry>

/**
 * Returns whether an update is valid: a sitting has person and service, `started` has a sitting, only `late` has
 * minutes.
 */
export function isWhole({ kind, undo, person, serviceId, minutes }: DayWord): boolean {
  const sitting = person !== null
  if (sitting !== (serviceId !== null)) return false
  if (sitting ? kind !== 'started' && kind !== 'done' : kind === 'started') return false
  return (minutes !== null) === (kind === 'late' && !undo)
}

/** A sitting with another artist of the same party: planned times, and expected or actual times. */
export const Elsewhere = z.object({
  /** The person of this booking, counted from 1; 0 for someone whom only other artists work on. */
  person: z.number().int(),
  artist: z.string(),
  label: z.string(),
  plannedFrom: Instant,
  from: Instant,
  to: Instant,
  state: z.enum(['ahead', 'now', 'done']),
})
export type Elsewhere = z.infer<typeof Elsewhere>
