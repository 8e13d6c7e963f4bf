import { date } from '#contract/format.ts'
import { moneyOf } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import { paymentsOf } from '#server/payments/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { artistsOfVouchers } from './artist-queries.ts'
import { codeOf } from './voucher-code.ts'
import { mark, type VoucherRow, vouchersToSend } from './voucher-queries.ts'

const AT_ONCE = 100

/** Sends the vouchers whose time has come, each once: to whom they are for, and to their buyer. Not inside a transaction. */
export async function sendVouchers(ctx: Context): Promise<void> {
  const rows = await vouchersToSend(ctx.db, ctx.now, AT_ONCE)
  if (rows.length === 0) return
  const [sender, artistOf] = [await senderOf(ctx), await artistsOfVouchers(ctx.db, rows)]
  for (const row of rows) {
    const code = await codeOf(ctx, row)
    if (!code) {
      ctx.log.error({ voucher: row.id }, 'the key that a voucher was made with is gone')
      continue
    }
    await ctx.transaction(async (tx) => {
      if (await mark(tx.db, row.id, 'told_at', tx.now))
        await tellBuyer(tx, sender, row, valuesOf(row, code, artistOf(row)?.name))
      if (row.due && (await mark(tx.db, row.id, 'sent_at', tx.now)))
        await send(tx, sender, row, valuesOf(row, code, artistOf(row)?.name))
    })
  }
}

type Values = ReturnType<typeof valuesOf>

function valuesOf(row: VoucherRow, code: string, artist: string | undefined) {
  const country = row.country_code as Country
  const day = (at: Date | string) => date(new Date(at).toISOString().slice(0, 10), country)
  return {
    amount: moneyOf(row.amount_minor, row.currency),
    code,
    message: row.message || null,
    ends: row.expires_at ? `It can be spent until ${day(row.expires_at)}.` : 'It never ends.',
    only: artist ? `It is for bookings with ${artist}.` : null,
    sends: row.to_email ? `It goes to ${row.to_name} ${row.send_on ? `on ${day(row.send_on)}` : 'now'}.` : null,
  }
}

const send = (ctx: Context, sender: Sender, row: VoucherRow, values: Values): Promise<void> =>
  notify(ctx, sender, {
    kind: 'voucher.for.you',
    to: { email: row.to_email ?? '', name: row.to_name, country: row.country_code },
    fact: `voucher ${row.id}`,
    path: `/voucher/${values.code}`,
    values: { ...values, name: row.buyer_name },
  })

async function tellBuyer(ctx: Context, sender: Sender, row: VoucherRow, values: Values): Promise<void> {
  const payment = (await paymentsOf(ctx.db, [row.id])).findLast(({ state }) => state === 'captured')
  await notify(ctx, sender, {
    kind: 'voucher.bought',
    to: { email: row.buyer_email, name: row.buyer_name, accountId: row.account_id, country: row.country_code },
    fact: `voucher bought ${row.id}`,
    path: `/voucher/${values.code}`,
    values: { ...values, name: row.to_name, number: String(payment?.number ?? '') },
  })
}
