import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBeforeAfter } from '#contract/reviews/before-after.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keepPair } from './keep-pair.ts'
import { peopleOf, pictured } from './list-pictured.ts'

/** The artist adds a before and an after picture of one person of their appointment, who decides whether anybody else sees them. */
export async function addPicturesOf(
  ctx: Context,
  { appointmentId, guestId, before, after }: InputOf<typeof ownBeforeAfter.add>,
): Promise<OutputOf<typeof ownBeforeAfter.add>> {
  const { a, guests } = await pictured(ctx, appointmentId)
  if (guestId !== null && !guests.some((of) => of.guestId === guestId)) throw new Refusal('not_found')
  return ctx.transaction(async (tx) => {
    await keepPair(tx, a, { before, after, guestId, by: 'provider', accountId: tx.viewer.accountId })
    return { people: await peopleOf(tx, a, guests) }
  })
}
