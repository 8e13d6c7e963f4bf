import type { TeamRequests } from '#contract/offers/team-requests.ts'
import { accountById } from '#server/offers/present-queries.ts'
import { lastOfTeam } from './team-request-queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { OwnTeam } from '#server/search/team-up/door.ts'

/** What was asked of a team, the last of each artist in the order of its parts. */
export async function presentTeamRequests(ctx: Context, { team, parts }: OwnTeam): Promise<TeamRequests> {
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
