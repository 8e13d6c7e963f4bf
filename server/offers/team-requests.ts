import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { teamRequests, TeamRequests } from '#contract/offers/team-requests.ts'
import type { Context } from '#server/platform/context.ts'
import { getBookableQuote, prepareDetails, getCallerTeam, type CallerTeam } from '#server/search/index.ts'
import { findAccountById } from './offers.queries.ts'
import { listLatestTeamRequests } from './team-requests.queries.ts'
import { getSender } from '#server/notifications/index.ts'
import { listRequestable, insertAsked } from './send-requests.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getEventKey, lockEvent } from './requests.queries.ts'
import { withdrawLockedRequest } from './end-requests.ts'

export const getTeamRequests = async (
  ctx: Context,
  { teamId }: InputOf<typeof teamRequests.show>,
): Promise<OutputOf<typeof teamRequests.show>> => presentTeamRequests(ctx, await getCallerTeam(ctx, teamId))

async function presentTeamRequests(ctx: Context, { team, parts }: CallerTeam): Promise<TeamRequests> {
  const last = await listLatestTeamRequests(ctx.db, team.id)
  const requests = parts.flatMap(({ search }) => last.find(({ search_id }) => search_id === search.id) ?? [])
  const waited = requests.filter(({ state, open }) => open && state === 'requested')
  const unconfirmed = requests.find(({ state, open }) => open && state === 'unconfirmed')
  const email = unconfirmed && (await findAccountById(ctx.db, unconfirmed.account_id))?.email
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

/**
 * Sends requests to all artists of the caller's team without Instant Book, and saves the requester on all parts; all or
 * nothing.
 */
export async function sendTeamRequests(
  ctx: Context,
  { teamId, requester }: InputOf<typeof teamRequests.send>,
): Promise<OutputOf<typeof teamRequests.send>> {
  const own = await getCallerTeam(ctx, teamId)
  const { whole, parts } = own
  const details = { ...requester, startTime: undefined, finishTime: undefined, timeConstraint: whole.time_constraint }
  const ofWhole = await prepareDetails(ctx, whole, details)
  if (ofWhole.asked.daysAhead < 0) throw new Refusal('date_past')
  const whom = []
  const kept = [ofWhole]
  for (const { search, provider_id } of parts) {
    const ofPart = await prepareDetails(ctx, search, details)
    kept.push(ofPart)
    const { why } = await getBookableQuote(ctx, ofPart.asked, provider_id, 'mobile')
    // Artists with Instant Book or an open offer are booked directly.
    if (why !== null) whom.push({ asked: ofPart.asked, profileId: provider_id, mode: 'mobile' as const })
  }
  if (whom.length === 0) throw new Refusal('already_requested')
  const [of, sender] = [await listRequestable(ctx, whom, 'new'), await getSender(ctx)]
  return ctx.idempotent(async (tx) => {
    for (const { keep } of kept) await keep(tx.db)
    await insertAsked(tx, sender, { of, how: 'new', searchId: whole.id, together: true })
    return presentTeamRequests(tx, own)
  })
}

export async function withdrawTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teamRequests.withdraw>,
): Promise<OutputOf<typeof teamRequests.withdraw>> {
  const own = await getCallerTeam(ctx, teamId)
  const [eventKey, sender] = [await getEventKey(ctx.db, own.whole.id), await getSender(ctx)]
  return ctx.idempotent(async (tx) => {
    await lockEvent(tx.db, eventKey)
    const open = (await listLatestTeamRequests(tx.db, teamId)).filter((request) => request.open)
    if (open.length === 0) throw new Refusal('state_changed')
    for (const request of open) await withdrawLockedRequest(tx, sender, request, 'any')
    return presentTeamRequests(tx, own)
  })
}
