import type { Promo } from '#contract/bookings/provider-promos.ts'
import { major } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import type { ListedPromo } from './promo-list-queries.ts'

/** A promo code as whoever made it sees it. */
export const presentPromo = (row: ListedPromo, now: Date): Promo => ({
  id: row.id,
  code: row.code,
  giver: row.provider_id ? 'provider' : 'platform',
  artist: row.artist,
  countryCode: row.country_code as CountryCode,
  currency: row.currency,
  percent: row.percent,
  amount: row.amount_minor === null ? null : major(row.amount_minor),
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  mostUses: row.most_uses,
  mostEach: row.most_each,
  leastTotal: major(row.least_total_minor),
  firstOnly: row.first_only,
  stoppedAt: row.stopped_at?.toISOString() ?? null,
  state: stateOf(row, now),
  used: row.used ?? 0,
  kept: row.kept ?? 0,
  off: major(row.off_minor ?? 0),
  cost: major(row.cost_minor ?? 0),
})

function stateOf(row: ListedPromo, now: Date): Promo['state'] {
  if (row.stopped_at) return 'stopped'
  if (row.ends_at && row.ends_at <= now) return 'ended'
  if (row.most_uses !== null && (row.used ?? 0) + (row.kept ?? 0) >= row.most_uses) return 'used_up'
  return row.starts_at > now ? 'later' : 'live'
}
