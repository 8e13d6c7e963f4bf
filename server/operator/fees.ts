import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OperatorFeeRule, operatorFees } from '#contract/operator/fees.ts'
import {
  addFeeRule,
  type Catalog,
  getFreshCatalog,
  endFeeRule,
  removeFeeRule,
  type MarketDays,
} from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { PAGE_SIZE } from '#server/platform/pagination.ts'
import { findFeeById, type FeeRow, type FeeScope, fetchFeeRules } from './fees.queries.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { formatCsv } from '#contract/csv.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getToday } from '#server/platform/event-day.ts'
import { findProvider } from '#server/providers/index.ts'

export async function listFeeRules(
  ctx: Context,
  input: InputOf<typeof operatorFees.list>,
): Promise<OutputOf<typeof operatorFees.list>> {
  return listFeeRulePage(ctx, input, PAGE_SIZE)
}

async function listFeeRulePage(
  ctx: Context,
  { cursor, state, text, ...asked }: InputOf<typeof operatorFees.list>,
  size: number,
) {
  const catalog = await getFreshCatalog(ctx.database)
  const { provider: _, ...scope } = await resolveFeeScope(ctx, catalog, asked)
  const today = ctx.now.toISOString().slice(0, 10)
  const { rows, nextCursor } = await fetchFeeRules(ctx.db, { ...scope, state, text, today }, { cursor, size })
  return { rules: rows.map((row) => presentFeeRule(catalog, row, today)), nextCursor }
}

function presentFeeRule(catalog: Catalog, row: FeeRow, today: string): OperatorFeeRule {
  const market = catalog.markets.get(row.country_code ?? row.artist_country ?? '')
  const category = row.category_id === null ? undefined : catalog.categoriesById.get(row.category_id)
  const bounded = row.floor_minor !== null || row.cap_minor !== null
  return {
    id: row.id,
    state: row.first_on > today ? 'coming' : row.last_on !== null && row.last_on < today ? 'over' : 'now',
    country: row.country_code && market ? { code: row.country_code as CountryCode, name: market.name } : null,
    category: category ? { id: category.id, label: category.label } : null,
    artist: row.provider_id ? { id: row.provider_id, slug: row.slug ?? '', name: row.artist ?? '' } : null,
    percent: row.percent,
    firstOn: row.first_on,
    lastOn: row.last_on,
    firstBookings: row.first_bookings,
    firstMonths: row.first_months,
    floor: row.floor_minor === null ? null : toMajor(row.floor_minor),
    cap: row.cap_minor === null ? null : toMajor(row.cap_minor),
    currency: bounded ? (market?.currency ?? null) : null,
    reason: row.reason,
    madeBy: row.maker ?? '',
    madeAt: row.created_at.toISOString(),
  }
}

export async function addOperatorFee(
  ctx: Context,
  input: InputOf<typeof operatorFees.add>,
): Promise<OutputOf<typeof operatorFees.add>> {
  const catalog = await getFreshCatalog(ctx.database)
  const { provider, countryCode, categoryId, providerId } = await resolveFeeScope(ctx, catalog, input)
  const country = countryCode ?? provider?.country_code ?? null
  return ctx.transaction(async (inner) => {
    const id = await addFeeRule(
      inner,
      {
        country_code: countryCode,
        category_id: categoryId,
        provider_id: providerId,
        percent: input.percent,
        first_on: input.firstOn,
        last_on: input.lastOn ?? null,
        first_bookings: input.firstBookings ?? null,
        first_months: input.firstMonths ?? null,
        floor_minor: input.floor === undefined ? null : toMinor(input.floor),
        cap_minor: input.cap === undefined ? null : toMinor(input.cap),
        reason: input.reason,
      },
      {
        about: describeScope(catalog, { countryCode, categoryId, name: provider?.name ?? null }),
        today: getMarketDays(catalog, country, ctx.now),
      },
    )
    return { rule: await ruleNow(inner, catalog, id) }
  })
}

export async function endOperatorFee(
  ctx: Context,
  { ruleId, lastOn, reason }: InputOf<typeof operatorFees.end>,
): Promise<OutputOf<typeof operatorFees.end>> {
  const catalog = await getFreshCatalog(ctx.database)
  return ctx.transaction(async (inner) => {
    await endFeeRule(inner, ruleId, { lastOn, reason, ...(await aboutRule(inner, catalog, ruleId)) })
    return { rule: await ruleNow(inner, catalog, ruleId) }
  })
}

export async function removeOperatorFee(
  ctx: Context,
  { ruleId, reason }: InputOf<typeof operatorFees.remove>,
): Promise<OutputOf<typeof operatorFees.remove>> {
  const catalog = await getFreshCatalog(ctx.database)
  await ctx.transaction(async (inner) => {
    await removeFeeRule(inner, ruleId, { reason, ...(await aboutRule(inner, catalog, ruleId)) })
  })
  return { removed: true }
}

const EXPORT_ROWS = 5_000
const columns = [
  'id',
  'state',
  'market',
  'category',
  'artist',
  'percent',
  'first_on',
  'last_on',
  'first_bookings',
  'first_months',
  'floor',
  'cap',
  'currency',
  'reason',
  'made_by',
  'made_at',
]

export async function exportFeeRules(
  ctx: Context,
  input: InputOf<typeof operatorFees.export>,
): Promise<OutputOf<typeof operatorFees.export>> {
  const { rules, nextCursor } = await listFeeRulePage(ctx, input, EXPORT_ROWS)
  const lines = rules.map((rule) =>
    [
      rule.id,
      rule.state,
      rule.country?.code,
      rule.category?.label,
      rule.artist?.slug,
      rule.percent,
      rule.firstOn,
      rule.lastOn,
      rule.firstBookings,
      rule.firstMonths,
      rule.floor,
      rule.cap,
      rule.currency,
      rule.reason,
      rule.madeBy,
      rule.madeAt,
    ].map((value) => String(value ?? '')),
  )
  await recordAccess(ctx, { what: 'export', subjectId: 'fees', of: [] })
  return { lines: formatCsv(input.cursor ? lines : [columns, ...lines]), nextCursor }
}

async function ruleNow(ctx: Context, catalog: Catalog, id: string): Promise<OperatorFeeRule> {
  const row = await findFeeById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return presentFeeRule(catalog, row, ctx.now.toISOString().slice(0, 10))
}

async function aboutRule(ctx: Context, catalog: Catalog, id: string): Promise<{ about: string; today: MarketDays }> {
  const row = await findFeeById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return {
    about: describeScope(catalog, { countryCode: row.country_code, categoryId: row.category_id, name: row.artist }),
    today: getMarketDays(catalog, row.country_code ?? row.artist_country, ctx.now),
  }
}

const known = ['draft', 'submitted', 'in_review', 'changes_requested', 'approved', 'suspended', 'paused']

type Asked = { countryCode?: string; categoryId?: number; artist?: string }
type Scoped = FeeScope & { provider: Awaited<ReturnType<typeof findProvider>> }

export async function resolveFeeScope(
  ctx: Context,
  catalog: Catalog,
  { countryCode, categoryId, artist }: Asked,
): Promise<Scoped> {
  if (categoryId !== undefined && !catalog.categoriesById.has(categoryId))
    throw createFieldRefusal('unknown_category', 'categoryId')
  const provider = artist === undefined ? undefined : await findProvider(ctx.db, artist, known)
  if (artist !== undefined && !provider) throw createFieldRefusal('not_found', 'artist')
  return {
    countryCode: countryCode ?? null,
    categoryId: categoryId ?? null,
    providerId: provider?.id ?? null,
    provider,
  }
}

/** Markets differ by time zone. */
export function getMarketDays(catalog: Catalog, countryCode: string | null, now: Date): MarketDays {
  const markets = [...catalog.markets.values()].filter((m) => countryCode === null || m.countryCode === countryCode)
  const days = markets.map(({ tz }) => getToday(tz, now)).sort()
  return { earliest: days[0] ?? getToday('UTC', now), latest: days.at(-1) ?? getToday('UTC', now) }
}

const describeScope = (
  catalog: Catalog,
  { countryCode, categoryId, name }: { countryCode: string | null; categoryId: number | null; name: string | null },
): string =>
  [
    name,
    categoryId === null ? null : catalog.categoriesById.get(categoryId)?.label,
    countryCode === null ? null : catalog.markets.get(countryCode)?.name,
  ]
    .filter(Boolean)
    .join(', ')
