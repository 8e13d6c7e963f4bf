import { GatewayRefused, groupOf } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { holdsClaim } from '#server/payments/bank/claim-queries.ts'
import { waitForBalance } from '#server/payments/bank/send-due.ts'
import { sendOnce } from '#server/payments/bank/send-once.ts'
import { post } from '#server/payments/ledger/ledger-queries.ts'
import { paymentById, type PayoutRow, type TransferRow } from '#server/payments/queries.ts'
import { endPayout, isOfTheArtist } from './end-payout.ts'
import { payoutAccountOf } from './payout-account-queries.ts'
import { lockPayout, payoutById, updatePayout } from './payout-queries.ts'
import { tellSent } from './tell-payout.ts'
import { isFrozen, transfersOf, updateTransfer } from './transfer-queries.ts'

const HOUR_MS = 3_600_000

/** Sends one part of a payout to the artist's account at the service; answers when it is to be tried again. */
export async function sendTransfer(ctx: Context, row: TransferRow): Promise<Date | null> {
  const payout = await payoutById(ctx.db, row.payout_id)
  if (row.state !== 'queued' || !payout) return null
  const later = new Date(ctx.now.getTime() + HOUR_MS)
  // It may be the customer's after all.
  if (row.payment_id && (await isFrozen(ctx.db, row.payment_id))) return later
  const account = await payoutAccountOf(ctx.db, payout.provider_id)
  if (!account)
    return refused(ctx, row, new GatewayRefused('There are no payout details.', { code: 'account_invalid' }))
  const payment = row.payment_id ? await paymentById(ctx.db, row.payment_id) : undefined
  const gateway = await openGateway(ctx, payout.gateway, payout.country_code)
  const asked = {
    accountId: account.gateway_id,
    amountMinor: row.amount_minor,
    currency: payout.currency,
    chargeId: payment?.gateway === payout.gateway ? payment.charge_id : null,
    group: payment ? groupOf(payment.id) : `payout:${payout.id}`,
  }
  try {
    const { id } = await sendOnce(ctx, 'payout_transfer', row, {
      name: `transfer:${row.id}`,
      send: (once) => gateway.transfer({ ...asked, ...once }),
      find: (once) => gateway.findTransfer({ ...asked, ...once }),
    })
    await sent(ctx, row, payout, id)
    return null
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    if (!fault.short) return refused(ctx, row, fault)
    // No business of the artist's.
    return waitForBalance(ctx, payout)
  }
}

async function sent(ctx: Context, row: TransferRow, payout: PayoutRow, gatewayId: string): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (ctx) => {
    if (!(await holdsClaim(ctx.db, 'payout_transfer', row))) return
    await updateTransfer(ctx.db, row.id, { state: 'sent', gateway_id: gatewayId, sent_at: ctx.now, error: '' })
    const payment = row.payment_id ? await paymentById(ctx.db, row.payment_id) : undefined
    await post(
      ctx.db,
      { kind: 'paid_out', amountMinor: row.amount_minor },
      {
        fact: `paid_out:${row.id}`,
        currency: payout.currency,
        at: ctx.now,
        providerId: payout.provider_id,
        payoutId: payout.id,
        source: gatewayId,
        ...(payment ? { paymentId: payment.id, ref: payment.ref } : {}),
      },
    )
    const now = await goOn(ctx, payout.id)
    if (now) await tellSent(ctx, sender, now)
  })
}

// Once all that is left of it has been sent, it goes on to the artist's bank.
async function goOn(ctx: Context, payoutId: string): Promise<PayoutRow | null> {
  const payout = await lockPayout(ctx.db, payoutId)
  const parts = await transfersOf(ctx.db, payoutId)
  if (payout?.state !== 'queued' || parts.some(({ state }) => state === 'queued')) return null
  const amount_minor = parts.reduce((sum, part) => sum + (part.state === 'sent' ? part.amount_minor : 0), 0)
  await updatePayout(ctx.db, payoutId, { state: 'sent', sent_at: ctx.now, next_at: ctx.now, amount_minor, error: '' })
  return { ...payout, amount_minor }
}

// What one part was refused is due again; the others go on.
async function refused(ctx: Context, row: TransferRow, no: GatewayRefused): Promise<null> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (ctx) => {
    if (!(await holdsClaim(ctx.db, 'payout_transfer', row))) return
    await updateTransfer(ctx.db, row.id, { state: 'failed', error: no.message.slice(0, 300) })
    const payout = await lockPayout(ctx.db, row.payout_id)
    if (!payout) return
    await post(
      ctx.db,
      { kind: 'payout_failed', providerId: payout.provider_id, amountMinor: row.amount_minor },
      {
        fact: `payout_failed:${row.id}`,
        currency: payout.currency,
        at: ctx.now,
        providerId: payout.provider_id,
        payoutId: payout.id,
      },
    )
    const parts = await transfersOf(ctx.db, payout.id)
    if (parts.every(({ state }) => state === 'failed'))
      return endPayout(ctx, sender, payout, { error: no.message, artist: isOfTheArtist(payout.gateway, no) })
    const now = await goOn(ctx, payout.id)
    if (now) await tellSent(ctx, sender, now)
  })
  return null
}
