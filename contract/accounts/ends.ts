import { z } from 'zod'

const Count = z.number().int().nonnegative()

/** Counts of what ends when an artist pauses, is suspended or leaves. Bookings that are already made stay. */
export const EndEffects = z.object({
  /** Open requests without an answer. */
  requests: Count,
  /** Offers that still stand. */
  offers: Count,
  /** Times that are kept while a customer pays. */
  holds: Count,
  /** Places on waiting lists. */
  waiting: Count,
  /** Bookings ahead, which stay. */
  bookings: Count,
})
export type EndEffects = z.infer<typeof EndEffects>
