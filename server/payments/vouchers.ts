import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { SoldVoucher, vouchers } from '#contract/payments/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { presentBoughtVouchers } from './voucher-sales.ts'
import {
  listVoucherArtists,
  unlockVoucher,
  findOperatorVoucher,
  listSoldVoucherRows,
  type SoldRow,
  findVoucherByHash,
  type VoucherRow,
  listVouchersOf,
  listVouchersToUnlock,
} from './vouchers.queries.ts'
import { toMajor, formatMoneyMinor } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import { listSpendsOfVoucher } from './credits.queries.ts'
import { toIso } from './present-money.ts'
import { listPaymentsOf } from './payments.queries.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  getVoucherCode,
  hashOfCode,
  formatCode,
  isVoucherCode,
  normaliseCode,
  presentOperatorVoucher,
  presentVoucher,
  getReturnDeadline,
} from './voucher-views.ts'
import { refundGuess, consumeGuess } from '#server/platform/http/limits.ts'
import { formatCsv } from '#contract/csv.ts'
import { formatDate, zonedDay } from '#contract/format.ts'
import { getCallerPayee } from './earnings.ts'
import type { Country } from '#contract/words.ts'
import { getAllVoucherTerms } from '#server/catalog/index.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'

export const listOwnVouchers = async (ctx: Context): Promise<OutputOf<typeof vouchers.mine>> => ({
  vouchers: await presentBoughtVouchers(ctx, await listVouchersOf(ctx.db, ctx.viewer.accountId ?? '')),
})

export async function getVoucher(
  ctx: Context,
  { voucherId }: InputOf<typeof operatorVouchers.show>,
): Promise<OutputOf<typeof operatorVouchers.show>> {
  const row = await findOperatorVoucher(ctx.db, voucherId)
  if (!row) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'voucher', subjectId: row.id, of: [row.account_id] })
  const payment = (await listPaymentsOf(ctx.db, [voucherId])).findLast(({ state }) => state === 'captured')
  return {
    voucher: presentOperatorVoucher(row),
    paymentId: payment?.id ?? null,
    spends: (await listSpendsOfVoucher(ctx.db, voucherId)).map((spend) => ({
      id: spend.id,
      state: spend.state as 'kept',
      amount: toMajor(spend.amount_minor),
      returned: toMajor(spend.refunded_minor),
      description: spend.description ?? '',
      paymentId: spend.payment_id,
      at: toIso(spend.created_at) as string,
    })),
  }
}

export async function getVoucherByCode(
  ctx: Context,
  { code }: InputOf<typeof vouchers.check>,
): Promise<OutputOf<typeof vouchers.check>> {
  const row = await findVoucherByCode(ctx, code)
  const artistOf = await listVoucherArtists(ctx.db, [row])
  return { voucher: presentVoucher(row, formatCode(normaliseCode(code)), artistOf(row)) }
}

const WRONG_AN_HOUR = 20

/** Finds a paid voucher by code. Throttles guesses for an hour. Must not run inside a transaction. */
export async function findVoucherByCode(ctx: Context, typed: string): Promise<VoucherRow> {
  const guesses = `voucher codes ${ctx.address}`
  const { db } = ctx.database
  await consumeGuess(db, guesses, ctx.now, WRONG_AN_HOUR)
  const plain = normaliseCode(typed)
  const row = isVoucherCode(plain) ? await findVoucherByHash(db, hashOfCode(plain)) : undefined
  if (row && row.state === 'live') {
    await refundGuess(db, guesses, ctx.now)
    return row
  }
  throw new Refusal('code_unknown')
}

const MOST_ROWS = 10_000

export async function listSoldVouchers(ctx: Context): Promise<OutputOf<typeof vouchers.sold>> {
  const { id, tz, currency } = await getCallerPayee(ctx)
  const rows = await listSoldVoucherRows(ctx.db, id, MOST_ROWS)
  const shown = rows.map((row) => presentSold(row, ctx.now))
  const sum = (of: 'amount_minor' | 'open_minor' | 'used_minor') => toMajor(rows.reduce((all, row) => all + row[of], 0))
  return {
    currency,
    sums: { sold: sum('amount_minor'), open: sum('open_minor'), used: sum('used_minor') },
    vouchers: shown,
    lines: formatCsv([
      ['Number', 'Bought', 'From', 'For', 'Amount', 'Used with you', 'Remaining', 'Status', 'Expires', 'Currency'],
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
  amount: toMajor(row.amount_minor),
  open: toMajor(row.open_minor),
  used: toMajor(row.used_minor),
  state: stateOf(row, now),
  soldAt: new Date(row.paid_at).toISOString(),
  expiresAt: row.expires_at ? new Date(row.expires_at).toISOString() : null,
})

function stateOf({ freed_at, state, expires_at }: SoldRow, now: Date): SoldVoucher['state'] {
  if (freed_at) return 'freed'
  if (state === 'blocked') return 'blocked'
  return expires_at && new Date(expires_at) <= now ? 'ended' : 'live'
}

const AT_ONCE = 100
/** A short pause does not lift restrictions: the artist may return from a holiday. */
const PAUSE_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Lifts the restriction of vouchers whose artist cannot be booked, and notifies holders and buyers. Must not run inside
 * a transaction.
 */
export async function unlockVouchers(ctx: Context): Promise<void> {
  const pausedBefore = new Date(ctx.now.getTime() - PAUSE_DAYS * DAY_MS)
  const rows = await listVouchersToUnlock(ctx.db, { now: ctx.now, pausedBefore, most: AT_ONCE })
  if (rows.length === 0) return
  const [sender, terms] = [await getSender(ctx), await getAllVoucherTerms(ctx.db)]
  for (const { artist, ...row } of rows) {
    const code = await getVoucherCode(ctx, row)
    await ctx.transaction(async (tx) => {
      const freed = await unlockVoucher(tx.db, row.id, tx.now)
      if (freed?.state !== 'live' || freed.left_minor === 0) return
      const until = getReturnDeadline(freed, terms)
      await tell(tx, sender, freed, { artist: artist ?? 'The artist it was for', code, until })
    })
  }
}

type Told = { artist: string; code: string | null; until: Date | null }

async function tell(ctx: Context, sender: Sender, row: VoucherRow, { artist, code, until }: Told): Promise<void> {
  const country = row.country_code as Country
  const left = formatMoneyMinor(row.left_minor, row.currency, { decimals: 'always' })
  // An unsent voucher is sent as unrestricted.
  if (row.to_email && row.sent_at && code)
    await notify(ctx, sender, {
      kind: 'voucher.freed',
      to: { email: row.to_email, name: row.to_name, country },
      fact: `voucher.freed ${row.id}`,
      path: `/voucher/${code}`,
      values: { artist, left },
    })
  await notify(ctx, sender, {
    kind: 'voucher.freed.buyer',
    to: { email: row.buyer_email, name: row.buyer_name, accountId: row.account_id, country },
    fact: `voucher.freed.buyer ${row.id}`,
    path: '/customer-dashboard/vouchers',
    values: {
      artist,
      left,
      name: row.to_name,
      back: until
        ? `You can also return the rest for a refund until ${formatDate(until.toISOString().slice(0, 10), country)}.`
        : null,
    },
  })
}
