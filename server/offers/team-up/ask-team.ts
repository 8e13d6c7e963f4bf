import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { teamRequests } from '#contract/offers/team-requests.ts'
import { senderOf } from '#server/notifications/door.ts'
import { askableOf, insertAsked } from '#server/offers/requests/ask-all.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bookableQuote } from '#server/search/bookable/door.ts'
import { detailsToKeep } from '#server/search/searches/door.ts'
import { ownTeam } from '#server/search/team-up/door.ts'
import { presentTeamRequests } from './present-team-requests.ts'

/** Asks everybody of the caller's own team who does not book at once, with who asks kept for the whole party and each part; all of it or nothing. */
export async function askTeam(
  ctx: Context,
  { teamId, requester }: InputOf<typeof teamRequests.ask>,
): Promise<OutputOf<typeof teamRequests.ask>> {
  const own = await ownTeam(ctx, teamId)
  const { whole, parts } = own
  const details = { ...requester, startTime: undefined, finishTime: undefined, timeConstraint: whole.time_constraint }
  const ofWhole = await detailsToKeep(ctx, whole, details)
  if (ofWhole.asked.daysAhead < 0) throw new Refusal('date_past')
  const whom = []
  const kept = [ofWhole]
  for (const { search, provider_id } of parts) {
    const ofPart = await detailsToKeep(ctx, search, details)
    kept.push(ofPart)
    const { why } = await bookableQuote(ctx, ofPart.asked, provider_id, 'mobile')
    // Who says yes to everybody, and who has said it already, is booked with the others.
    if (why !== null) whom.push({ asked: ofPart.asked, profileId: provider_id, mode: 'mobile' as const })
  }
  if (whom.length === 0) throw new Refusal('already_asked')
  const [of, sender] = [await askableOf(ctx, whom, 'new'), await senderOf(ctx)]
  return ctx.once(async (tx) => {
    for (const { keep } of kept) await keep(tx.db)
    await insertAsked(tx, sender, { of, how: 'new', searchId: whole.id, together: true })
    return presentTeamRequests(tx, own)
  })
}
