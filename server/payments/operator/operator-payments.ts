import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorMoney as money, RefundLimits } from '#contract/operator/money.ts'
import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { numbers, paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { saveSetting, settingIn, settingOf } from '#server/platform/settings.ts'
import {
  askedRefunds,
  countUnanswered,
  operatorPayment,
  type OperatorPaymentRow,
  operatorPayout,
  type OperatorPayoutRow,
  operatorRefundsOf,
  type OperatorRefundRow,
  entriesOfMovements,
  eventsOf,
  movementsPage,
  paymentsPage,
  payoutsPage,
  refundsPage,
} from './operator-queries.ts'
import { balances, offBalance } from '#server/payments/ledger/ledger-queries.ts'
import { openPayout, sendPayouts } from '#server/payments/payouts/payouts.ts'
import { payoutById } from '#server/payments/payouts/payout-queries.ts'
import { paymentById } from '#server/payments/queries.ts'
import { askPayment } from '#server/payments/events/reconcile.ts'
import { sendSoon } from '#server/payments/send-due.ts'

type Payment = OutputOf<typeof money.askPayment>['payment']
type Refund = OutputOf<typeof money.refund>['refund']
type Payout = OutputOf<typeof money.sendPayout>['payout']

const iso = (at: Date | string | null): string | null => (at ? new Date(at).toISOString() : null)
const SILENCE_MS = 120_000

const presentPayment = (row: OperatorPaymentRow): Payment => ({
  id: row.id,
  number: String(row.number),
  kind: row.kind as Payment['kind'],
  state: row.state as PaymentState,
  description: row.description,
  email: row.email,
  provider: row.provider,
  amount: major(row.amount_minor),
  fee: major(row.fee_minor),
  refunded: major(row.refunded_minor),
  currency: row.currency,
  countryCode: row.country_code,
  gateway: row.gateway,
  gatewayId: row.gateway_id,
  error: row.last_error,
  askedTimes: row.asked_times,
  askedAt: iso(row.asked_at),
  at: row.at,
  sample: row.sample,
})
export const presentRefund = (row: OperatorRefundRow): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  number: String(row.number),
  description: row.description,
  amount: major(row.amount_minor),
  feeBack: major(row.fee_back_minor),
  currency: row.currency,
  countryCode: row.country_code,
  reason: row.reason,
  state: row.state as Refund['state'],
  askedBy: row.asked_by ? { id: row.asked_by, name: row.asker ?? '' } : null,
  error: row.error,
  at: row.at,
})
const presentPayout = (row: OperatorPayoutRow): Payout => ({
  id: row.id,
  provider: row.provider,
  amount: major(row.amount_minor),
  currency: row.currency,
  countryCode: row.country_code,
  state: row.state as Payout['state'],
  gatewayId: row.gateway_id,
  error: row.error,
  at: row.at,
  paidAt: iso(row.paid_at),
  sample: row.sample,
})

/** Payments, newest first. */
export async function listPayments(
  ctx: Context,
  { text, state, open, cursor }: InputOf<typeof money.payments>,
): Promise<OutputOf<typeof money.payments>> {
  const { page, nextCursor } = paged(
    await paymentsPage(ctx.db, { text, state, open, after: readCursor(cursor, uuids) }),
  )
  return {
    payments: page.map(presentPayment),
    unanswered: await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENCE_MS)),
    nextCursor,
  }
}

/** One payment with its events and refunds. */
export async function showPayment(
  ctx: Context,
  { paymentId }: InputOf<typeof money.payment>,
): Promise<OutputOf<typeof money.payment>> {
  const row = await operatorPayment(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  const events = (await eventsOf(ctx.db, paymentId)).map((e) => ({
    id: e.event_id,
    kind: e.kind,
    outcome: e.outcome as 'moved',
    occurredAt: iso(e.occurred_at) as string,
    at: iso(e.at) as string,
  }))
  return {
    payment: presentPayment(row),
    refunds: (await operatorRefundsOf(ctx.db, paymentId)).map(presentRefund),
    events,
  }
}

/** Asks the gateway how a payment stands, now. */
export async function askAgain(
  ctx: Context,
  { paymentId }: InputOf<typeof money.askPayment>,
): Promise<OutputOf<typeof money.askPayment>> {
  const row = await paymentById(ctx.db, paymentId)
  if (!row) throw new Refusal('not_found')
  if (!(await askPayment(ctx, row))) throw new Refusal('payment_unreachable')
  await sendSoon(ctx)
  return ctx.once(async (tx) => {
    await record(tx, { act: 'payment.ask', subject: { kind: 'payment', id: row.id, name: String(row.number) } })
    const now = await operatorPayment(tx.db, paymentId)
    if (!now) throw new Refusal('not_found')
    return { payment: presentPayment(now) }
  })
}

const LIMITS_KEY = 'refunds.secondOperatorFrom'
const usualLimits: RefundLimits = { AUD: 500, USD: 500, GBP: 500, CAD: 500 }

// One number for all currencies is how it was kept once.
const limitsOf = (kept: number | Partial<RefundLimits> | null): RefundLimits =>
  typeof kept === 'number' ? { AUD: kept, USD: kept, GBP: kept, CAD: kept } : { ...usualLimits, ...kept }

/** From which amount on, in major units of each currency, a second operator approves a refund; 500 where nothing has been set. */
export const refundLimits = async (ctx: Context): Promise<RefundLimits> =>
  limitsOf(await settingOf<number | Partial<RefundLimits>>(ctx.database, LIMITS_KEY))

/** Refunds; those that wait for a second operator stand before all others, on the first page. */
export async function listRefunds(
  ctx: Context,
  { cursor }: InputOf<typeof money.refunds>,
): Promise<OutputOf<typeof money.refunds>> {
  const { page, nextCursor } = paged(await refundsPage(ctx.db, readCursor(cursor, uuids)))
  const asked = await askedRefunds(ctx.db)
  return {
    refunds: [...(cursor ? [] : asked), ...page].map(presentRefund),
    waiting: asked.length,
    limits: await refundLimits(ctx),
    nextCursor,
  }
}

/** Sets from which amount of a currency on a second operator approves. */
export async function setRefundLimit(
  ctx: Context,
  { currency, limit, reason }: InputOf<typeof money.setRefundLimit>,
): Promise<OutputOf<typeof money.setRefundLimit>> {
  return ctx.transaction(async (ctx) => {
    const before = limitsOf(await settingIn<number | Partial<RefundLimits>>(ctx.db, LIMITS_KEY))
    const limits = { ...before, [currency]: limit }
    await saveSetting(ctx.database, ctx.db, LIMITS_KEY, limits, ctx.now)
    await record(ctx, {
      act: 'setting.change',
      subject: { kind: 'setting', id: LIMITS_KEY, name: 'refundLimit' },
      before: before[currency],
      after: { currency, limit },
      reason,
    })
    return { limits }
  })
}

/** Payouts, newest first. */
export async function listPayouts(
  ctx: Context,
  { state, cursor }: InputOf<typeof money.payouts>,
): Promise<OutputOf<typeof money.payouts>> {
  const { page, nextCursor } = paged(await payoutsPage(ctx.db, state, readCursor(cursor, uuids)))
  return { payouts: page.map(presentPayout), nextCursor }
}

/** Opens a new payout in the place of one that failed, for all that is due now. */
export async function sendPayoutAgain(
  ctx: Context,
  { payoutId, reason }: InputOf<typeof money.sendPayout>,
): Promise<OutputOf<typeof money.sendPayout>> {
  const failed = await payoutById(ctx.db, payoutId)
  if (!failed) throw new Refusal('not_found')
  if (failed.state !== 'failed') throw new Refusal('state_changed')
  const answer = await ctx.once(async (tx) => {
    const made = await openPayout(tx, failed.provider_id, failed.currency)
    if (!made) throw new Refusal('payout_missing')
    await record(tx, {
      act: 'payout.send',
      subject: { kind: 'payout', id: made.id },
      before: failed.id,
      after: made.amount_minor,
      reason,
    })
    const row = await operatorPayout(tx.db, made.id)
    if (!row) throw new Refusal('not_found')
    return { payout: presentPayout(row) }
  })
  await sendPayouts(ctx)
  return answer
}

/** The movements of money, the balances, and whether all of it sums to zero. */
export async function showLedger(
  ctx: Context,
  { account, cursor }: InputOf<typeof money.ledger>,
): Promise<OutputOf<typeof money.ledger>> {
  const { page, nextCursor } = paged(await movementsPage(ctx.db, account, readCursor(cursor, numbers)))
  const entries = Map.groupBy(
    await entriesOfMovements(
      ctx.db,
      page.map(({ id }) => id),
    ),
    ({ movement_id }) => movement_id,
  )
  return {
    movements: page.map((m) => ({
      id: String(m.id),
      kind: m.kind,
      fact: m.fact,
      at: m.at,
      provider: m.provider,
      paymentNumber: m.number === null ? null : String(m.number),
      entries: (entries.get(m.id) ?? []).map((e) => ({
        account: e.account,
        currency: e.currency,
        amount: major(Number(e.amount_minor)),
      })),
    })),
    nextCursor,
    checkedAt: ctx.now.toISOString(),
    off: (await offBalance(ctx.db)).map(({ currency, minor, since }) => ({
      currency,
      amount: major(Number(minor)),
      since: iso(since),
    })),
    balances: (await balances(ctx.db)).map((b) => ({
      account: b.account,
      currency: b.currency,
      amount: major(Number(b.minor)),
    })),
  }
}
