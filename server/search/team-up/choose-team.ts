import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { teams } from '#contract/search/team-up.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { numbersOf } from '#server/providers/index.ts'
import type { Seats } from '#server/search/planning/seated.ts'
import { findSearch, insertSearch, type SearchRow } from '#server/search/queries.ts'
import { owns, resolveSearch, type ResolvedSearch } from '#server/search/saved-search.ts'
import { type FoundPart, type FoundTeam, noTeams, teamsFor } from './find-teams.ts'
import { insertTeam } from './team-up-queries.ts'

/** Chooses a team for the caller's own search: from now on each artist's part is a search of its own, with the people and services that are theirs. */
export async function chooseTeam(
  ctx: Context,
  { quoteId, profileIds }: InputOf<typeof teams.choose>,
): Promise<OutputOf<typeof teams.choose>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  if (noTeams(asked) || new Set(profileIds).size < profileIds.length) throw new Refusal('team_gone')
  const { found } = await teamsFor(ctx, asked, { keep: profileIds, without: [], only: true })
  const chosen = found.find(({ parts }) => parts.length === profileIds.length)
  if (!chosen) throw new Refusal('team_gone')
  const ids = new Map((await numbersOf(ctx.reads, profileIds)).map(({ no, id }) => [no, id]))
  return ctx.once(async (tx) => {
    const kept: { searchId: string; providerId: string; people: number[] }[] = []
    for (const part of chosen.parts) {
      const searchId = randomBytes(12).toString('base64url')
      await insertSearch(tx.db, searchOfPart(row, searchId, part, seatsOf(asked, chosen, part)), {
        slug: null,
        partnerId: null,
        edited: row.id,
      })
      kept.push({ searchId, providerId: ids.get(part.pooled.no) as string, people: part.people })
    }
    const { spare, waiting } = chosen.team
    return {
      teamId: await insertTeam(
        tx.db,
        { searchId: row.id, spareMinutes: spare, waitingMinutes: waiting, now: tx.now },
        kept,
      ),
    }
  })
}

const searchOfPart = (
  {
    acts: _,
    blocked: _blocked,
    start_time: _start,
    time_constraint: _constraint,
    visitor_hash,
    location,
    ...of
  }: SearchRow,
  id: string,
  { looks }: FoundPart,
  seats: Seats | null,
) => ({
  ...of,
  id,
  visitor_hash: visitor_hash && Buffer.from(visitor_hash),
  location,
  people: looks,
  seats,
  place_name: location.address.placeName,
  previous_search: of.id,
})

/** When the people of a part sit, where the day of one artist hangs on another's; null where each day is its own. */
function seatsOf({ party }: ResolvedSearch, { team }: FoundTeam, { seats, people }: FoundPart): Seats | null {
  const shared = Map.groupBy(team.seats, ({ person }) => person)
    .values()
    .some((own) => new Set(own.map(({ member }) => member)).size > 1)
  if (!shared) return null
  return {
    spare: team.spare,
    seats: seats.map(({ person, want, chair, from, to }) => ({
      person: people.indexOf(person + 1),
      service: party.wanted[want] as string,
      chair,
      from,
      to,
    })),
  }
}
