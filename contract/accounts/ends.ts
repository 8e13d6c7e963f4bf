import { z } from 'zod'

const Count = z.number().int().nonnegative()

/** Counts of what ends when an artist pauses, is suspended or leaves. Existing bookings stay. */
export const EndEffects = z.object({
  /** Open requests without an answer. */
  requests: Count,
  /** Open offers. */
  offers: Count,
  /** Active holds. */
  holds: Count,
  /** Waiting-list entries. */
  waiting: Count,
  /** Future bookings, which stay. */
  bookings: Count,
})
export type EndEffects = z.infer<typeof EndEffects>
