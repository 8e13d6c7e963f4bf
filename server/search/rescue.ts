import type { Rescue } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { createPlaceholder, listCardRows, presentPicture } from '#server/providers/index.ts'
import { convertDistance, measureMetres, listPlacesInside } from '#server/places/index.ts'
import { type NearbyCells, readDaysAround, readPlacesAround } from '#server/search/matching/around.ts'
import {
  fitsAnyMode,
  type Match,
  matchIn,
  type MatchQuery,
  getProviderNo,
} from '#server/search/matching/match-providers.ts'
import { matchQueryOf } from '#server/search/matching/match-search.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import { getAim, type ResolvedSearch } from './saved-search.ts'
import { timeChoices } from '#contract/constants.ts'
import type { Look } from '#contract/search/search.ts'
import { addDays, getEventDay, countDaysBetween, toEventMinute, getToday } from '#server/platform/event-day.ts'
import { createParty } from '#server/search/planning/party.ts'
import { getSetupMinutes } from '#server/search/planning/planner.ts'

type Option = Rescue['options'][number]
/** An option with the provider numbers of artists who then fit, for their portraits. */
type Found = Option & { nos: number[] }

const keptOptions = 6
const keptAreas = 3
const facesShown = 3
/** Neighbouring areas share most squares, so they are read together. */
const areasAtOnce = 4
const order: readonly Option['kind'][] = ['time', 'date', 'mobile', 'studio', 'split', 'service', 'area']

/**
 * Returns the reasons and the single changes after which more artists fit: the nearest time, the day before and after or
 * else the nearest day, the other mode, a split, one service less, and the nearest places.
 */
export async function findRescueChanges(
  ctx: Context,
  asked: ResolvedSearch,
  counts: Match['counts'],
): Promise<Omit<Rescue, 'mightTravel'>> {
  const found: Found[] = []
  const { mobile, studio, people } = counts
  if (asked.party.people > 0 && studio.fits > mobile.fits)
    found.push({ kind: 'studio', count: studio.fits, change: { type: 'studio' }, nos: [] })
  if (mobile.fits > studio.fits && studio.fits === 0)
    found.push({ kind: 'mobile', count: mobile.fits, change: { type: 'mobile' }, nos: [] })

  // Artists who do not travel this far are not nearer at another time.
  const isAboutTime = people.booked + people.otherHours + people.tooManyPeople + people.shortNotice > 0
  const steps = isAboutTime ? [...timeSteps(ctx, asked), ...dateSteps(ctx, asked)] : []
  const others = [...(isAboutTime ? split(asked) : []), ...fewer(asked)]
  const all = [...steps.flatMap(({ changes }) => changes), ...others].map(
    (change) => [change, queriesOf(ctx, asked, change)] as const,
  )
  const queries = new Map(all)
  const around = await readAll(
    ctx,
    all.flatMap(([, some]) => some),
  )
  const tryOut = async (changes: readonly Change[]): Promise<Found[]> => {
    const helpful: Found[] = []
    for (const change of changes) {
      // Yields between matches, because a hundred would block the event loop.
      await yieldToEventLoop()
      const { count, nos } = countAfter(
        queries.get(change) ?? [],
        (query) => around.get(query.ask.day.date) as NearbyCells,
      )
      if (count > (change.kind === 'split' ? 0 : people.fits))
        helpful.push({ kind: change.kind, count, change: change.said, nos })
    }
    return helpful.sort((a, b) => b.count - a.count)
  }
  for (const { kind, changes, most } of steps)
    if (found.every((option) => option.kind !== kind)) found.push(...(await tryOut(changes)).slice(0, most))
  for (const change of Map.groupBy(await tryOut(others), ({ kind }) => kind).values()) found.push(...change.slice(0, 1))
  const options = found.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).slice(0, keptOptions)
  return { counts: people, options: await addFaces(ctx, [...options, ...(await areasAfter(ctx, asked, people.fits))]) }
}

async function addFaces(ctx: Context, found: readonly Found[]): Promise<Option[]> {
  const cards = await listCardRows(ctx.database, [...new Set(found.flatMap(({ nos }) => nos))])
  const faces = new Map(
    cards.map(({ no, face, name }) => [no, face ? presentPicture(face, 'square') : createPlaceholder(name)]),
  )
  return found.map(({ nos, ...option }) => ({ ...option, faces: nos.flatMap((no) => faces.get(no) ?? []) }))
}

/**
 * Returns areas where more artists fit, nearest first: three if none fit here, else one. Queries outer rings only while
 * nothing was found.
 */
async function areasAfter(ctx: Context, asked: ResolvedSearch, fitsHere: number): Promise<Found[]> {
  const areas: Found[] = []
  const wanted = fitsHere === 0 ? keptAreas : 1
  for (const ring of fitsHere === 0 ? rings : rings.slice(0, 1)) {
    const near = (await areasNear(ctx, asked, ring)).flatMap(({ change, metres }) =>
      queriesOf(ctx, asked, change).map((query) => ({ change, metres, query })),
    )
    for (let at = 0; at < near.length; at += areasAtOnce) {
      const some = near.slice(at, at + areasAtOnce)
      const around = await readPlacesAround(
        ctx.database,
        some.map(({ query }) => query),
        [{ day: asked.day, aim: null }],
      )
      for (const [i, { change, metres, query }] of some.entries()) {
        if (areas.length === wanted) return areas
        await yieldToEventLoop()
        const { count, nos } = countAfter([query], () => around[i]?.[0] as NearbyCells)
        const distance = convertDistance(metres, asked.market.distanceUnit)
        if (count > fitsHere) areas.push({ kind: 'area', count, change: change.said, distance, nos })
      }
    }
  }
  return areas
}

const queriesOf = (ctx: Context, asked: ResolvedSearch, change: Change): MatchQuery[] =>
  buildQueriesAfter(matchQueryOf(asked, ctx.now), asked, change, ctx.now)

/** Reads the data of all queries of one place by day, at once. */
async function readAll(ctx: Context, queries: readonly MatchQuery[]): Promise<Map<string, NearbyCells>> {
  const days = [...new Map(queries.map(({ ask }) => [ask.day.date, ask.day])).values()]
  const [place] = queries
  if (!place) return new Map()
  const read = await readDaysAround(
    ctx.database,
    place,
    days.map((day) => ({ day, aim: null })),
  )
  return new Map(days.map((day, i) => [day.date, read[i] as NearbyCells]))
}

function countAfter(
  queries: readonly MatchQuery[],
  aroundOf: (query: MatchQuery) => NearbyCells,
): { count: number; nos: number[] } {
  const matches = queries.map((query) => matchIn(aroundOf(query), query))
  const [one, other] = matches
  const count = one && other ? countHalves(one, other) : (one?.counts.people.fits ?? 0)
  const nos = one ? listBest(one) : []
  for (const match of matches) match.found.recycle()
  return { count, nos }
}

/** Returns the numbers of the fitting artists with the most ranking points that depend on no search. */
function listBest(match: Match): number[] {
  const { found, around } = match
  const best: { no: number; points: number }[] = []
  for (let i = 0; i < found.count; i++) {
    if (!fitsAnyMode(match, i)) continue
    const { cell } = around[found.cell[i] as number] as NearbyCells[number]
    const points = cell.points[3 * cell.count + (found.row[i] as number)] as number
    const last = best[facesShown - 1]
    if (last && last.points >= points) continue
    best.push({ no: getProviderNo(match, i), points })
    best.sort((a, b) => b.points - a.points)
    if (best.length > facesShown) best.pop()
  }
  return best.map(({ no }) => no)
}

/** Counts the artists who can do one half while another artist does the other half. */
function countHalves(one: Match, other: Match): number {
  const who = (match: Match) =>
    new Set(
      Array.from({ length: match.found.count }, (_, i) => i)
        .filter((i) => fitsAnyMode(match, i))
        .map((i) => getProviderNo(match, i)),
    )
  const [a, b] = [who(one), who(other)]
  const all = a.union(b).size
  return a.size > 0 && b.size > 0 && all > 1 ? all : 0
}

type Change = { kind: 'time' | 'date' | 'area' | 'split' | 'service'; said: Rescue['options'][number]['change'] }

/** Half hours: twelve hours either way. */
const mostTimeSteps = 24
const daysAway = [1, 2, 3, 7, 14]
const metresPerDegree = 111_195
const kilometre = 1_000

type Ring = { from: number; to: number; places: number }
/** Search rings for other places, with the number of largest places in each. */
const rings: readonly Ring[] = [
  { from: 8 * kilometre, to: 60 * kilometre, places: 24 },
  { from: 60 * kilometre, to: 150 * kilometre, places: 40 },
  { from: 150 * kilometre, to: 320 * kilometre, places: 60 },
]
const apartMetres = 10 * kilometre
const servicesTried = 4

/** Changes that are equally far from the search, and how many of them are worth offering. */
type Step = { kind: Change['kind']; changes: Change[]; most: number }

/** Returns ready-by times in steps of half an hour, nearest first: one later and one earlier. */
function timeSteps(ctx: Context, asked: ResolvedSearch): Step[] {
  if (asked.aim?.constraint !== 'finish') return []
  const at = timeChoices.findIndex((time) => toEventMinute(time) >= toEventMinute(asked.row.finish_time as string))
  return Array.from({ length: mostTimeSteps }, (_, i) => ({
    kind: 'time',
    changes: [timeChoices[at + i + 1], timeChoices[at - i - 1]]
      .filter((time) => time !== undefined)
      .filter((time) => asked.day.at(toEventMinute(time)) > ctx.now.getTime())
      .map((finishTime) => ({ kind: 'time', said: { finishTime } })),
    most: 1,
  }))
}

/** Returns candidate days by distance from the event date. Both neighbours of the event date may be suggested. */
function dateSteps(ctx: Context, asked: ResolvedSearch): Step[] {
  const today = getToday(asked.row.tz, ctx.now)
  return daysAway.map((days) => ({
    kind: 'date',
    changes: [-days, days]
      .map((away) => addDays(asked.row.event_date, away))
      .filter((date) => date > today && countDaysBetween(today, date) <= 730)
      .map((eventDate) => ({ kind: 'date', said: { eventDate } })),
    most: days === 1 ? 2 : 1,
  }))
}

function split({ party }: ResolvedSearch): Change[] {
  return party.people < 2
    ? []
    : [{ kind: 'split', said: { split: [Math.ceil(party.people / 2), Math.floor(party.people / 2)] } }]
}

function fewer({ party }: ResolvedSearch): Change[] {
  return party.wanted.length < 2
    ? []
    : party.wanted.slice(-servicesTried).map((service) => ({ kind: 'service', said: { service } }))
}

/** Returns the larger places of a ring, nearest first, at a distance from each other. */
async function areasNear(
  ctx: Context,
  { row }: ResolvedSearch,
  { from, to, places }: Ring,
): Promise<{ change: Change; metres: number }[]> {
  const tall = to / metresPerDegree
  const wide = tall / Math.max(0.1, Math.cos((row.lat * Math.PI) / 180))
  const box = { west: row.lng - wide, east: row.lng + wide, south: row.lat - tall, north: row.lat + tall }
  const inRing = (await listPlacesInside(ctx.reads, box, places))
    .filter((place) => place.country_code === row.country_code)
    .map((place) => ({ place, metres: measureMetres(row.lat, row.lng, place.lat, place.lng) }))
    .filter(({ metres }) => metres >= from && metres <= to)
    .sort((a, b) => a.metres - b.metres)
  const apart: typeof inRing = []
  for (const { place, metres } of inRing)
    if (apart.every(({ place: other }) => measureMetres(place.lat, place.lng, other.lat, other.lng) >= apartMetres))
      apart.push({ place, metres })
  return apart.map(({ place: { name, lat, lng }, metres }) => ({
    change: { kind: 'area', said: { place: { name, coordinates: [lng, lat] } } },
    metres,
  }))
}

/** Returns one market query after a change, or two for a split. */
export function buildQueriesAfter(
  query: MatchQuery,
  asked: ResolvedSearch,
  { kind, said }: Change,
  now: Date,
): MatchQuery[] {
  if (kind === 'area' && said.place)
    return [{ ...query, lng: said.place.coordinates[0], lat: said.place.coordinates[1] }]
  if (kind === 'split' && said.split)
    return splitParty(asked.row.people, said.split[0]).map((people) => narrowToPeople(query, asked, people))
  if (kind === 'service') return [narrowToPeople(query, asked, removeService(asked.row.people, said.service as string))]
  const day = said.eventDate ? getEventDay(said.eventDate, asked.row.tz) : asked.day
  const aim = getAim(day, { ...asked.row, finish_time: said.finishTime ?? asked.row.finish_time })
  return [
    { ...query, ask: { ...query.ask, day, aim, daysAhead: countDaysBetween(getToday(asked.row.tz, now), day.date) } },
  ]
}

export function narrowToPeople(query: MatchQuery, asked: ResolvedSearch, people: readonly Look[]): MatchQuery {
  const party = createParty(people)
  const services = party.wanted.map(
    (id) => asked.services.find((s) => s.id === id) as ResolvedSearch['services'][number],
  )
  return {
    ...query,
    party,
    serviceNos: services.map((s) => s.no),
    setupMinutes: getSetupMinutes(services.map((s) => s.setupMinutes)),
  }
}

export function splitParty(people: readonly Look[], first: number): [Look[], Look[]] {
  const one: Look[] = []
  const other: Look[] = []
  let left = first
  for (const look of people) {
    const here = Math.min(left, look.count)
    left -= here
    if (here > 0) one.push({ ...look, count: here })
    if (look.count > here) other.push({ ...look, count: look.count - here })
  }
  return [one, other]
}

/** People without other services are removed. */
export const removeService = (people: readonly Look[], service: string): Look[] =>
  people
    .map((look) => ({ ...look, services: look.services.filter((id) => id !== service) }))
    .filter((look) => look.services.length > 0)
