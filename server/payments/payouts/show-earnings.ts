import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import { zonedDay } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { gatewayNow } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { earnedByMonth, paidOutEver, payoutsOf } from './earnings-queries.ts'
import { owedTo } from '#server/payments/ledger/ledger-queries.ts'
import { type Payee, payeeOf, payoutAccountOf } from './payout-account-queries.ts'

const MONTHS = 12

/** Who is paid, with the money of their market. */
export async function ownPayee(ctx: Context): Promise<Payee & { currency: string }> {
  const payee = ctx.viewer.accountId ? await payeeOf(ctx.db, ctx.viewer.accountId) : undefined
  if (!payee) throw new Refusal('not_found')
  const market = (await catalogOf(ctx.database)).markets.get(payee.country_code as 'GB')
  return { ...payee, currency: market?.currency ?? 'AUD' }
}

/** What the caller has earned by month, what waits and what is due. */
export async function showEarnings(ctx: Context): Promise<OutputOf<typeof earnings.show>> {
  const { id, tz, country_code, currency } = await ownPayee(ctx)
  const months = lastMonths(zonedDay(ctx.now.toISOString(), tz), MONTHS)
  const sums = new Map(
    (await earnedByMonth(ctx.db, id, currency, tz, new Date(ctx.now.getTime() - (MONTHS + 1) * 31 * 86_400_000))).map(
      (sum) => [sum.month, sum],
    ),
  )
  const owed = (await owedTo(ctx.db, id)).find((o) => o.currency === currency)
  const current = sums.get(months.at(-1) ?? '')
  const due = Number(owed?.earned ?? 0)
  return {
    currency,
    countryCode: country_code,
    test: gatewayNow(ctx.env) === 'test',
    months: months.map((month) => ({
      month,
      yours: major(Number(sums.get(month)?.yours ?? 0)),
      fee: major(Number(sums.get(month)?.fee ?? 0)),
      bookings: Number(sums.get(month)?.bookings ?? 0),
    })),
    thisMonth: { yours: major(Number(current?.yours ?? 0)), bookings: Number(current?.bookings ?? 0) },
    waiting: major(Number(owed?.pending ?? 0)),
    due: major(due),
    paidOut: major(await paidOutEver(ctx.db, id, currency)),
    nextPayout: due > 0 ? { date: nextPayoutDay(ctx.now, tz), amount: major(due) } : null,
  }
}

function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7),
  )
}

/** The hour and minute, in UTC, at which what is due is paid out each day. */
export const payoutTime = { hour: 6, minute: 30 } as const

/** The day on which the next payouts leave, in a zone. */
function nextPayoutDay(now: Date, tz: string): string {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), payoutTime.hour, payoutTime.minute)
  return zonedDay(new Date(today > now.getTime() ? today : today + 86_400_000).toISOString(), tz)
}

/** The caller's payout details, balance and payouts. */
export async function showPayouts(
  ctx: Context,
  { cursor }: InputOf<typeof earnings.payouts>,
): Promise<OutputOf<typeof earnings.payouts>> {
  const { id, tz, currency } = await ownPayee(ctx)
  const account = await payoutAccountOf(ctx.db, id)
  const owed = (await owedTo(ctx.db, id)).find((o) => o.currency === currency)
  const { page, nextCursor } = paged(await payoutsOf(ctx.db, id, readCursor(cursor, uuids)))
  return {
    details: {
      gateway: gatewayNow(ctx.env),
      state: (account?.state as 'ready' | undefined) ?? 'none',
      label: account?.label ?? '',
    },
    currency,
    waiting: major(Number(owed?.pending ?? 0)),
    due: major(Number(owed?.earned ?? 0)),
    nextDate: nextPayoutDay(ctx.now, tz),
    payouts: page.map((row) => ({
      id: row.id,
      amount: major(row.amount_minor),
      currency: row.currency,
      state: row.state as 'paid',
      createdAt: row.at,
      paidAt: row.paid_at ? new Date(row.paid_at).toISOString() : null,
      error: row.error,
    })),
    nextCursor,
  }
}
