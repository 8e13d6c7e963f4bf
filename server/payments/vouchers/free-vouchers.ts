import { date } from '#contract/format.ts'
import { moneyOf } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { freeVoucher, vouchersToFree } from './artist-queries.ts'
import { returnUntil } from './present-voucher.ts'
import { codeOf } from './voucher-code.ts'
import type { VoucherRow } from './voucher-queries.ts'

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
