import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBeforeAfter } from '#contract/reviews/before-after.ts'
import { partyPeople } from '#server/bookings/guests/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Reviewed, reviewedAppointment } from '#server/reviews/queries.ts'
import { mayReview } from '#server/reviews/review-key.ts'
import { writerName } from '#server/reviews/show-review.ts'
import { pairsOf } from './pair-queries.ts'
import { presentPair } from './present-pair.ts'

type People = OutputOf<typeof ownBeforeAfter.list>['people']

/** Whoever booked an appointment of the caller's and its guests with a link, each with their pictures. */
export async function listPictured(
  ctx: Context,
  { appointmentId }: InputOf<typeof ownBeforeAfter.list>,
): Promise<OutputOf<typeof ownBeforeAfter.list>> {
  const { a, guests } = await pictured(ctx, appointmentId)
  return { people: await peopleOf(ctx, a, guests) }
}

type Guests = Awaited<ReturnType<typeof partyPeople>>

/** The caller's own appointment that took place, and the guests of it; somebody else's is not found. */
export async function pictured(ctx: Context, appointmentId: string): Promise<{ a: Reviewed; guests: Guests }> {
  const guests = await partyPeople(ctx, appointmentId)
  const a = await reviewedAppointment(ctx.db, appointmentId)
  if (!a || !mayReview(a, 'customer')) throw new Refusal('not_found')
  return { a, guests }
}

/** Of whom there are or could be pictures. */
export async function peopleOf(ctx: Context, a: Reviewed, guests: Guests): Promise<People> {
  const rows = await pairsOf(ctx.db, a.id)
  const pairFor = (guestId: string | null) => {
    const row = rows.find(({ guest_id }) => guest_id === guestId)
    return row ? presentPair(row) : null
  }
  return [
    { guestId: null, name: writerName(a.customer_name || a.requester.name), pair: pairFor(null) },
    ...guests.map(({ guestId, name, person }) => ({
      guestId,
      name: name || `Person ${person}`,
      pair: pairFor(guestId),
    })),
  ]
}
