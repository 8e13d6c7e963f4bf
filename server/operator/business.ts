import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Cohort, operatorBusiness, Square } from '#contract/operator/business.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listCohortRows,
  listFirstQuoteRows,
  listFunnelRows,
  listMoneyRows,
  type BusinessScope,
  listSupplyRows,
} from './business.queries.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { addDays, firstOfMonthAfter, listMonthsTo, listWeeksTo } from '#server/platform/event-day.ts'
import { listDemandAreas } from '#server/search/index.ts'
import { toMajor } from '#contract/money.ts'

export async function getFunnel(
  ctx: Context,
  input: InputOf<typeof operatorBusiness.funnel>,
): Promise<OutputOf<typeof operatorBusiness.funnel>> {
  const { catalog, weeks, of } = await parseBusinessQuery(ctx, input)
  const rows = await listFunnelRows(ctx.reads, of)
  return {
    weeks,
    kinds: [...catalog.categories.values()].map(({ id, label }) => ({ id, label })),
    rows: rows.map(({ country_code, category_id, ...counts }) => ({
      ...counts,
      countryCode: country_code,
      categoryId: category_id,
    })),
  }
}

const MONTHS = 12

export async function getCohorts(
  ctx: Context,
  { countryCode, categoryId }: InputOf<typeof operatorBusiness.cohorts>,
): Promise<OutputOf<typeof operatorBusiness.cohorts>> {
  const months = listMonthsTo(ctx.now, zonesOf(await getCatalog(ctx.database)), MONTHS)
  const rows = await listCohortRows(ctx.reads, {
    from: months[0] as string,
    until: firstOfMonthAfter(months.at(-1) as string, 1),
    countryCode: countryCode ?? null,
    categoryId: categoryId ?? null,
  })
  const counted = new Map(rows.map(({ kind, month, active, n }) => [`${kind} ${month} ${active ?? ''}`, n]))
  const of = (kind: string): Cohort[] =>
    months.map((month, i) => ({
      month,
      size: counted.get(`${kind} ${month} `) ?? 0,
      active: months.slice(i).map((active) => counted.get(`${kind} ${month} ${active}`) ?? 0),
    }))
  return { months, customers: of('customers'), artists: of('artists') }
}

export async function getFirstQuotes(
  ctx: Context,
  input: InputOf<typeof operatorBusiness.firstQuotes>,
): Promise<OutputOf<typeof operatorBusiness.firstQuotes>> {
  const { of } = await parseBusinessQuery(ctx, input)
  const rows = (await listFirstQuoteRows(ctx.reads, of)).map(({ middle, most, ...row }) => ({
    ...row,
    middleMinutes: middle,
    mostMinutes: most,
  }))
  const nobody = { asked: 0, answered: 0, middleMinutes: null, mostMinutes: null }
  return {
    all: rows.find((row) => !row.week && !row.country_code && row.category_id === null) ?? nobody,
    weeks: rows.flatMap((row) => (row.week ? { ...row, week: row.week } : [])),
    markets: rows.flatMap((row) => (row.country_code ? { ...row, countryCode: row.country_code } : [])),
    kinds: rows.flatMap((row) => (row.category_id === null ? [] : { ...row, categoryId: row.category_id })),
  }
}

export async function getSquares(
  ctx: Context,
  { countryCode }: InputOf<typeof operatorBusiness.squares>,
): Promise<OutputOf<typeof operatorBusiness.squares>> {
  const { areas, refreshedAt } = await listDemandAreas(ctx, countryCode ? { countryCode } : {})
  const squares = new Map<number, Square>()
  for (const { cell, country_code, ...supply } of await listSupplyRows(ctx.reads, countryCode ?? null))
    squares.set(cell, { cell, countryCode: country_code, ...supply, demand: null })
  for (const { cell, place, countryCode: country, lat, lng, people, searches, withoutArtist, unanswered } of areas) {
    const nobody = { cell, place, countryCode: country, lat, lng, artists: 0, instant: 0 }
    const demand = { people, searches, withoutArtist, unanswered }
    squares.set(cell, { ...(squares.get(cell) ?? nobody), place, demand })
  }
  return {
    squares: [...squares.values()].sort(
      (a, b) =>
        (b.demand?.withoutArtist ?? 0) - (a.demand?.withoutArtist ?? 0) || b.artists - a.artists || a.cell - b.cell,
    ),
    refreshedAt,
  }
}

export async function getBusinessMoney(
  ctx: Context,
  input: InputOf<typeof operatorBusiness.money>,
): Promise<OutputOf<typeof operatorBusiness.money>> {
  const { weeks, of } = await parseBusinessQuery(ctx, input)
  const rows = await listMoneyRows(ctx.reads, of)
  return {
    weeks,
    rows: rows.map((row) => ({
      week: row.week,
      countryCode: row.country_code,
      categoryId: row.category_id,
      currency: row.currency,
      bookings: row.bookings,
      gross: toMajor(Number(row.gross)),
      take: toMajor(Number(row.take)),
      refunds: toMajor(Number(row.refunds)),
      refunded: row.refunded,
      disputes: row.disputes,
    })),
  }
}

const zonesOf = ({ markets }: Catalog): string[] => [...markets.values()].map(({ tz }) => tz)

async function parseBusinessQuery(
  ctx: Context,
  {
    weeks: n,
    countryCode,
    categoryId,
  }: { weeks: number; countryCode?: string | undefined; categoryId?: number | undefined },
): Promise<{ catalog: Catalog; weeks: string[]; of: BusinessScope }> {
  const catalog = await getCatalog(ctx.database)
  const weeks = listWeeksTo(ctx.now, zonesOf(catalog), n)
  const of = {
    from: weeks[0] as string,
    until: addDays(weeks.at(-1) as string, 7),
    countryCode: countryCode ?? null,
    categoryId: categoryId ?? null,
  }
  return { catalog, weeks, of }
}
