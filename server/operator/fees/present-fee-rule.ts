import { major } from '#contract/money.ts'
import type { OperatorFeeRule } from '#contract/operator/fees.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { FeeRow } from './fee-queries.ts'

/** A rule as the console shows it. */
export function presentFeeRule(catalog: Catalog, row: FeeRow, today: string): OperatorFeeRule {
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
    floor: row.floor_minor === null ? null : major(row.floor_minor),
    cap: row.cap_minor === null ? null : major(row.cap_minor),
    currency: bounded ? (market?.currency ?? null) : null,
    reason: row.reason,
    madeBy: row.maker ?? '',
    madeAt: row.created_at.toISOString(),
  }
}
