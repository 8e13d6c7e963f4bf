import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { shownTeams, type TeamBlock, type teams, type TeamUp as Shown } from '#contract/search/team-up.ts'
import { toHundredths } from '#contract/format.ts'
import type { Look } from '#contract/search/search.ts'
import { getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import { listProviderNumbers } from '#server/providers/index.ts'
import { getDayEnd, getSignals, isInstantBookOn } from '#server/search/matching/cell-snapshot.ts'
import { getPricing } from '#server/search/matching/match-search.ts'
import type { TeamSeat, TeamUp } from '#server/search/planning/member.ts'
import { createParty } from '#server/search/planning/party.ts'
import { findTeamUps, type TeamUps } from '#server/search/planning/team-up.ts'
import { priceOfCandidate } from '#server/search/pricing/pricing.ts'
import { getCachedCards } from './cards.ts'
import { presentSearch, type ResolvedSearch, resolveSearch, searchAsSeen } from './saved-search.ts'
import { sortTeams, type PoolMember, buildPool } from './team-pool.ts'
import { listKnownPairs } from './teams.queries.ts'

/** Returns teams of two or three who can have the whole party ready in time. */
export async function findTeams(
  ctx: Context,
  { quoteId, sortBy, keep, without, instant = false }: InputOf<typeof teams.find>,
): Promise<OutputOf<typeof teams.find>> {
  const row = await searchAsSeen(ctx, quoteId)
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  const search = presentSearch(asked, ctx.viewer)
  const why = explainNoTeams(asked)
  if (why) return { search, teams: [], complete: true, why }
  const { found, complete } = await findTeamsFor(ctx, asked, { keep: idsIn(keep), without: idsIn(without), instant })
  return {
    search,
    teams: sortTeams(
      found.map(({ shown }) => shown),
      sortBy,
    ),
    complete,
    why: null,
  }
}

const idsIn = (ids: string | undefined): string[] => (ids ? ids.split(',').slice(0, 20) : [])

export const explainNoTeams = ({ aim, party }: ResolvedSearch) =>
  aim?.constraint !== 'finish' ? ('time_missing' as const) : party.blocks < 2 ? ('alone' as const) : null

export type FoundPart = { pooled: PoolMember; looks: Look[]; people: number[]; seats: TeamSeat[]; total: number }
export type FoundTeam = { parts: FoundPart[]; team: TeamUp; shown: Shown }

/** `only` restricts teams to the members in `keep`, `instant` to Instant Book. */
type Wanted = { keep: readonly string[]; without: readonly string[]; only?: boolean; instant?: boolean }

/** `keep` and `without` are profile ids or slugs. */
export async function findTeamsFor(
  ctx: Context,
  asked: ResolvedSearch,
  { keep, without, only = false, instant = false }: Wanted,
): Promise<{ found: FoundTeam[]; complete: boolean }> {
  const named = [...keep, ...without]
  const known = named.length > 0 ? await listProviderNumbers(ctx.reads, named) : []
  const nosOf = (ids: readonly string[]) =>
    new Set(known.filter(({ id, slug }) => ids.includes(id) || ids.includes(slug)).map(({ no }) => no))
  const [kept, left] = [nosOf(keep), nosOf(without)]
  if (kept.size < keep.length) return { found: [], complete: true }
  let complete = true
  for (const early of [false, true]) {
    const pool = await buildPool(ctx, asked, { kept, without: left, early, instant })
    const some = only ? pool.filter(({ no }) => kept.has(no)) : pool
    const fixed = some.flatMap(({ no }, place) => (kept.has(no) ? place : []))
    if (fixed.length < kept.size) continue
    await yieldToEventLoop()
    const together = await listKnownPairs(
      ctx.reads,
      some.map(({ no }) => no),
    )
    const result = planned(asked, some, fixed, together)
    complete &&= result.complete
    if (result.teams.length === 0) continue
    const cards = await getCachedCards(
      ctx.database,
      [...new Set(result.teams.flatMap(({ members }) => members.map((m) => (some[m] as PoolMember).no)))],
      asked.row.event_date,
    )
    const found = result.teams.flatMap((team) => present(asked, team, some, cards.cards, together) ?? [])
    if (found.length > 0) return { found, complete }
  }
  return { found: [], complete }
}

// Work limit for teams of colleagues, which are planned separately.
const workOfFriends = 800

type Together = Awaited<ReturnType<typeof listKnownPairs>>

function planned(
  asked: ResolvedSearch,
  some: readonly PoolMember[],
  fixed: readonly number[],
  together: Together,
): TeamUps {
  const pool = some.map(({ member }) => member)
  const cheapest = findTeamUps(asked.party, asked.services, pool, { keep: shownTeams, fixed })
  const size = cheapest.teams[0]?.members.length
  const placeOf = (no: number) => some.findIndex((one) => one.no === no)
  const friends = together
    .map(({ a, b }) => [placeOf(a), placeOf(b)])
    .filter((pair) => fixed.every((f) => pair.includes(f)))
    .slice(0, shownTeams)
    .flatMap(
      (pair) => findTeamUps(asked.party, asked.services, pool, { keep: 1, fixed: pair, work: workOfFriends }).teams,
    )
    .filter(({ members }) => size === undefined || members.length <= size)
  const teams = [...cheapest.teams]
  for (const team of friends) if (!teams.some(({ members }) => members.join() === team.members.join())) teams.push(team)
  return { teams, complete: cheapest.complete }
}

function present(
  asked: ResolvedSearch,
  team: TeamUp,
  pool: readonly PoolMember[],
  cards: Awaited<ReturnType<typeof getCachedCards>>['cards'],
  together: Together,
): FoundTeam | null {
  const { aim, day, party, market } = asked
  if (!aim) return null
  const at = (minutesBefore: number) => day.iso(aim.at - minutesBefore * 60_000)
  const parts: FoundPart[] = []
  const shown: Shown['parts'] = []
  for (const [place, m] of team.members.entries()) {
    const pooled = pool[m] as PoolMember
    const card = cards.get(pooled.no)
    const seats = team.seats.filter(({ member }) => member === place)
    const { looks, people } = partOf(asked, seats)
    const setup = Math.max(...seats.map(({ want }) => asked.services[want]?.setupMinutes ?? 0))
    const arrive = Math.max(...seats.map(({ from }) => from)) + setup
    if (!card) return null
    const price = priceOfCandidate(
      { ...pooled.candidate, minutes: arrive, from: aim.at - arrive * 60_000 },
      'mobile',
      pricingFor(asked, looks),
    )
    const { row, profileImg, coverImg } = card
    const signals = getSignals(pooled.candidate.cell, pooled.candidate.row)
    parts.push({ pooled, looks, people, seats, total: price.totalMinor })
    shown.push({
      artist: {
        id: row.id,
        slug: row.slug,
        name: row.name,
        profileImg,
        coverImg,
        rating: signals.reviewCount ? toHundredths(signals.reviewSum / signals.reviewCount) : null,
        totalReviews: signals.reviewCount,
      },
      people: [...people].sort((a, b) => a - b),
      arriveAt: at(arrive),
      doneAt: at(Math.min(...seats.map(({ to }) => to))),
      total: toMajor(price.totalMinor),
      deposit: toMajor(price.depositMinor),
      instant: isInstantBookOn(pooled.candidate.cell, pooled.candidate.row, getDayEnd(asked.day)),
    })
  }
  const nos = parts.map(({ pooled }) => pooled.no)
  const pairs = nos.flatMap((a, i) =>
    nos.slice(i + 1).map((b) => together.find((one) => one.a === Math.min(a, b) && one.b === Math.max(a, b))),
  )
  return {
    parts,
    team,
    shown: {
      parts: shown,
      blocks: blocksOf(asked, team.seats),
      total: sum(shown.map(({ total }) => total)),
      deposit: sum(shown.map(({ deposit }) => deposit)),
      currency: market.currency,
      readyBy: at(0),
      spareMinutes: team.spare,
      waitingMinutes: team.waiting,
      colleagues: pairs.every((pair) => pair?.colleagues),
      daysTogether: Math.min(...pairs.map((pair) => pair?.days ?? 0)),
    },
  }

  function blocksOf(of: ResolvedSearch, seats: readonly TeamSeat[]): TeamBlock[] {
    return seats
      .map((seat) => ({
        part: seat.member,
        chair: seat.chair,
        person: seat.person + 1,
        serviceId: party.wanted[seat.want] as string,
        label: of.services[seat.want]?.label ?? '',
        from: at(seat.from),
        to: at(seat.to),
      }))
      .sort((a, b) => a.from.localeCompare(b.from) || a.part - b.part)
  }
}

const sum = (amounts: readonly number[]): number =>
  toMajor(amounts.reduce((total, amount) => total + toMinor(amount), 0))

/** Returns the looks of one artist's part, with equal people grouped, and the people's places from 1. */
function partOf({ party }: ResolvedSearch, seats: readonly TeamSeat[]): { looks: Look[]; people: number[] } {
  const byPerson = Map.groupBy(seats, ({ person }) => person)
  const lookOf = (person: number) => {
    let first = 0
    for (const look of party.looks) {
      if (person < first + look.count) return look
      first += look.count
    }
    throw new Error(`the party has no person ${person}`)
  }
  const groups = new Map<string, { services: string[]; people: number[] }>()
  for (const [person, own] of [...byPerson].sort(([a], [b]) => a - b)) {
    const wants = new Set(own.map(({ want }) => want))
    const services = lookOf(person).services.filter((id) => wants.has(party.wanted.indexOf(id)))
    const group = groups.get(services.join()) ?? { services, people: [] }
    groups.set(services.join(), group)
    group.people.push(person + 1)
  }
  return {
    looks: [...groups.values()].map(({ services, people }) => ({ count: people.length, services })),
    people: [...groups.values()].flatMap(({ people }) => people),
  }
}

function pricingFor(asked: ResolvedSearch, looks: readonly Look[]) {
  const party = createParty(looks)
  return {
    ...getPricing(asked),
    party,
    serviceNos: party.wanted.map((id) => asked.services[asked.party.wanted.indexOf(id)]?.no as number),
  }
}
