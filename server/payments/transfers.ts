import { GatewayRefused, groupOf } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isClaimHeld } from './charging.queries.ts'
import { sendOnce, waitForBalance, processDueRows } from './charging.ts'
import { lockAccounts, getOwedSums, postMovement } from './ledger.queries.ts'
import { findPaymentById, type PayoutRow, type ReversalRow, type TransferRow } from './payments.queries.ts'
import { endPayout, isOfTheArtist, notifyPayoutSent } from './payout-results.ts'
import { findPayoutAccount } from './payout-accounts.queries.ts'
import { lockPayout, findPayoutById, updatePayout } from './payouts.queries.ts'
import {
  sumPendingReversals,
  insertReversal,
  isFrozen,
  lockTransferByName,
  listOversentTransfers,
  transferById,
  listTransfers,
  updateReversal,
  updateTransfer,
} from './transfers.queries.ts'
import type { Minor } from '#contract/money.ts'

const HOUR_MS = 3_600_000

/** Sends one part of a payout to the artist's gateway account. Returns the time of the next retry, or null. */
export async function sendTransfer(ctx: Context, row: TransferRow): Promise<Date | null> {
  const payout = await findPayoutById(ctx.db, row.payout_id)
  if (row.state !== 'queued' || !payout) return null
  const later = new Date(ctx.now.getTime() + HOUR_MS)
  // While a payment is disputed, its part waits, because the dispute may return the money to the customer.
  if (row.payment_id && (await isFrozen(ctx.db, row.payment_id))) return later
  const account = await findPayoutAccount(ctx.db, payout.provider_id)
  if (!account)
    return refused(ctx, row, new GatewayRefused('There are no payout details.', { code: 'account_invalid' }))
  const payment = row.payment_id ? await findPaymentById(ctx.db, row.payment_id) : undefined
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
    // The artist is not the cause, and is not notified.
    return waitForBalance(ctx, payout)
  }
}

async function sent(ctx: Context, row: TransferRow, payout: PayoutRow, gatewayId: string): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (ctx) => {
    if (!(await isClaimHeld(ctx.db, 'payout_transfer', row))) return
    await updateTransfer(ctx.db, row.id, { state: 'sent', gateway_id: gatewayId, sent_at: ctx.now, error: '' })
    const payment = row.payment_id ? await findPaymentById(ctx.db, row.payment_id) : undefined
    await postMovement(
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
    const now = await continuePayout(ctx, payout.id)
    if (now) await notifyPayoutSent(ctx, sender, now)
  })
}

// Once all parts are sent, continues to the artist's bank.
async function continuePayout(ctx: Context, payoutId: string): Promise<PayoutRow | null> {
  const payout = await lockPayout(ctx.db, payoutId)
  const parts = await listTransfers(ctx.db, payoutId)
  if (payout?.state !== 'queued' || parts.some(({ state }) => state === 'queued')) return null
  const amount_minor = parts.reduce((sum, part) => sum + (part.state === 'sent' ? part.amount_minor : 0), 0)
  await updatePayout(ctx.db, payoutId, { state: 'sent', sent_at: ctx.now, next_at: ctx.now, amount_minor, error: '' })
  return { ...payout, amount_minor }
}

async function refused(ctx: Context, row: TransferRow, no: GatewayRefused): Promise<null> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (ctx) => {
    if (!(await isClaimHeld(ctx.db, 'payout_transfer', row))) return
    await updateTransfer(ctx.db, row.id, { state: 'failed', error: no.message.slice(0, 300) })
    const payout = await lockPayout(ctx.db, row.payout_id)
    if (!payout) return
    await postMovement(
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
    const parts = await listTransfers(ctx.db, payout.id)
    if (parts.every(({ state }) => state === 'failed'))
      return endPayout(ctx, sender, payout, { error: no.message, artist: isOfTheArtist(payout.gateway, no) })
    const now = await continuePayout(ctx, payout.id)
    if (now) await notifyPayoutSent(ctx, sender, now)
  })
  return null
}

const DAY_MS = 86_400_000

/** Reverses transfers that were refunded since, up to the artist's debt. Must not run inside a transaction. */
export async function reverseOversent(ctx: Context): Promise<void> {
  for (const { transfer_id, provider_id, currency, over } of await listOversentTransfers(ctx.db))
    await ctx.transaction(async (ctx) => {
      await lockAccounts(ctx.db, provider_id)
      const amountMinor = Math.min(Number(over), await debtOf(ctx, provider_id, currency))
      if (amountMinor > 0)
        await insertReversal(ctx.db, { transfer_id, amount_minor: amountMinor, next_at: ctx.now, created_at: ctx.now })
    })
  await processDueRows(ctx, 'transfer_reversal', (row) => sendReversal(ctx, row))
}

async function debtOf(ctx: Context, providerId: string, currency: string): Promise<Minor> {
  const owed = (await getOwedSums(ctx.db, providerId)).find((owed) => owed.currency === currency)
  return Math.max(0, -Number(owed?.earned ?? 0) - (await sumPendingReversals(ctx.db, providerId, currency)))
}

async function sendReversal(ctx: Context, row: ReversalRow): Promise<Date | null> {
  const transfer = await transferById(ctx.db, row.transfer_id)
  const payout = transfer && (await findPayoutById(ctx.db, transfer.payout_id))
  if (row.state !== 'queued' || !transfer?.gateway_id || !payout) return null
  const gateway = await openGateway(ctx, payout.gateway, payout.country_code)
  const asked = { transferId: transfer.gateway_id, amountMinor: row.amount_minor }
  const name = `reversal:${row.id}`
  try {
    // Earnings of a later job may have covered the debt; an earlier attempt is still searched for.
    const made = (await isOwed(ctx, row, payout))
      ? await sendOnce(ctx, 'transfer_reversal', row, {
          name,
          send: (once) => gateway.reverse({ ...asked, ...once }),
          find: (once) => gateway.findReversal({ ...asked, ...once }),
        })
      : row.attempts > 1 && (await gateway.findReversal({ ...asked, key: name, name }))
    await ctx.transaction(async (ctx) => {
      if (!(await isClaimHeld(ctx.db, 'transfer_reversal', row))) return
      if (made) await recordReversal(ctx, transfer, row, made.id)
      else await updateReversal(ctx.db, row.id, { state: 'dropped' })
    })
    return null
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    await updateReversal(ctx.db, row.id, {
      error: fault.message.slice(0, 300),
      ...(fault.short ? {} : { state: 'dropped' }),
    })
    // If the account is empty, retries a day later, because earnings of the next job may cover the debt.
    return fault.short ? new Date(ctx.now.getTime() + DAY_MS) : null
  }
}

const isOwed = async (ctx: Context, row: ReversalRow, payout: PayoutRow): Promise<boolean> => {
  const owed = (await getOwedSums(ctx.db, payout.provider_id)).find(({ currency }) => currency === payout.currency)
  return -Number(owed?.earned ?? 0) >= row.amount_minor
}

/** Records a reversal once, in the caller's transaction. */
export async function recordReversal(
  ctx: Context,
  transfer: TransferRow,
  row: ReversalRow,
  gatewayId: string,
): Promise<void> {
  const [payout, payment] = [
    await findPayoutById(ctx.db, transfer.payout_id),
    transfer.payment_id ? await findPaymentById(ctx.db, transfer.payment_id) : undefined,
  ]
  if (!payout) return
  await updateReversal(ctx.db, row.id, {
    state: 'done',
    gateway_id: gatewayId,
    done_at: ctx.now,
    next_at: null,
    claim: null,
    claimed_until: null,
    error: '',
  })
  const now = await lockTransferByName(ctx.db, transfer.gateway_id ?? '')
  await updateTransfer(ctx.db, transfer.id, { reversed_minor: (now ?? transfer).reversed_minor + row.amount_minor })
  await postMovement(
    ctx.db,
    { kind: 'reversal', providerId: payout.provider_id, amountMinor: row.amount_minor },
    {
      fact: `reversal:${row.id}`,
      currency: payout.currency,
      at: ctx.now,
      providerId: payout.provider_id,
      payoutId: payout.id,
      source: gatewayId,
      ...(payment ? { paymentId: payment.id, ref: payment.ref } : {}),
    },
  )
}
