import type { Context } from '#server/platform/context.ts'
import {
  findChargeBackById,
  type ChargeBackRow,
  insertChargeBack,
  isReleased,
  lockChargeBackByName,
  updateChargeBack,
} from './charge-backs.queries.ts'
import type { ChargeBackTold, GatewayEvent } from '#server/gateways/payments/gateway.ts'
import {
  type GatewayName,
  lockPayment,
  type PaymentRow,
  getProviderOfPayment,
  updatePayment,
} from './payments.queries.ts'
import { toMajor } from '#contract/money.ts'
import { getWholeOfPayment } from './payable.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { computePlatformLoss } from '#contract/payments/refund.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { lockAccounts, getPendingAmount, postMovement } from './ledger.queries.ts'
import { releaseEarnings } from './refunds.ts'
import { replaceWaitingRefunds } from './waiting-refunds.ts'
import { blockDisputed, drainVoucher } from './vouchers.queries.ts'
import { notifyOperators } from './notify-operators.ts'

const ended = (state: string): boolean => state === 'won' || state === 'lost' || state === 'closed'

/**
 * Handles a dispute webhook in the caller's transaction. A new dispute notifies the operators. A loss is deducted from
 * fee and earnings like a refund. An appeal reopens the dispute, and its decision reverses the earlier one. An unknown
 * status changes nothing and triggers an alert.
 */
export async function handleDisputeWebhook(
  ctx: Context,
  gateway: GatewayName,
  { kind, at, chargeBack: told }: GatewayEvent,
  { id }: PaymentRow,
): Promise<'moved' | 'late' | 'noted'> {
  const payment = await lockPayment(ctx.db, id)
  if (!told || payment?.state !== 'captured') return 'noted'
  const made = await insertChargeBack(ctx.db, payment.id, gateway, told, at)
  if (made) await notifyOfDispute(ctx, made, payment)
  // A voucher cannot be spent while its payment is disputed.
  if (made && payment.kind === 'voucher') await blockDisputed(ctx.db, payment.ref)
  const known = await lockChargeBackByName(ctx.db, gateway, told.id)
  if (!known) return 'noted'
  if (told.unknownStatus) {
    ctx.count('dispute_unknown')
    ctx.log.error({ dispute: told.id, status: told.unknownStatus }, 'a dispute has an unknown status')
  }
  if (known.appealed_at && at < known.appealed_at) return handleLateEvent(ctx, kind, known, payment)
  const row = isAppealed(known, told, at) ? await reopen(ctx, known, told, at) : known
  let moved = made !== undefined || row !== known
  const decided = told.status === 'lost' || told.status === 'won'
  if ((kind === 'charge_back_taken' || (decided && !ended(row.state))) && !row.taken) {
    moved =
      (await postMovement(
        ctx.db,
        { kind: 'charge_back', amountMinor: row.amount_minor },
        about(ctx, 'charge_back', row, payment),
      )) || moved
    await updateChargeBack(ctx.db, row.id, { taken: true, fee_minor: Math.max(row.fee_minor, told.feeMinor) })
  }
  if (kind === 'charge_back_given' || (told.status === 'won' && !ended(row.state)))
    moved =
      (await postMovement(
        ctx.db,
        { kind: 'charge_back_won', amountMinor: row.amount_minor },
        about(ctx, 'charge_back_won', row, payment),
      )) || moved
  if (told.status === 'won' && row.lost_minor !== null) moved = (await restore(ctx, row, payment)) || moved
  if (told.status === 'lost' && !ended(row.state) && row.lost_minor === null)
    moved = (await lose(ctx, row, payment)) || moved
  // An event that arrives out of order does not change the state.
  const isLate = ended(row.state) || (row.state === 'sent' && told.status === 'open' && !told.appeal)
  const state = isLate || told.unknownStatus ? row.state : told.status
  if (state !== row.state) {
    await updateChargeBack(ctx.db, row.id, { state, due_at: told.dueAt, closed_at: ended(state) ? at : null })
    moved = true
  }
  return moved ? 'moved' : 'late'
}

/** Handles an event that is older than an appeal: only its money movements count. */
async function handleLateEvent(ctx: Context, kind: GatewayEvent['kind'], row: ChargeBackRow, payment: PaymentRow) {
  const what = { charge_back_taken: 'charge_back', charge_back_given: 'charge_back_won' } as const
  const movement = kind === 'charge_back_taken' || kind === 'charge_back_given' ? what[kind] : null
  const before = { ...row, appeals: row.appeals - 1 }
  const moved =
    movement !== null &&
    (await postMovement(
      ctx.db,
      { kind: movement, amountMinor: row.amount_minor },
      about(ctx, movement, before, payment),
    ))
  return moved ? 'moved' : 'late'
}

/** Returns whether a decided dispute was reopened or decided differently. */
const isAppealed = (row: ChargeBackRow, told: ChargeBackTold, at: Date): boolean =>
  ended(row.state) &&
  !told.unknownStatus &&
  row.closed_at !== null &&
  at >= row.closed_at &&
  (told.appeal === true || ((told.status === 'won' || told.status === 'lost') && told.status !== row.state))

/**
 * Reopens a decided dispute. If we had won, the bank may withdraw the amount again. If we had lost, the bank keeps the
 * amount until the next decision.
 */
async function reopen(ctx: Context, row: ChargeBackRow, told: ChargeBackTold, at: Date): Promise<ChargeBackRow> {
  await updateChargeBack(ctx.db, row.id, {
    state: told.status === 'open' ? 'open' : 'sent',
    closed_at: null,
    due_at: told.dueAt,
    taken: row.lost_minor !== null || row.state === 'lost',
    appeals: row.appeals + 1,
    appealed_at: at,
  })
  return (await findChargeBackById(ctx.db, row.id)) ?? row
}

const about = (ctx: Context, what: string, row: ChargeBackRow, payment: PaymentRow) => ({
  fact: row.appeals ? `${what}:${row.gateway_id}:${row.appeals}` : `${what}:${row.gateway_id}`,
  currency: payment.currency,
  at: ctx.now,
  providerId: payment.provider_id,
  ref: payment.ref,
  paymentId: payment.id,
  source: row.gateway_id,
})

async function notifyOfDispute(ctx: Context, row: ChargeBackRow, payment: PaymentRow): Promise<void> {
  const amount = formatMoney(toMajor(row.amount_minor), row.currency, { decimals: 'always', mixed: true })
  const until = row.due_at ? formatDate(row.due_at.toISOString().slice(0, 10), 'GB') : '–'
  const number = String(payment.number)
  await raiseAlarm(ctx, { kind: 'payments.charge_back', subjectId: row.id, values: { amount, number, date: until } })
  await notifyOperators(ctx, 'op.charge_back', {
    values: { amount, number, date: until },
    path: `/operator/charge-backs/${row.id}`,
    fact: row.id,
  })
}

// Deducts the disputed amount only; the platform bears earlier refunds of it. The loss replaces a recorded refund that
// awaits approval and is split in the same way.
async function lose(ctx: Context, row: ChargeBackRow, locked: PaymentRow): Promise<boolean> {
  if (locked.kind === 'voucher') return loseVoucher(ctx, row, locked)
  const replaced = await replaceWaitingRefunds(ctx, locked, row.amount_minor)
  const { payment } = replaced
  const providerId = getProviderOfPayment(payment)
  await lockAccounts(ctx.db, providerId)
  const { ref, currency } = payment
  const pendingMinor = await getPendingAmount(ctx.db, { providerId, ref, currency })
  const amountMinor = Math.min(row.amount_minor, payment.amount_minor - payment.refunded_minor)
  const rest = row.amount_minor - amountMinor
  const others = computePlatformLoss(
    amountMinor - replaced.amountMinor,
    'shared',
    await getWholeOfPayment(ctx, payment),
  )
  const feeBackMinor = replaced.feeBackMinor + others
  const fact = about(ctx, 'charge_back_lost', row, payment)
  const lost = { kind: 'charge_back_lost' as const, providerId }
  if (rest > 0)
    await postMovement(
      ctx.db,
      { ...lost, amountMinor: rest, feeBackMinor: rest, pendingMinor: 0 },
      { ...fact, fact: `${fact.fact}:rest` },
    )
  if (amountMinor === 0) {
    await updateChargeBack(ctx.db, row.id, { lost_minor: 0, lost_fee_minor: 0 })
    return rest > 0
  }
  const posted = await postMovement(ctx.db, { ...lost, amountMinor, feeBackMinor, pendingMinor }, fact)
  if (!posted) return false
  await updateChargeBack(ctx.db, row.id, { lost_minor: amountMinor, lost_fee_minor: feeBackMinor })
  await updatePayment(ctx.db, payment.id, {
    refunded_minor: payment.refunded_minor + amountMinor,
    fee_refunded_minor: payment.fee_refunded_minor + feeBackMinor,
  })
  return true
}

// Reverses a loss. The platform gets back the amount that it bore for earlier refunds. A lost voucher stays empty until
// an operator decides.
async function restore(ctx: Context, row: ChargeBackRow, payment: PaymentRow): Promise<boolean> {
  const [amountMinor, feeBackMinor] = [row.lost_minor ?? 0, row.lost_fee_minor ?? 0]
  const rest = row.amount_minor - amountMinor
  const fact = about(ctx, 'charge_back_restored', row, payment)
  const providerId = payment.kind === 'voucher' ? '' : getProviderOfPayment(payment)
  const back = { kind: 'charge_back_restored' as const, providerId }
  if (providerId) await lockAccounts(ctx.db, providerId)
  if (rest > 0)
    await postMovement(
      ctx.db,
      { ...back, amountMinor: rest, feeBackMinor: rest },
      { ...fact, fact: `${fact.fact}:rest` },
    )
  const posted = amountMinor > 0 && (await postMovement(ctx.db, { ...back, amountMinor, feeBackMinor }, fact))
  if (!posted && rest === 0) return false
  await updateChargeBack(ctx.db, row.id, { lost_minor: null, lost_fee_minor: null })
  await updatePayment(ctx.db, payment.id, {
    refunded_minor: Math.max(0, payment.refunded_minor - amountMinor),
    fee_refunded_minor: Math.max(0, payment.fee_refunded_minor - feeBackMinor),
  })
  if (providerId && (await isReleased(ctx.db, payment.ref)))
    await releaseEarnings(ctx, { providerId, ref: payment.ref })
  return true
}

// Removes the voucher's remaining credit. Spent credit stays, because it has paid for work.
async function loseVoucher(ctx: Context, row: ChargeBackRow, payment: PaymentRow): Promise<boolean> {
  const amountMinor = row.amount_minor
  const leftMinor = await drainVoucher(ctx.db, payment.ref, amountMinor)
  const refundedMinor = Math.min(amountMinor, payment.amount_minor - payment.refunded_minor)
  const posted = await postMovement(
    ctx.db,
    { kind: 'voucher_lost', amountMinor, leftMinor },
    about(ctx, 'charge_back_lost', row, payment),
  )
  if (posted) {
    await updateChargeBack(ctx.db, row.id, { lost_minor: amountMinor, lost_fee_minor: amountMinor })
    await updatePayment(ctx.db, payment.id, { refunded_minor: payment.refunded_minor + refundedMinor })
  }
  return posted
}
