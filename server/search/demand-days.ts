import type { calendar } from '#contract/search/demand/calendar.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { addDays, getEventDay, countDaysBetween, getToday } from '#server/platform/event-day.ts'
import {
  type BusyRow,
  listBusyRows,
  toDayNumber,
  listFeedEventsWithin,
  getHoursOfDay,
  readHoursSaid,
  getLeadTimes,
  type PackedHours,
  getCallerProvider,
  presentBookedOut,
  presentStanding,
  getWindows,
} from '#server/providers/index.ts'
import { listRequestsByDay } from './search.queries.ts'
import { defaults, demandLeast, limits } from '#contract/constants.ts'
import type { demand } from '#contract/search/demand/demand.ts'
import { getCatalog, getFees, listVisitServices } from '#server/catalog/index.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { findPlaceAt } from './demand.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import type { Database } from '#db/database.ts'
import { AnswerCache } from '#server/platform/pages/answer-cache.ts'
import {
  type CellSnapshot,
  getFeeAt,
  field,
  getHoursAt,
  unpackServiceNo,
} from '#server/search/matching/cell-snapshot.ts'
import { loadSquaresAround } from '#server/search/matching/around.ts'
import { listBusyByDay } from './demand.queries.ts'
import type { Minor } from '#contract/money.ts'
import { countries, countryShift, flag } from '#server/search/matching/square-queries.ts'
import { earthMetres, toSpherePoint } from '#server/search/matching/sphere.ts'

const [dayBegins, dayEnds] = [300, 1740]

export async function getCalendarMonth(
  ctx: Context,
  { month }: InputOf<typeof calendar.month>,
): Promise<OutputOf<typeof calendar.month>> {
  const provider = await getCallerProvider(ctx)
  const first = `${month}-01`
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10)
  const last = addDays(next, -1)
  const busy = Map.groupBy(await listBusyRows(ctx.db, provider.id, first, last), (row) => row.event_date)
  const requests = await listRequestsByDay(ctx.db, provider.id, first, last)
  const open = await openDays(ctx, { ...provider, countryCode: provider.country_code })
  const hours = provider.hours === null ? null : await readHoursSaid(ctx.db, provider)
  const spanOf = (date: string) =>
    [getEventDay(date, provider.tz).at(dayBegins), getEventDay(date, provider.tz).at(dayEnds)] as const
  const elsewhere = await listFeedEventsWithin(ctx.db, provider.id, spanOf(first)[0], spanOf(last)[1])
  const taken = ({ kind, ref, buffer_minutes: bufferMinutes, ...row }: BusyRow) =>
    kind === 'booked_out' || kind === 'feed'
      ? []
      : [
          {
            ...presentStanding({ from: row.from, to: row.to - bufferMinutes * 60_000 }, row.event_date, provider.tz),
            kind,
            ref,
            bufferMinutes,
          },
        ]
  const elsewhereOn = (date: string) => {
    const [begins, ends] = spanOf(date)
    return elsewhere
      .filter(({ from, to }) => from < ends && to > begins)
      .map(({ from, to, bufferMinutes }) => ({
        ...presentStanding({ from: Math.max(from, begins), to: Math.min(to, ends) }, date, provider.tz),
        kind: 'feed' as const,
        ref: null,
        bufferMinutes: to < ends ? bufferMinutes : 0,
      }))
  }
  return {
    month,
    today: getToday(provider.tz, ctx.now),
    timeZone: provider.tz,
    countryCode: provider.country_code as CountryCode,
    area: provider.area,
    days: Array.from({ length: countDaysBetween(first, next) }, (_, i) => addDays(first, i)).map((date) => ({
      date,
      requests: requests.get(date) ?? 0,
      fewLeft: open.days[countDaysBetween(open.start, date)]?.few ?? false,
      bookedOut: (busy.get(date) ?? [])
        .filter(({ kind }) => kind === 'booked_out')
        .map((row) => presentBookedOut(row, provider.tz)),
      closed: hours ? getHoursOfDay(hours, date).closed : [],
      taken: [...(busy.get(date) ?? []).flatMap(taken), ...elsewhereOn(date)].toSorted(
        (a, b) => Date.parse(a.from) - Date.parse(b.from),
      ),
    })),
  }
}

/** Returns free artists, lowest price and whether few are left, for each coming day. */
export async function getOpenDays(
  ctx: Context,
  { near, categorySlug = defaults.category }: InputOf<typeof demand.days>,
): Promise<OutputOf<typeof demand.days>> {
  const catalog = await getCatalog(ctx.database)
  if (!catalog.categories.has(categorySlug)) throw createFieldRefusal('unknown_category', 'categorySlug')
  const place = await findPlaceAt(ctx, near, catalog)
  const { start, artists, asked, days } = await openDays(ctx, { ...place, categorySlug })
  return {
    place: place.name,
    currency: catalog.markets.get(place.countryCode)?.currency ?? 'AUD',
    artists,
    asked,
    start,
    free: days.map(({ free }) => free),
    from: days.map(({ from }) => from),
    few: days.flatMap(({ few }, i) => (few ? [addDays(start, i)] : [])),
  }
}

/**
 * Availability around a point for two years from tomorrow. `artists` counts all that a search could find, `asked` the
 * sample whose diaries were read.
 */
type OpenDays = {
  start: string
  artists: number
  asked: number
  days: readonly { free: number; from: number | null; few: boolean }[]
}

type At = { lat: number; lng: number; tz: string; countryCode: string; categorySlug?: string | undefined }

const FRESH_MS = 60_000
const MOST = 500
const held = new WeakMap<Database, AnswerCache>()

/**
 * Returns cached availability around a point by day, with the lowest price per person. Uses search squares and one
 * diary query.
 */
function openDays(ctx: Context, { lat, lng, tz, countryCode, categorySlug = defaults.category }: At) {
  const answers = held.get(ctx.database) ?? new AnswerCache({ freshMs: FRESH_MS, most: MOST })
  held.set(ctx.database, answers)
  // Rounds to 100 metres, within which the same artists travel.
  const [y, x] = [Math.round(lat * 1_000) / 1_000, Math.round(lng * 1_000) / 1_000]
  const today = getToday(tz, ctx.now)
  return answers.getOrCompute(
    `${categorySlug} ${countryCode} ${y},${x} ${today}`,
    ctx.now.getTime(),
    () => {},
    () => count(ctx, { lat: y, lng: x, countryCode, categorySlug }, today),
  )
}

async function count(ctx: Context, at: Omit<Required<At>, 'tz'>, today: string): Promise<OpenDays> {
  const catalog = await getCatalog(ctx.database)
  const category = catalog.categories.get(at.categorySlug as string)
  const start = addDays(today, 1)
  const days = countDaysBetween(today, `${Number(today.slice(0, 4)) + limits.searchYearsAhead}${today.slice(4)}`)
  const fees = getFees(catalog, at.countryCode, category?.id ?? 0, ctx.now)
  const unitsOf: Parameters<typeof artistsWithin>[1]['unitsOf'] = (square, row, costMinor) =>
    computeUnitsWithFee(costMinor, getFeeAt(fees, square, row).percent)
  const visits = category ? listVisitServices(category, at.countryCode).map(({ no }) => no) : []
  const within = visits.length
    ? artistsWithin(await loadSquaresAround(ctx.database, at), { ...at, visits, unitsOf })
    : []
  const asked = sampleArtists(within)
  if (within.length === 0) return { start, artists: 0, asked: 0, days: [] }
  const nos = [...new Set([...asked.even, ...asked.cheapest].map(({ no }) => no))]
  const busy = new Map(
    (await listBusyByDay(ctx.reads, nos, start, addDays(today, days))).map(({ event_date, nos: taken }) => [
      countDaysBetween(today, event_date),
      new Set(taken),
    ]),
  )
  return {
    start,
    artists: within.length,
    asked: asked.even.length,
    days: countFree(asked, busy, days, toDayNumber(today)),
  }
}

export type ReachableArtist = {
  no: number
  from: number
  noticeDays: number
  horizonDays: number
  hours: PackedHours | null
}

type UnitsOf = (square: CellSnapshot, row: number, costMinor: Minor) => number

/** Includes all artists a search at a point could find, before checking diaries. */
function artistsWithin(
  squares: readonly CellSnapshot[],
  {
    lat,
    lng,
    countryCode,
    visits,
    unitsOf,
  }: { lat: number; lng: number; countryCode: string; visits: readonly number[]; unitsOf: UnitsOf },
): ReachableArtist[] {
  const country = countries.indexOf(countryCode)
  const [x, y, z] = toSpherePoint(lat, lng)
  const wanted = new Set(visits)
  const found: ReachableArtist[] = []
  for (const square of squares) {
    const { count, columns, points, services } = square
    const at = (column: number, row: number) => columns[column * count + row] as number
    for (let row = 0; row < count; row++) {
      const flags = at(field.flags, row)
      if (flags >> countryShift !== country) continue
      const dx = (points[row] as number) - x
      const dy = (points[count + row] as number) - y
      const dz = (points[2 * count + row] as number) - z
      const metres = Math.round(2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(dx * dx + dy * dy + dz * dz) / 2)))
      if (metres > limits.candidateRadiusMetres) continue
      const comes = (flags & flag.mobile) !== 0 && metres <= at(field.radius, row)
      if (!comes && (flags & flag.studio) === 0) continue
      let leastMinor = Number.POSITIVE_INFINITY
      let least = -1
      for (let s = at(field.servicesFrom, row); s < at(field.servicesTo, row); s += 2) {
        const no = unpackServiceNo(services[s] as number)
        if (!wanted.has(no) || (services[s + 1] as number) >= leastMinor) continue
        leastMinor = services[s + 1] as number
        least = no
      }
      if (leastMinor === Number.POSITIVE_INFINITY) continue
      const hours = getHoursAt(square, row)
      const usual = { noticeHours: at(field.notice, row), horizonDays: at(field.horizon, row) }
      const { noticeHours, horizonDays } = hours ? getLeadTimes(hours, [least], usual) : usual
      const from = unitsOf(square, row, leastMinor)
      found.push({ no: at(field.no, row), from, noticeDays: Math.ceil(noticeHours / 24), horizonDays, hours })
    }
  }
  return found.sort((a, b) => a.no - b.no)
}

/** Deterministic 32-bit hash: the final mix of MurmurHash3. */
function mixed(n: number): number {
  const once = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

const mostAsked = 600
const cheapestAsked = 200

/**
 * Returns the artists whose diaries are read: all, or an even sample plus the cheapest, so that the lowest price stays
 * exact.
 */
export function sampleArtists(within: readonly ReachableArtist[]): {
  even: readonly ReachableArtist[]
  cheapest: readonly ReachableArtist[]
} {
  if (within.length <= mostAsked) return { even: within, cheapest: within }
  return {
    even: evenChoice(within, mostAsked),
    cheapest: within.toSorted((a, b) => a.from - b.from || a.no - b.no).slice(0, cheapestAsked),
  }
}

/** Returns a uniform sample in original order (Knuth's selection sampling), robust against periodic patterns. */
function evenChoice<T>(all: readonly T[], count: number): T[] {
  const chosen: T[] = []
  for (const [i, one] of all.entries())
    if (mixed(i + 1) * (all.length - i) < (count - chosen.length) * 2 ** 32) chosen.push(one)
  return chosen
}

type FreeDay = { free: number; from: number | null; few: boolean }

/**
 * Counts the artists with an empty diary per day from the day after `today` (days since 1970), if they work and the day
 * is within their horizon. `busy` has the booked artists by days ahead.
 */
export function countFree(
  { even, cheapest }: ReturnType<typeof sampleArtists>,
  busy: ReadonlyMap<number, ReadonlySet<number>>,
  days: number,
  today: number,
): FreeDay[] {
  const byPrice = cheapest.toSorted((a, b) => a.from - b.from)
  return Array.from({ length: days }, (_, i) => {
    const ahead = i + 1
    const taken = busy.get(ahead)
    const open = ({ noticeDays, horizonDays, hours }: ReachableArtist) =>
      ahead >= noticeDays && ahead <= horizonDays && (!hours || getWindows(hours, today + ahead).length > 0)
    const isFree = (artist: ReachableArtist) => open(artist) && !taken?.has(artist.no)
    const takers = even.filter(open)
    const free = takers.filter(isFree).length
    return {
      free,
      from: byPrice.find(isFree)?.from ?? null,
      few: takers.length >= demandLeast.reaching && takers.length - free >= demandLeast.booked * takers.length,
    }
  })
}
