import type { z } from 'zod'
import type { NewPromo, Promo } from '#contract/bookings/provider-promos.ts'
import { minor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { presentPromo } from './present-promo.ts'
import { insertPromo, listedPromo } from './promo-list-queries.ts'

type Wanted = z.infer<typeof NewPromo>

/** Keeps a new promo code of a market, an artist's or the platform's. In the caller's transaction. */
export async function keepPromo(
  tx: Context,
  { worth, ...wanted }: Wanted,
  of: { countryCode: string; providerId: string | null },
): Promise<Promo> {
  const startsAt = wanted.startsAt ? new Date(wanted.startsAt) : tx.now
  const endsAt = wanted.endsAt ? new Date(wanted.endsAt) : null
  if (endsAt && (endsAt <= startsAt || endsAt <= tx.now)) throw refuseField('promo_ends_first', 'endsAt')
  const { id } = await insertPromo(tx.db, {
    country_code: of.countryCode,
    provider_id: of.providerId,
    made_by: tx.viewer.accountId,
    code: wanted.code,
    percent: 'percent' in worth ? worth.percent : null,
    amount_minor: 'percent' in worth ? null : minor(worth.amount),
    starts_at: startsAt,
    ends_at: endsAt,
    most_uses: wanted.mostUses,
    most_each: wanted.mostEach,
    least_total_minor: minor(wanted.leastTotal),
    first_only: wanted.firstOnly,
    created_at: tx.now,
  })
  return promoNow(tx, id)
}

/** A promo code as it stands. */
export async function promoNow(tx: Context, id: string): Promise<Promo> {
  const row = await listedPromo(tx.db, id)
  if (!row) throw new Error(`promo code ${id} is not there`)
  return presentPromo(row, tx.now)
}
