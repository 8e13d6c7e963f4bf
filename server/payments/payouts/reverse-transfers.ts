import type { Minor } from '#contract/money.ts'
import { GatewayRefused } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { holdsClaim } from '#server/payments/bank/claim-queries.ts'
import { sendOnce, workOff } from '#server/payments/bank/send-once.ts'
import { lockAccounts, owedTo, post } from '#server/payments/ledger/ledger-queries.ts'
import { paymentById, type PayoutRow, type ReversalRow, type TransferRow } from '#server/payments/queries.ts'
import { payoutById } from './payout-queries.ts'
import {
  comingBackFrom,
  insertReversal,
  lockTransferByName,
  oversent,
  transferById,
  updateReversal,
  updateTransfer,
} from './transfer-queries.ts'

const DAY_MS = 86_400_000

/** Takes back from artists what was sent to them and has been refunded since, as far as they owe it. Not inside a transaction. */
export async function reverseOversent(ctx: Context): Promise<void> {
  for (const { transfer_id, provider_id, currency, over } of await oversent(ctx.db))
    await ctx.transaction(async (ctx) => {
      await lockAccounts(ctx.db, provider_id)
      const amountMinor = Math.min(Number(over), await debtOf(ctx, provider_id, currency))
      if (amountMinor > 0)
        await insertReversal(ctx.db, { transfer_id, amount_minor: amountMinor, next_at: ctx.now, created_at: ctx.now })
    })
  await workOff(ctx, 'transfer_reversal', (row) => sendReversal(ctx, row))
}

// What their next jobs do not make up for already, nor is on its way back.
async function debtOf(ctx: Context, providerId: string, currency: string): Promise<Minor> {
  const owed = (await owedTo(ctx.db, providerId)).find((owed) => owed.currency === currency)
  return Math.max(0, -Number(owed?.earned ?? 0) - (await comingBackFrom(ctx.db, providerId, currency)))
}

async function sendReversal(ctx: Context, row: ReversalRow): Promise<Date | null> {
  const transfer = await transferById(ctx.db, row.transfer_id)
  const payout = transfer && (await payoutById(ctx.db, transfer.payout_id))
  if (row.state !== 'queued' || !transfer?.gateway_id || !payout) return null
  const gateway = await openGateway(ctx, payout.gateway, payout.country_code)
  const asked = { transferId: transfer.gateway_id, amountMinor: row.amount_minor }
  const name = `reversal:${row.id}`
  try {
    // Their next job may have made up for it; what was sent before all the same is found.
    const made = (await isOwed(ctx, row, payout))
      ? await sendOnce(ctx, 'transfer_reversal', row, {
          name,
          send: (once) => gateway.reverse({ ...asked, ...once }),
          find: (once) => gateway.findReversal({ ...asked, ...once }),
        })
      : row.attempts > 1 && (await gateway.findReversal({ ...asked, key: name, name }))
    await ctx.transaction(async (ctx) => {
      if (!(await holdsClaim(ctx.db, 'transfer_reversal', row))) return
      if (made) await keepReversal(ctx, transfer, row, made.id)
      else await updateReversal(ctx.db, row.id, { state: 'dropped' })
    })
    return null
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    await updateReversal(ctx.db, row.id, {
      error: fault.message.slice(0, 300),
      ...(fault.short ? {} : { state: 'dropped' }),
    })
    // Where their account is empty, their next job makes up for it, or more comes in: looked at again a day later.
    return fault.short ? new Date(ctx.now.getTime() + DAY_MS) : null
  }
}

const isOwed = async (ctx: Context, row: ReversalRow, payout: PayoutRow): Promise<boolean> => {
  const owed = (await owedTo(ctx.db, payout.provider_id)).find(({ currency }) => currency === payout.currency)
  return -Number(owed?.earned ?? 0) >= row.amount_minor
}

/** Writes down that part of a transfer has come back, once, in the caller's transaction. */
export async function keepReversal(
  ctx: Context,
  transfer: TransferRow,
  row: ReversalRow,
  gatewayId: string,
): Promise<void> {
  const [payout, payment] = [
    await payoutById(ctx.db, transfer.payout_id),
    transfer.payment_id ? await paymentById(ctx.db, transfer.payment_id) : undefined,
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
  await post(
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
