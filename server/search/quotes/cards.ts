import { toHundredths } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import type { Card } from '#contract/search/quotes.ts'
import type { Picture } from '#contract/values.ts'
import type { Database } from '#db/database.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { distanceIn, roundedPosition } from '#server/places/index.ts'
import { type CardRow, cardRows, hasBadge, noPicture, pictureOf } from '#server/providers/index.ts'
import { type ClosestWork, closestWork } from '#server/search/looks/closest-work.ts'
import type { Entry } from './arrange.ts'
import { dayEndOf, hasFlag, signalsOf, takesInstantBook } from '#server/search/matching/cell-snapshot.ts'
import { flag } from '#server/search/matching/square-queries.ts'
import { fitNames, fits } from '#server/search/matching/match.ts'
import { pricingOf } from '#server/search/matching/match-search.ts'
import { priceOfCandidate } from '#server/search/pricing/pricing.ts'
import { newBelow, whyHere } from '#server/search/matching/ranking.ts'
import { VersionedCache } from '#server/search/matching/versioned-cache.ts'
import { cardVersions } from '#server/search/queries.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { planOf } from './plan-of.ts'
import { demandAtLeast, type Done, fitsByOffer, statusOf } from './status.ts'

/** What a page of cards needs beside its entries: the middle price of each list, and who is In Demand by how booked the date is. */
export type Area = {
  inDemand: (candidate: Entry['candidate']) => boolean
  middleMinor: { mobile: number; studio: number }
}

/** The cards of these entries in their order; whoever has just left the market is left out. */
export async function cardsOf(
  database: Database,
  asked: ResolvedSearch,
  entries: readonly Entry[],
  area: Area,
  now: Date,
): Promise<{ card: Card; entry: Entry; row: CardRow }[]> {
  if (entries.length === 0) return []
  const nos = [...new Set(entries.map((entry) => entry.no))]
  const { cards, requests } = await keptCards(database, nos, asked.row.event_date)
  const today = todayIn(asked.market.tz, now)
  const work = await closestWork(database, nos, asked.row.tags)
  return entries.flatMap((entry) => {
    const kept = cards.get(entry.no)
    if (!kept) return []
    const inDemand = area.inDemand(entry.candidate) || (requests.get(entry.no) ?? 0) >= demandAtLeast.requests
    const card = cardOf(asked, entry, kept, area, { inDemand, now, today })
    return [{ card: withWork(card, work.get(entry.no)), entry, row: kept.row }]
  })
}

/** A card that begins with what is closest to the look of the search. */
function withWork(card: Card, work: ClosestWork | undefined): Card {
  if (!work) return card
  const { look, closest } = work
  if (!closest) return { ...card, look }
  const first = pictureOf(closest, 'wide')
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
  const instant = takesInstantBook(candidate.cell, candidate.row, dayEndOf(asked.day))
  const signals = signalsOf(candidate.cell, candidate.row)
  const plan = fitting ? planOf(asked, entry, now) : null
  const { done } = entry
  const price = given(done) ?? (fitting ? priceOfCandidate(candidate, mode, pricingOf(asked)) : null)
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    coverImg: kept.coverImg,
    pictures: kept.pictures,
    profileImg: kept.profileImg,
    rating: signals.reviewCount ? toHundredths(signals.reviewSum / signals.reviewCount) : null,
    totalReviews: signals.reviewCount,
    price: price && major(price.totalMinor),
    deposit: price && major(price.depositMinor),
    currency: asked.market.currency,
    status: statusOf({
      act: done?.state ?? null,
      fits: fitting || fitsByOffer(done, entry.fit),
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
    location: { mobileOrStudio: mode, area: row.area, coordinates: roundedPosition(row.lat, row.lng) },
    distance: distanceIn(candidate.metres, asked.market.distanceUnit),
    plan:
      fitsByOffer(done, entry.fit) || done?.state === 'booked'
        ? (done?.plan ?? null)
        : plan && {
            arriveAt: asked.day.iso(plan.arriveAt),
            startAt: asked.day.iso(plan.startAt),
            doneAt: asked.day.iso(plan.doneAt),
          },
    until: done?.until ?? null,
    artists: row.artists.length,
    answerMinutes: signals.answerMinutes,
    skills: row.skills,
    why: whyHere(signals, candidate.metres, entry.totalMinor, area.middleMinor[mode]),
  }
}

// What has been asked or offered keeps the price it was asked or offered for.
const given = (done: Done | null): { totalMinor: Minor; depositMinor: Minor } | null =>
  done?.total_minor != null && done.deposit_minor !== null
    ? { totalMinor: done.total_minor, depositMinor: done.deposit_minor }
    : null

/** What every card of a provider shows, whatever is searched for. */
type KeptCard = { row: CardRow; coverImg: Picture; pictures: Picture[]; profileImg: Picture }
type Kept = { version: number; card: KeptCard | null }

// About 3 kB each.
const mostKept = 30_000
const held = new WeakMap<Database, VersionedCache<Kept>>()

/** The cards of these providers as they stand, and who of them has how many open requests for that date; whoever is no longer live has none. */
export async function keptCards(
  database: Database,
  nos: readonly number[],
  date: string,
): Promise<{ cards: Map<number, KeptCard>; requests: Map<number, number> }> {
  const cache = held.get(database) ?? new VersionedCache<Kept>(mostKept, () => 1)
  held.set(database, cache)
  const told = await cardVersions(database, nos, date)
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
  const rows = await cardRows(database, nos)
  const gone = nos.map((no) => [no, { version: versions.get(no) as number, card: null }] as const)
  return new Map<number, Kept>([
    ...gone,
    ...rows.map((row) => [row.no, { version: row.version, card: shownOf(row) }] as const),
  ])
}

function shownOf(row: CardRow): KeptCard {
  // Somebody new has a face before they have albums.
  const media = row.media ?? (row.face ? [row.face] : [])
  const pictures = media.map((m) => pictureOf(m, 'wide'))
  return {
    row,
    pictures,
    coverImg: pictures[0] ?? noPicture,
    profileImg: row.face ? pictureOf(row.face, 'square') : noPicture,
  }
}
