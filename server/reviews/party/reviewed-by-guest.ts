import { type PartyPerson, personOfKey } from '#server/bookings/guests/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Reviewed, reviewedAppointment } from '#server/reviews/queries.ts'
import { mayReview } from '#server/reviews/review-key.ts'

/** The appointment of a guest's link, and which person of it they are; refuses one that did not take place. Not inside a transaction. */
export async function reviewedByGuest(ctx: Context, key: string): Promise<{ a: Reviewed; person: PartyPerson }> {
  const person = await personOfKey(ctx, key)
  const a = await reviewedAppointment(ctx.db, person.appointmentId)
  if (!a || !mayReview(a, 'customer')) throw new Refusal('not_found')
  const isBooker = person.isBooker || (ctx.viewer.accountId !== null && ctx.viewer.accountId === a.account_id)
  return { a, person: { ...person, isBooker } }
}
