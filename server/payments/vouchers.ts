import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { SoldVoucher, vouchers } from '#contract/payments/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { boughtOf } from './voucher-sales.ts'
import {
  artistsOfVouchers,
  freeVoucher,
  operatorVoucher,
  soldFor,
  type SoldRow,
  voucherByHash,
  type VoucherRow,
  vouchersOf,
  vouchersToFree,
} from './vouchers.queries.ts'
import { major, moneyOf } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import { spendsOfVoucher } from './credits.queries.ts'
import { iso } from './present-money.ts'
import { paymentsOf } from './payments.queries.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  codeOf,
  hashOfCode,
  inFours,
  isVoucherCode,
  plainCode,
  presentOperatorVoucher,
  presentVoucher,
  returnUntil,
} from './voucher-views.ts'
import { returnGuess, takeGuess } from '#server/platform/http/limits.ts'
import { csvLines } from '#contract/csv.ts'
import { date, zonedDay } from '#contract/format.ts'
import { ownPayee } from './earnings.ts'
import type { Country } from '#contract/words.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import { notify, type Sender, senderOf } from '#server/notifications/index.ts'

/** The vouchers that the caller has bought. */
export const listOwnVouchers = async (ctx: Context): Promise<OutputOf<typeof vouchers.mine>> => ({
  vouchers: await boughtOf(ctx, await vouchersOf(ctx.db, ctx.viewer.accountId ?? '')),
})

/** One voucher with what it paid. */
export async function showVoucher(
  ctx: Context,
  { voucherId }: InputOf<typeof operatorVouchers.show>,
): Promise<OutputOf<typeof operatorVouchers.show>> {
  const row = await operatorVoucher(ctx.db, voucherId)
  if (!row) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'voucher', subjectId: row.id, of: [row.account_id] })
  const payment = (await paymentsOf(ctx.db, [voucherId])).findLast(({ state }) => state === 'captured')
  return {
    voucher: presentOperatorVoucher(row),
    paymentId: payment?.id ?? null,
    spends: (await spendsOfVoucher(ctx.db, voucherId)).map((spend) => ({
      id: spend.id,
      state: spend.state as 'kept',
      amount: major(spend.amount_minor),
      returned: major(spend.refunded_minor),
      description: spend.description ?? '',
      paymentId: spend.payment_id,
      at: iso(spend.created_at) as string,
    })),
  }
}

/** The voucher of a code, with what is left of it. */
export async function lookAtVoucher(
  ctx: Context,
  { code }: InputOf<typeof vouchers.look>,
): Promise<OutputOf<typeof vouchers.look>> {
  const row = await voucherOfCode(ctx, code)
  const artistOf = await artistsOfVouchers(ctx.db, [row])
  return { voucher: presentVoucher(row, inFours(plainCode(code)), artistOf(row)) }
}

const WRONG_AN_HOUR = 20

/** The paid voucher of a code; whoever guesses learns nothing, and is stopped for the hour. Not inside a transaction. */
export async function voucherOfCode(ctx: Context, typed: string): Promise<VoucherRow> {
  const guesses = `voucher codes ${ctx.address}`
  const { db } = ctx.database
  await takeGuess(db, guesses, ctx.now, WRONG_AN_HOUR)
  const plain = plainCode(typed)
  const row = isVoucherCode(plain) ? await voucherByHash(db, hashOfCode(plain)) : undefined
  if (row && row.state === 'live') {
    await returnGuess(db, guesses, ctx.now)
    return row
  }
  throw new Refusal('code_unknown')
}

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

const AT_ONCE = 100
/** A holiday is no goodbye: whoever stops taking bookings by their own choice may come back meanwhile. */
const PAUSE_DAYS = 30
const DAY_MS = 86_400_000

/** Lets vouchers for artists who can be booked no more be spent with anybody, each once, and tells who has them and who paid. Not inside a transaction. */
export async function freeVouchers(ctx: Context): Promise<void> {
  const pausedBefore = new Date(ctx.now.getTime() - PAUSE_DAYS * DAY_MS)
  const rows = await vouchersToFree(ctx.db, { now: ctx.now, pausedBefore, most: AT_ONCE })
  if (rows.length === 0) return
  const [sender, terms] = [await senderOf(ctx), await voucherTermsOf(ctx.db)]
  for (const { artist, ...row } of rows) {
    const code = await codeOf(ctx, row)
    await ctx.transaction(async (tx) => {
      const freed = await freeVoucher(tx.db, row.id, tx.now)
      if (freed?.state !== 'live' || freed.left_minor === 0) return
      const until = returnUntil(freed, terms)
      await tell(tx, sender, freed, { artist: artist ?? 'The artist it was for', code, until })
    })
  }
}

type Told = { artist: string; code: string | null; until: Date | null }

async function tell(ctx: Context, sender: Sender, row: VoucherRow, { artist, code, until }: Told): Promise<void> {
  const country = row.country_code as Country
  const left = moneyOf(row.left_minor, row.currency, { decimals: 'always' })
  // Whoever has not got it yet gets it as one for everybody.
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
        ? `Until ${date(until.toISOString().slice(0, 10), country)} you can also give back what is left of it.`
        : null,
    },
  })
}
