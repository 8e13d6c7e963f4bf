import { reviewDays } from '#contract/reviews/review-words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

const DAY_MS = 86_400_000

/** Whether guests may still say how it was, or change what they said: it took place, is over, and reviews of it are open. */
export function stillReviewed(
  { state, ends_at, no_show_of }: Pick<AppointmentRow, 'state' | 'ends_at' | 'no_show_of'>,
  now: Date,
): boolean {
  if (state === 'cancelled' || no_show_of === 'customer') return false
  const until = ends_at.getTime() + (reviewDays.open + reviewDays.edit) * DAY_MS
  return ends_at <= now && now.getTime() < until
}
