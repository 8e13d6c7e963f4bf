import { personOfKey } from '#server/bookings/guests/door.ts'
import type { Context } from '#server/platform/context.ts'
import { readActKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Reviewed, reviewedAppointment } from '#server/reviews/queries.ts'
import { mayReview } from '#server/reviews/review-key.ts'

const GUEST_KEY = 40

/** Whose pictures a link is about: a guest's own, or those of whoever booked by the link of their review. Not inside a transaction. */
export async function picturedByKey(ctx: Context, key: string): Promise<{ a: Reviewed; guestId: string | null }> {
  const { appointmentId, guestId } = await whoseKey(ctx, key)
  const a = await reviewedAppointment(ctx.db, appointmentId)
  if (!a || !mayReview(a, 'customer')) throw new Refusal('not_found')
  return { a, guestId }
}

async function whoseKey(ctx: Context, key: string): Promise<{ appointmentId: string; guestId: string | null }> {
  if (key.length === GUEST_KEY) return personOfKey(ctx, key)
  const opens = await readActKey(ctx.database, ctx.env, 'review', key)
  if (opens?.side !== 'customer') throw new Refusal('not_found')
  return { appointmentId: opens.subject, guestId: null }
}
