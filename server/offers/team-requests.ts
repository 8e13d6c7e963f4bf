import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { teamRequests, TeamRequests } from '#contract/offers/team-requests.ts'
import type { Context } from '#server/platform/context.ts'
import { bookableQuote, detailsToKeep, ownTeam, type OwnTeam } from '#server/search/index.ts'
import { accountById } from './offers.queries.ts'
import { lastOfTeam } from './team-requests.queries.ts'
import { senderOf } from '#server/notifications/index.ts'
import { askableOf, insertAsked } from './ask-artists.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { eventKeyOf, lockEvent } from './requests.queries.ts'
import { takeBackIn } from './end-requests.ts'

/** What was asked of the caller's own team. */
export const showTeamRequests = async (
  ctx: Context,
  { teamId }: InputOf<typeof teamRequests.show>,
): Promise<OutputOf<typeof teamRequests.show>> => presentTeamRequests(ctx, await ownTeam(ctx, teamId))

/** What was asked of a team, the last of each artist in the order of its parts. */
async function presentTeamRequests(ctx: Context, { team, parts }: OwnTeam): Promise<TeamRequests> {
  const last = await lastOfTeam(ctx.db, team.id)
  const requests = parts.flatMap(({ search }) => last.find(({ search_id }) => search_id === search.id) ?? [])
  const waited = requests.filter(({ state, open }) => open && state === 'requested')
  const unconfirmed = requests.find(({ state, open }) => open && state === 'unconfirmed')
  const email = unconfirmed && (await accountById(ctx.db, unconfirmed.account_id))?.email
  return {
    requests: requests.map(({ id, provider_id, state, open, ends_at }) => ({
      id,
      profileId: provider_id,
      state,
      open,
      endsAt: ends_at.toISOString(),
    })),
    answersBy: waited.length
      ? new Date(Math.max(...waited.map(({ ends_at }) => ends_at.getTime()))).toISOString()
      : null,
    confirm: email ? { email } : null,
  }
}

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
  if (whom.length === 0) throw new Refusal('already_requested')
  const [of, sender] = [await askableOf(ctx, whom, 'new'), await senderOf(ctx)]
  return ctx.once(async (tx) => {
    for (const { keep } of kept) await keep(tx.db)
    await insertAsked(tx, sender, { of, how: 'new', searchId: whole.id, together: true })
    return presentTeamRequests(tx, own)
  })
}

/** Takes back everything that was asked of the caller's own team, each artist told. */
export async function withdrawTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teamRequests.withdraw>,
): Promise<OutputOf<typeof teamRequests.withdraw>> {
  const own = await ownTeam(ctx, teamId)
  const [eventKey, sender] = [await eventKeyOf(ctx.db, own.whole.id), await senderOf(ctx)]
  return ctx.once(async (tx) => {
    await lockEvent(tx.db, eventKey)
    const open = (await lastOfTeam(tx.db, teamId)).filter((request) => request.open)
    if (open.length === 0) throw new Refusal('state_changed')
    for (const request of open) await takeBackIn(tx, sender, request, 'any')
    return presentTeamRequests(tx, own)
  })
}
