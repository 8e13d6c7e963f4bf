import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ChargeBack, operatorBank } from '#contract/operator/bank.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findChargeBackById,
  type ChargeBackRow,
  fetchChargeBacks,
  insertChargeBack,
  isReleased,
  lockChargeBack,
  lockChargeBackByName,
  findChargeBack,
  type ChargeBackRowView,
  listUnansweredChargeBacks,
  updateChargeBack,
} from './charge-backs.queries.ts'
import {
  type ChargeBackTold,
  type Evidence,
  type GatewayEvent,
  GatewayRefused,
} from '#server/gateways/payments/gateway.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  type GatewayName,
  lockPayment,
  findPaymentById,
  type PaymentRow,
  getProviderOfPayment,
  listRefundsOf,
  updatePayment,
} from './payments.queries.ts'
import { toMajor } from '#contract/money.ts'
import { toIso } from './present-money.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { truncate } from '#contract/text.ts'
import { getPayableHandlers, getWholeOfPayment } from './payable.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { computePlatformLoss } from '#contract/payments/refund.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { lockAccounts, getPendingAmount, postMovement } from './ledger.queries.ts'
import { releaseEarnings } from './refunds.ts'
import { replaceWaitingRefunds } from './waiting-refunds.ts'
import { blockDisputed, drainVoucher } from './vouchers.queries.ts'
import { notifyOperators } from './notify-operators.ts'

export async function listChargeBacks(
  ctx: Context,
  { state, cursor }: InputOf<typeof operatorBank.chargeBacks>,
): Promise<OutputOf<typeof operatorBank.chargeBacks>> {
  const { rows, nextCursor } = await fetchChargeBacks(ctx.db, state, { cursor })
  return { chargeBacks: rows.map(presentChargeBack), nextCursor }
}

/** Returns a dispute with its evidence, as submitted or as it would be. */
export async function getChargeBack(
  ctx: Context,
  { chargeBackId }: InputOf<typeof operatorBank.chargeBack>,
): Promise<OutputOf<typeof operatorBank.chargeBack>> {
  const row = await findChargeBack(ctx.db, chargeBackId)
  const payment = row && (await findPaymentById(ctx.db, row.payment_id))
  if (!row || !payment) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'payment', subjectId: payment.id, of: [payment.account_id] })
  const evidence = (row.evidence as Evidence | null) ?? (await collectEvidence(ctx, payment))
  return {
    chargeBack: presentChargeBack(row),
    evidence: {
      customerName: evidence.customerName ?? '',
      customerEmail: evidence.customerEmail ?? '',
      productDescription: evidence.productDescription ?? '',
      serviceDate: evidence.serviceDate ?? '',
      cancellationPolicy: evidence.cancellationPolicy ?? '',
      refundPolicy: evidence.refundPolicy ?? '',
      text: evidence.text,
    },
  }
}

const presentChargeBack = (row: ChargeBackRowView): ChargeBack => ({
  id: row.id,
  payment: { id: row.payment_id, number: String(row.number), description: row.description },
  provider: row.provider ?? '',
  amount: toMajor(row.amount_minor),
  fee: toMajor(row.fee_minor),
  currency: row.currency,
  reason: row.reason,
  state: row.state as ChargeBack['state'],
  dueAt: toIso(row.due_at),
  sentAt: toIso(row.evidence_sent_at),
  at: row.at,
})

const DAY_MS = 86_400_000

/** Submits the operator's statement and the booking's data as evidence for a dispute. */
export async function answerChargeBack(
  ctx: Context,
  { chargeBackId, words }: InputOf<typeof operatorBank.answerChargeBack>,
): Promise<OutputOf<typeof operatorBank.answerChargeBack>> {
  const row = await findChargeBackById(ctx.db, chargeBackId)
  const payment = row && (await findPaymentById(ctx.db, row.payment_id))
  if (!row || !payment) throw new Refusal('not_found')
  if (row.state !== 'open') throw new Refusal('state_changed')
  const evidence = await send(ctx, row, payment, words)
  return ctx.idempotent(async (tx) => {
    await saveEvidenceSent(tx, row, evidence)
    await recordAudit(tx, {
      act: 'payment.defend',
      subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
    })
    const now = await findChargeBack(tx.db, row.id)
    if (!now) throw new Refusal('not_found')
    return { chargeBack: presentChargeBack(now) }
  })
}

/** Submits evidence automatically on the last day, because an unanswered dispute is lost. */
export async function answerLastDay(ctx: Context): Promise<void> {
  for (const row of await listUnansweredChargeBacks(ctx.db, new Date(ctx.now.getTime() + DAY_MS))) {
    const payment = await findPaymentById(ctx.db, row.payment_id)
    if (!payment) continue
    try {
      const evidence = await send(ctx, row, payment, '')
      await ctx.transaction((ctx) => saveEvidenceSent(ctx, row, evidence))
    } catch (fault) {
      ctx.log.warn({ ...toFaultFields(fault), chargeBack: row.id }, 'submitting charge-back evidence failed')
    }
  }
}

// Retries must send the stored evidence: the gateway rejects the same idempotency key with another payload.
async function send(ctx: Context, row: ChargeBackRow, payment: PaymentRow, words: string): Promise<Evidence> {
  const made = (row.evidence as Evidence | null) ?? (await collectEvidence(ctx, payment, words))
  await updateChargeBack(ctx.db, row.id, { evidence: JSON.stringify(made) as never })
  const gateway = await openGateway(ctx, row.gateway, payment.country_code)
  try {
    await gateway.defend(row.gateway_id, made, `evidence:${row.id}`)
  } catch (fault) {
    // Answered in the gateway's dashboard or already decided. The next webhook says which.
    if (fault instanceof GatewayRefused) throw new Refusal('state_changed')
    ctx.log.warn(toFaultFields(fault), 'the payment provider rejected the evidence')
    throw new Refusal('payment_unreachable')
  }
  return made
}

async function saveEvidenceSent(ctx: Context, { id }: ChargeBackRow, evidence: Evidence): Promise<void> {
  const row = await lockChargeBack(ctx.db, id)
  if (!row) return
  await updateChargeBack(ctx.db, id, {
    evidence: JSON.stringify(evidence) as never,
    evidence_sent_at: ctx.now,
    ...(row.state === 'open' ? { state: 'sent' } : {}),
  })
}

/** The gateway accepts 150,000 characters in total. */
const MOST = 120_000

/**
 * Collects the evidence of a disputed payment: its booking data and earlier refunds. Must not run inside a transaction.
 */
export async function collectEvidence(ctx: Context, payment: PaymentRow, words = ''): Promise<Evidence> {
  const known = await getPayableHandlers(payment.kind).evidence?.(ctx, payment)
  const given = (await listRefundsOf(ctx.db, [payment.id])).filter(({ state }) => state === 'done')
  const refunds = given.map(
    ({ amount_minor, done_at }) =>
      `${formatMoney(toMajor(amount_minor), payment.currency, { decimals: 'always', mixed: true })} was given back on ${done_at ? new Date(done_at).toISOString().slice(0, 10) : ''}.`,
  )
  const text = [words, known?.text ?? '', ...refunds].filter(Boolean).join('\n\n')
  return {
    customerEmail: payment.email,
    productDescription: payment.description,
    ...known,
    text: truncate(text, MOST) || payment.description,
  }
}

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

/** Reopens a decided dispute. The bank may withdraw a won amount again; it keeps a lost one until the next decision. */
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

// Reverses a loss. The platform gets back what it bore for earlier refunds. A lost voucher stays empty until an operator
// decides.
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

// Removes the voucher's remaining credit. Spent credit has paid for work.
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
