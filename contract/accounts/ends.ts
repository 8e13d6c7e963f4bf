import { z } from 'zod'

const Count = z.number().int().nonnegative()

/**
 * Counts of requests, offers and so on that end when an artist pauses, is suspended or leaves. Existing bookings stay.
 */
export const EndEffects = z.object({
  requests: Count,
  offers: Count,
  holds: Count,
  waiting: Count,
  bookings: Count,
})
export type EndEffects = z.infer<typeof EndEffects>
