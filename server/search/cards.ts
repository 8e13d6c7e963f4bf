import { toHundredths } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Card, CardStatus } from '#contract/search/quotes.ts'
import type { Mode, Picture } from '#contract/values.ts'
import type { Database } from '#db/database.ts'
import { getToday } from '#server/platform/event-day.ts'
import { convertDistance, scatterPosition } from '#server/places/index.ts'
import { type CardRow, listCardRows, createPlaceholder, hasBadge, presentPicture } from '#server/providers/index.ts'
import { findClosestWork, type ClosestWork } from './looks.ts'
import type { Entry } from './arrange.ts'
import {
  getDayEnd,
  field,
  hasFlag,
  readCellNumber,
  getSignals,
  isInstantBookOn,
} from '#server/search/matching/cell-snapshot.ts'
import { flag } from '#server/search/matching/square-queries.ts'
import { type Ask, type Diary, createDiary, fitNames, fits, computeRoom } from '#server/search/matching/match.ts'
import { matchQueryOf, getPricing } from '#server/search/matching/match-search.ts'
import { isEarly, priceOfCandidate, getTeamReader } from '#server/search/pricing/pricing.ts'
import { newBelow, explainPosition } from '#server/search/matching/ranking.ts'
import { VersionedCache } from '#server/search/matching/versioned-cache.ts'
import { listCardVersions } from './search.queries.ts'
import type { ResolvedSearch } from './saved-search.ts'
import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { getCandidateHours } from '#server/search/matching/match-providers.ts'
import { type ExtraMinutes, planLonger } from '#server/search/planning/longer.ts'
import type { DayPlan } from '#server/search/planning/planner.ts'
import { buildSeatedPlan } from '#server/search/planning/seated.ts'
import { sortBySequence } from '#server/search/planning/sequence.ts'

type Area = {
  inDemand: (candidate: Entry['candidate']) => boolean
  middleMinor: { mobile: number; studio: number }
}

export async function buildCards(
  database: Database,
  asked: ResolvedSearch,
  entries: readonly Entry[],
  area: Area,
  now: Date,
): Promise<{ card: Card; entry: Entry; row: CardRow }[]> {
  if (entries.length === 0) return []
  const nos = [...new Set(entries.map((entry) => entry.no))]
  const { cards, requests } = await getCachedCards(database, nos, asked.row.event_date)
  const today = getToday(asked.market.tz, now)
  const work = await findClosestWork(database, nos, asked.row.tags)
  return entries.flatMap((entry) => {
    const kept = cards.get(entry.no)
    if (!kept) return []
    const inDemand = area.inDemand(entry.candidate) || (requests.get(entry.no) ?? 0) >= demandAtLeast.requests
    const card = cardOf(asked, entry, kept, area, { inDemand, now, today })
    return [{ card: prependWork(card, work.get(entry.no)), entry, row: kept.row }]
  })
}

function prependWork(card: Card, work: ClosestWork | undefined): Card {
  if (!work) return card
  const { look, closest } = work
  if (!closest) return { ...card, look }
  const first = presentPicture(closest, 'wide')
  return { ...card, look, coverImg: first, pictures: [first, ...card.pictures.filter(({ _id }) => _id !== first._id)] }
}

function cardOf(
  asked: ResolvedSearch,
  entry: Entry,
  kept: KeptCard,
  area: Area,
  { inDemand, now, today }: { inDemand: boolean; now: Date; today: string },
): Card {
  const { row } = kept
  const { candidate, mode } = entry
  const has = (bit: number) => hasFlag(candidate.cell, candidate.row, bit)
  const covidTrained = asked.market.covidTrained && has(flag.covidTrained)
  const fitting = entry.fit === fits
  const instant = isInstantBookOn(candidate.cell, candidate.row, getDayEnd(asked.day))
  const signals = getSignals(candidate.cell, candidate.row)
  const plan = fitting ? planOf(asked, entry, now) : null
  const { done } = entry
  const price = getFixedPrice(done) ?? (fitting ? priceOfCandidate(candidate, mode, getPricing(asked)) : null)
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    coverImg: kept.coverImg,
    pictures: kept.pictures,
    profileImg: kept.profileImg,
    rating: signals.reviewCount ? toHundredths(signals.reviewSum / signals.reviewCount) : null,
    totalReviews: signals.reviewCount,
    price: price && toMajor(price.totalMinor),
    deposit: price && toMajor(price.depositMinor),
    currency: asked.market.currency,
    status: getCardStatus({
      act: done?.state ?? null,
      fits: fitting || doesOfferFit(done, entry.fit),
      instant,
      hasTime: asked.aim !== null,
      inDemand,
      covidTrained,
    }),
    reason: fitNames[entry.fit] as Card['reason'],
    instant: instant && fitting && asked.aim !== null,
    featured: has(flag.featured),
    vaccinated: asked.market.vaccinated && has(flag.vaccinated),
    covidTrained,
    inDemand,
    isNew: signals.reviewCount < newBelow,
    verified: hasBadge(asked.market.checks, row.held, today),
    location: { mobileOrStudio: mode, area: row.area, coordinates: scatterPosition(row.id, row.lat, row.lng) },
    distance: convertDistance(candidate.metres, asked.market.distanceUnit),
    plan:
      doesOfferFit(done, entry.fit) || done?.state === 'booked'
        ? (done?.plan ?? null)
        : plan && {
            arriveAt: asked.day.iso(plan.arriveAt),
            startAt: asked.day.iso(plan.startAt),
            doneAt: asked.day.iso(plan.doneAt),
          },
    until: done?.until ?? null,
    artists: plan
      ? new Set(plan.blocks.map(({ artist }) => artist)).size
      : Math.min(row.artists.length, asked.party.people),
    answerMinutes: signals.answerMinutes,
    skills: row.skills,
    why: explainPosition(signals, candidate.metres, entry.totalMinor, area.middleMinor[mode]),
  }
}

// Cards with a request or offer keep their price.
const getFixedPrice = (done: ActSummary | null): { totalMinor: Minor; depositMinor: Minor } | null =>
  done?.total_minor != null && done.deposit_minor !== null
    ? { totalMinor: done.total_minor, depositMinor: done.deposit_minor }
    : null

/** The part of a card that does not depend on the search. */
type KeptCard = { row: CardRow; coverImg: Picture; pictures: Picture[]; profileImg: Picture }
type Kept = { version: number; card: KeptCard | null }

// Cache limit, at about 3 kB per card.
const mostKept = 30_000
const held = new WeakMap<Database, VersionedCache<Kept>>()

/** Returns the cached cards of providers with their open requests for the date. Skips unpublished providers. */
export async function getCachedCards(
  database: Database,
  nos: readonly number[],
  date: string,
): Promise<{ cards: Map<number, KeptCard>; requests: Map<number, number> }> {
  const cache = held.get(database) ?? new VersionedCache<Kept>(mostKept, () => 1)
  held.set(database, cache)
  const told = await listCardVersions(database, nos, date)
  const versions = new Map(told.map(({ no, version }) => [no, version]))
  const kept = await cache.at(versions, (missing) => readCards(database, missing, versions))
  const cards = new Map<number, KeptCard>()
  for (const [i, no] of [...versions.keys()].entries()) {
    const { card } = kept[i] as Kept
    if (card) cards.set(no, card)
  }
  return { cards, requests: new Map(told.map(({ no, requests }) => [no, requests])) }
}

async function readCards(
  database: Database,
  nos: number[],
  versions: ReadonlyMap<number, number>,
): Promise<Map<number, Kept>> {
  const rows = await listCardRows(database, nos)
  const gone = nos.map((no) => [no, { version: versions.get(no) as number, card: null }] as const)
  return new Map<number, Kept>([
    ...gone,
    ...rows.map((row) => [row.no, { version: row.version, card: shownOf(row) }] as const),
  ])
}

function shownOf(row: CardRow): KeptCard {
  const media = row.media ?? (row.face ? [row.face] : [])
  const pictures = media.map((m) => presentPicture(m, 'wide'))
  return {
    row,
    pictures,
    coverImg: pictures[0] ?? createPlaceholder(row.name),
    profileImg: row.face ? presentPicture(row.face, 'square') : createPlaceholder(row.name),
  }
}

/**
 * Plans the day with this provider within the available time. Returns null without a time. The job at `moved`
 * (milliseconds) is the one being planned and causes no conflict.
 */
export function planOf(
  asked: ResolvedSearch,
  { candidate }: Pick<Entry, 'candidate'>,
  now: Date,
  { longer = [], moved }: { longer?: readonly ExtraMinutes[]; moved?: number } = {},
): DayPlan | null {
  if (!asked.aim) return null
  const { ask, setupMinutes, serviceNos } = matchQueryOf(asked, now)
  const team = getTeamReader(candidate, getPricing(asked))
  const room = roomFor(ask, serviceNos, candidate, moved)
  const { seats } = asked.row
  const shared =
    seats && longer.length === 0 ? buildSeatedPlan(asked.aim, asked.party, team, setupMinutes, room, seats) : null
  return shared ?? sortBySequence(planLonger(asked.aim, asked.party, team, setupMinutes, room, longer), asked.services)
}

function roomFor(ask: Ask, serviceNos: readonly number[], candidate: Candidate, moved?: number): number {
  const { cell, row, no, busy, from } = candidate
  const diary = new BusyWalk(busy).turnTo(no)
  const early = readCellNumber(cell, row, field.earlyBefore)
  // Reducing waiting is not worth an early-start fee.
  const notBefore = early < 0 || isEarly(cell, row, from, ask.day) ? null : ask.day.at(early)
  const hours = getCandidateHours(ask, serviceNos, candidate)
  return computeRoom(ask, hours, moved === undefined ? diary : without(diary, moved), notBefore)
}

function without(diary: Diary, at: number): Diary {
  const times = diary.times()
  return createDiary(
    times.filter((_, i) => {
      const [from, to] = [times[i - (i % 2)] as number, times[i - (i % 2) + 1] as number]
      return from * 1000 > at || to * 1000 <= at
    }),
  )
}

export type ActState = 'unconfirmed' | 'requested' | 'offered' | 'booked' | 'cancelled'

export type ActSummary = {
  no: number
  state: ActState
  mode: Mode | null
  total_minor: Minor | null
  deposit_minor: Minor | null
  until: string | null
  other_time: boolean
  plan: { arriveAt: string; startAt: string; doneAt: string } | null
}

export const getDoneForMode = (done: ActSummary | undefined, mode: Mode): ActSummary | null =>
  done && !(done.state === 'offered' && done.mode !== null && done.mode !== mode) ? done : null

export const doesOfferFit = (done: ActSummary | null, fit: number): boolean =>
  done !== null && done.state === 'offered' && (done.other_time || fitNames[fit] === 'tooFar')

type Standing = {
  act: ActState | null
  fits: boolean
  instant: boolean
  hasTime: boolean
  inDemand: boolean
  covidTrained: boolean
}

const order: readonly { status: CardStatus; holds: (s: Standing) => boolean }[] = [
  { status: 'booked', holds: (s) => s.act === 'booked' },
  { status: 'cancelled', holds: (s) => s.act === 'cancelled' },
  { status: 'requested', holds: (s) => s.act === 'requested' || s.act === 'unconfirmed' },
  { status: 'unavailable', holds: (s) => !s.fits },
  { status: 'offered', holds: (s) => s.hasTime && (s.instant || s.act === 'offered') },
  { status: 'inDemand', holds: (s) => s.inDemand },
  { status: 'covidTrained', holds: (s) => s.covidTrained },
]

/** Returns the first status that applies; others show as flags. Null means that it can be requested. */
export function getCardStatus(standing: Standing): CardStatus | null {
  for (const { status, holds } of order) if (holds(standing)) return status
  return null
}

/** Order: own profile, Instant Book, requested, featured, more artists, unavailable. */
export function groupOf(status: CardStatus | null, featured: boolean): number {
  if (status === 'booked') return 0
  if (status === 'offered') return 1
  if (status === 'requested') return 2
  if (status === 'unavailable' || status === 'cancelled') return 5
  return featured ? 3 : 4
}

/**
 * When a card shows In Demand: this share of at least so many artists who reach the place are booked on the date, or
 * one artist has so many open requests for it. `server/content/texts/ranking.md` tells customers the same.
 */
export const demandAtLeast = { share: 0.7, providers: 10, requests: 3 } as const

export const isAreaInDemand = (bookedThere: number, reach: number): boolean =>
  reach >= demandAtLeast.providers && bookedThere >= demandAtLeast.share * reach
