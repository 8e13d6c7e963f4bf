import { platformPartOf } from '#contract/payments/promo.ts'
import { reader } from '#contract/words.ts'
import { standingSum } from '#server/bookings/money/money-of.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'
import { post } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { platformPays } from '#contract/price.ts'
import { bookedOfPromo, markLooked, usesToBook } from './promo-ledger-queries.ts'

const AT_ONCE = 1_000

/** Brings into the books what the platform pays of its customers' prices by its own codes, in the part of what they have paid and not got back; the fee is charged whole. Not inside a transaction. */
export async function bookPromos(ctx: Context): Promise<void> {
  for (const use of await usesToBook(ctx.db, ctx.now, AT_ONCE)) {
    for (const id of use.appointments) await ctx.transaction((tx) => bookOne(tx, id))
    await markLooked(ctx.db, use.id, ctx.now)
  }
}

async function bookOne(tx: Context, id: string): Promise<void> {
  const found = await lockBooking(tx, id)
  if (!found) return
  const { row, payments } = found
  const theirs = payments.filter((p) => p.state === 'captured' && p.kind !== 'tip' && p.provider_id === row.provider_id)
  const cashMinor = row.balance_paid_how === 'cash' ? row.total_minor - row.deposit_minor : 0
  const dueMinor = platformPartOf(standingSum(theirs) + cashMinor, {
    totalMinor: row.total_minor,
    platformMinor: platformPays(row.body),
  })
  const booked = await bookedOfPromo(tx.db, id)
  await post(
    tx.db,
    { kind: 'promo', providerId: row.provider_id, amountMinor: dueMinor - booked.amountMinor },
    {
      fact: `promo:${id}:${booked.times}`,
      currency: row.currency,
      at: tx.now,
      providerId: row.provider_id,
      ref: id,
      note: reader(noticeLines)('promo.part', { event: row.event }),
    },
  )
}
