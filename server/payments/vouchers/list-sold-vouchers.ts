import { csvLines } from '#contract/csv.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { SoldVoucher, vouchers } from '#contract/payments/vouchers.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import type { Context } from '#server/platform/context.ts'
import { type SoldRow, soldFor } from './artist-queries.ts'

/** The most rows of one list: a few a day for ten years. */
const MOST_ROWS = 10_000

/** The vouchers that were bought for bookings with the caller, with their sums, and as lines of a CSV file. */
export async function listSoldVouchers(ctx: Context): Promise<OutputOf<typeof vouchers.sold>> {
  const { id, tz, currency } = await ownPayee(ctx)
  const rows = await soldFor(ctx.db, id, MOST_ROWS)
  const shown = rows.map((row) => presentSold(row, ctx.now))
  const sum = (of: 'amount_minor' | 'open_minor' | 'used_minor') => major(rows.reduce((all, row) => all + row[of], 0))
  return {
    currency,
    sums: { sold: sum('amount_minor'), open: sum('open_minor'), used: sum('used_minor') },
    vouchers: shown,
    lines: csvLines([
      ['Number', 'Bought', 'From', 'For', 'Amount', 'Used with you', 'Open', 'State', 'Ends', 'Currency'],
      ...shown.map((one) => [
        one.number,
        zonedDay(one.soldAt, tz),
        one.fromName,
        one.toName,
        ...[one.amount, one.used, one.open].map((amount) => amount.toFixed(2)),
        one.state,
        one.expiresAt ? zonedDay(one.expiresAt, tz) : '',
        currency,
      ]),
    ]),
  }
}

const presentSold = (row: SoldRow, now: Date): SoldVoucher => ({
  number: String(row.number),
  fromName: row.buyer_name,
  toName: row.to_name,
  amount: major(row.amount_minor),
  open: major(row.open_minor),
  used: major(row.used_minor),
  state: stateOf(row, now),
  soldAt: new Date(row.paid_at).toISOString(),
  expiresAt: row.expires_at ? new Date(row.expires_at).toISOString() : null,
})

function stateOf({ freed_at, state, expires_at }: SoldRow, now: Date): SoldVoucher['state'] {
  if (freed_at) return 'freed'
  if (state === 'blocked') return 'blocked'
  return expires_at && new Date(expires_at) <= now ? 'ended' : 'live'
}
