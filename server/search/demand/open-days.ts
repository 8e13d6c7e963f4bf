import { defaults, limits } from '#contract/constants.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { Database } from '#db/database.ts'
import { catalogOf, feesOf, visitsIn } from '#server/catalog/index.ts'
import { KeptAnswers } from '#server/platform/pages/kept-answers.ts'
import { dateAfter, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { dayNumber } from '#server/providers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { feeAt } from '#server/search/matching/cell-snapshot.ts'
import { squaresAround } from '#server/search/matching/around.ts'
import { takenByDay } from './demand-day-queries.ts'
import { artistsWithin, askedOf, countFree } from './free-by-day.ts'

/** What every day of the coming two years looks like around a point, from tomorrow on. */
export type OpenDays = {
  start: string
  /** How many artists a search there could find. */
  artists: number
  /** Of how many of them it was counted who is free: all, or an even choice of very many. */
  asked: number
  days: readonly { free: number; from: number | null; few: boolean }[]
}

type At = { lat: number; lng: number; tz: string; countryCode: string; categorySlug?: string | undefined }

// Two years of diaries are read at once; a booking shows within a minute.
const FRESH_MS = 60_000
const MOST = 500
const held = new WeakMap<Database, KeptAnswers>()

/** Who is free around a point day by day, and from what price a person: one look at squares that search holds and one statement over diaries. */
export function openDays(ctx: Context, { lat, lng, tz, countryCode, categorySlug = defaults.category }: At) {
  const answers = held.get(ctx.database) ?? new KeptAnswers({ freshMs: FRESH_MS, most: MOST })
  held.set(ctx.database, answers)
  // Within a hundred metres the same artists come.
  const [y, x] = [Math.round(lat * 1_000) / 1_000, Math.round(lng * 1_000) / 1_000]
  const today = todayIn(tz, ctx.now)
  return answers.of(
    `${categorySlug} ${countryCode} ${y},${x} ${today}`,
    ctx.now.getTime(),
    () => {},
    () => count(ctx, { lat: y, lng: x, countryCode, categorySlug }, today),
  )
}

async function count(ctx: Context, at: Omit<Required<At>, 'tz'>, today: string): Promise<OpenDays> {
  const catalog = await catalogOf(ctx.database)
  const category = catalog.categories.get(at.categorySlug as string)
  const start = dateAfter(today, 1)
  const days = daysBetween(today, `${Number(today.slice(0, 4)) + limits.searchYearsAhead}${today.slice(4)}`)
  const fees = feesOf(catalog, at.countryCode, category?.id ?? 0, ctx.now)
  const unitsOf: Parameters<typeof artistsWithin>[1]['unitsOf'] = (square, row, costMinor) =>
    unitsWithFee(costMinor, feeAt(fees, square, row).percent)
  const visits = category ? visitsIn(category, at.countryCode).map(({ no }) => no) : []
  const within = visits.length ? artistsWithin(await squaresAround(ctx.database, at), { ...at, visits, unitsOf }) : []
  const asked = askedOf(within)
  if (within.length === 0) return { start, artists: 0, asked: 0, days: [] }
  const nos = [...new Set([...asked.even, ...asked.cheapest].map(({ no }) => no))]
  const busy = new Map(
    (await takenByDay(ctx.reads, nos, start, dateAfter(today, days))).map(({ event_date, nos: taken }) => [
      daysBetween(today, event_date),
      new Set(taken),
    ]),
  )
  return {
    start,
    artists: within.length,
    asked: asked.even.length,
    days: countFree(asked, busy, days, dayNumber(today)),
  }
}
