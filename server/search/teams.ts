import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toHundredths } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { mergeTeamBlocks } from '#contract/search/team-blocks.ts'
import type { ChosenPart, teams } from '#contract/search/team-up.ts'
import { getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getBookableQuote } from './bookable-quote.ts'
import { hasBecomeBooking } from './locked-quotes.queries.ts'
import { findSearch, insertSearch, type SearchRow } from './search.queries.ts'
import { isOwner, presentSearch, type ResolvedSearch, resolveSearch } from './saved-search.ts'
import { getBookedName, findTeam, insertTeam, type PartRow, type TeamRow } from './teams.queries.ts'
import { randomBytes } from 'node:crypto'
import { listProviderNumbers } from '#server/providers/index.ts'
import type { Seats } from '#server/search/planning/seated.ts'
import { type FoundPart, type FoundTeam, explainNoTeams, findTeamsFor } from './find-teams.ts'

export async function getTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teams.show>,
): Promise<OutputOf<typeof teams.show>> {
  const { team, whole, parts } = await getCallerTeam(ctx, teamId)
  const catalog = await getCatalog(ctx.database)
  const shown: ChosenPart[] = []
  for (const part of parts) {
    const asked = resolveSearch(part.search, catalog, ctx.now)
    // A replacement does the part of an artist who cancelled.
    const providerId = (await getBookedName(ctx.db, part.search.id)) ?? part.provider_id
    const { quoted, locked, why } = await getBookableQuote(ctx, asked, providerId, 'mobile')
    const { card, row } = quoted
    shown.push({
      artist: {
        id: row.id,
        slug: row.slug,
        name: row.name,
        profileImg: card.profileImg,
        coverImg: card.coverImg,
        rating: card.rating === null ? null : toHundredths(card.rating),
        totalReviews: card.totalReviews,
      },
      searchId: part.search.id,
      people: part.people,
      locked,
      why,
      state: await stateOf(ctx, part.search, { providerId, no: row.no, why }),
    })
  }
  const sum = (of: (locked: LockedQuote) => number) =>
    toMajor(shown.reduce((all, { locked }) => all + (locked ? toMinor(of(locked)) : 0), 0))
  const search = presentSearch(resolveSearch(whole, catalog, ctx.now), ctx.viewer)
  return {
    team: {
      id: team.id,
      search,
      parts: shown,
      blocks: mergeTeamBlocks(shown),
      total: sum(({ total }) => total),
      deposit: sum((locked) => getDueNow(locked, false)),
      currency: search.currency,
      spareMinutes: team.spare_minutes,
      waitingMinutes: team.waiting_minutes,
    },
  }
}

/** A booking is published shortly after it is made. Until then, only the converted hold shows it. */
async function stateOf(
  ctx: Context,
  search: SearchRow,
  { providerId, no, why }: Pick<ChosenPart, 'why'> & { providerId: string; no: number },
): Promise<ChosenPart['state']> {
  const said = search.acts?.find((act) => act.no === no)?.state ?? null
  if (why !== 'booked' || said === 'booked' || said === 'cancelled') return said
  return (await hasBecomeBooking(ctx.db, search.id, providerId)) ? 'booked' : said
}

export type CallerTeam = { team: TeamRow; whole: SearchRow; parts: (PartRow & { search: SearchRow })[] }

/** Throws `not_found` for the teams of others. */
export async function getCallerTeam(ctx: Context, teamId: string): Promise<CallerTeam> {
  const found = await findTeam(ctx.db, teamId)
  const whole = found && (await findSearch(ctx.database, found.team.search_id))
  if (!found || !whole || !isOwner(ctx.viewer, whole)) throw new Refusal('not_found')
  const parts = []
  for (const part of found.parts) {
    const search = await findSearch(ctx.database, part.search_id)
    if (!search) throw new Error(`part ${part.place} of team ${teamId} has no search`)
    parts.push({ ...part, search })
  }
  return { team: found.team, whole, parts }
}

/** Chooses a team for the caller's search: each artist's part becomes a search with its people and services. */
export async function chooseTeam(
  ctx: Context,
  { quoteId, profileIds }: InputOf<typeof teams.choose>,
): Promise<OutputOf<typeof teams.choose>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  if (explainNoTeams(asked) || new Set(profileIds).size < profileIds.length) throw new Refusal('team_gone')
  const { found } = await findTeamsFor(ctx, asked, { keep: profileIds, without: [], only: true })
  const chosen = found.find(({ parts }) => parts.length === profileIds.length)
  if (!chosen) throw new Refusal('team_gone')
  const ids = new Map((await listProviderNumbers(ctx.reads, profileIds)).map(({ no, id }) => [no, id]))
  return ctx.idempotent(async (tx) => {
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
