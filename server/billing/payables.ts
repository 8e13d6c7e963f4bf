import { computePlatformShare } from '#contract/price.ts'
import { getLaterDepositDue } from '#contract/payments/later-deposit.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import type { Bearer } from '#contract/payments/refund.ts'
import { formatDate, formatMoney, zonedDay } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { notifyAll, getSenderInTransaction } from '#server/notifications/index.ts'
import {
  endOfVoucher,
  type PayableHandlers,
  type PaymentRow,
  listPartnerNames,
  listPaymentsOf,
  type RefundRow,
  releaseEarnings,
  findSpendById,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findAppointmentById,
  findAppointmentOfHold,
  type AppointmentRow,
  listAppointmentsOfHolds,
  formatMoment,
  getOpenAmounts,
  listParticipants,
  moveById,
  noticeLines,
  buildNotice,
  listPaymentRefs,
  type Parties,
  listPartiesOfAppointments,
  notifySide,
} from '#server/appointments/index.ts'
import { computeHeldAmounts, getWholePrice } from './booking-money.ts'
import { refundLatePayment, handleRefusedRefund } from './refunds.ts'
import { collectBookingEvidence } from './evidence.ts'
import { formatRefundReason, isAnnouncedWithCancellation } from './refund-reasons.ts'
import { confirmBalance } from './balance.ts'
import { confirmLaterDeposit } from './later-deposit.ts'

import { findAppointmentOfShare } from './payables.queries.ts'

export async function appointmentOfPayment(
  ctx: Context,
  { kind, ref }: PaymentRow,
): Promise<AppointmentRow | undefined> {
  if (kind === 'difference') {
    const move = await moveById(ctx.db, ref)
    return move && findAppointmentById(ctx.db, move.appointment_id)
  }
  if (kind === 'credit') {
    const spend = await findSpendById(ctx.db, ref)
    const id = spend && ((await findAppointmentOfHold(ctx.db, spend.for_ref)) ?? spend.for_ref)
    return id ? findAppointmentById(ctx.db, id) : undefined
  }
  const booked =
    kind === 'deposit'
      ? await findAppointmentOfHold(ctx.db, ref)
      : kind === 'share'
        ? await findAppointmentOfShare(ctx.db, ref)
        : null
  const id = booked ?? ref
  return findAppointmentById(ctx.db, id)
}

const evidence: PayableHandlers['evidence'] = async (ctx, payment) => {
  const row = await appointmentOfPayment(ctx, payment)
  return row ? collectBookingEvidence(ctx, row) : null
}

const cash = (amountMinor: Minor, currency: string) =>
  formatMoney(toMajor(amountMinor), currency, { decimals: 'always' })
const what = {
  deposit: 'Deposit',
  later_deposit: 'Rest of the deposit',
  balance: 'Balance',
  difference: 'Price difference',
  tip: 'Tip',
  credit: 'Gift voucher',
  voucher: 'Gift voucher',
  share: 'Your share',
} as const
const describePayment = ({ kind }: PaymentRow, row: AppointmentRow): string =>
  kind === 'deposit' && row.in_full ? 'Full payment' : what[kind]

/** Returns what the tax on a receipt is computed from: the price, and the tax that was fixed at booking. */
export const getTaxTerms = ({ total_minor, body }: AppointmentRow) => ({
  price: { totalMinor: total_minor, platformMinor: computePlatformShare(body) },
  tax: body.tax ?? null,
})

const about: PayableHandlers['about'] = async (ctx, payment) => {
  const row = await appointmentOfPayment(ctx, payment)
  if (!row) return null
  const over = row.state === 'cancelled' || row.state === 'no_show'
  const open = over ? { laterMinor: 0, balanceMinor: 0 } : getOpenAmounts(row)
  const [provider] = await listParticipants(ctx.db, [row.provider_id])
  return {
    refs: await listPaymentRefs(ctx, row),
    inFull: row.in_full,
    cash:
      row.balance_paid_at && row.balance_paid_how === 'cash'
        ? { at: row.balance_paid_at, amountMinor: row.total_minor - row.deposit_minor }
        : null,
    booking: {
      number: Number(row.number),
      event: row.event,
      eventDate: row.event_date,
      place: row.place,
      timeZone: row.tz,
      people: new Set(row.body.plan.blocks.map(({ person }) => person)).size,
      state: row.state,
      lines: row.body.lines,
      total: toMajor(row.total_minor),
      later:
        open.laterMinor > 0
          ? {
              amount: toMajor(open.laterMinor),
              at: new Date(getLaterDepositDue(row.starts_at.getTime())).toISOString(),
            }
          : null,
      balance: toMajor(open.balanceMinor),
      onlineBalance: provider?.online_balance ?? false,
      heldUntil:
        row.rescue_until && !row.rescue_ended && row.rescue_until > ctx.now ? row.rescue_until.toISOString() : null,
    },
    ...getTaxTerms(row),
    line: `${describePayment(payment, row)}, ${row.event}, ${formatDate(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())}`,
    openMinor: open.laterMinor + open.balanceMinor,
  }
}

const whole: PayableHandlers['whole'] = async (ctx, payment) => {
  const row = await appointmentOfPayment(ctx, payment)
  return row ? getWholePrice(row) : null
}

// Sends receipts for captured payments. Refunds bookings that were cancelled before the capture.
const capturedAll: PayableHandlers['capturedAll'] = async (ctx, payments) => {
  const rows = await appointmentsOf(ctx, payments)
  const parties = await listPartiesOfAppointments(
    ctx.db,
    [...rows.values()].map(({ id }) => id),
  )
  const partners = await listPartnerNames(
    ctx.db,
    payments.map((payment) => payment.partner_id),
  )
  const receipts = payments.flatMap((payment) => {
    const row = rows.get(payment.id)
    const both = row && parties.get(row.id)
    return (
      (both && receiptOf(ctx, payment, row, { parties: both, partner: partners.get(payment.partner_id ?? '') })) ?? []
    )
  })
  if (receipts.length) await notifyAll(ctx, await getSenderInTransaction(ctx), receipts)
  for (const payment of payments) {
    const row = rows.get(payment.id)
    if (row) await refundLatePayment(ctx, row, payment)
    // A payment that is captured after completion is released to the artist immediately.
    if (row?.state === 'completed' && payment.kind === 'balance')
      await releaseEarnings(ctx, { providerId: row.provider_id, ref: payment.ref })
  }
}

async function appointmentsOf(
  ctx: Context,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, AppointmentRow>> {
  const [deposits, others] = [
    payments.filter(({ kind }) => kind === 'deposit'),
    payments.filter(({ kind }) => kind !== 'deposit'),
  ]
  const byHold = await listAppointmentsOfHolds(
    ctx.db,
    deposits.map(({ ref }) => ref),
  )
  const found = new Map<string, AppointmentRow>()
  for (const { id, ref } of deposits) {
    const row = byHold.get(ref)
    if (row) found.set(id, row)
    // A deposit that was transferred to another appointment is listed with that appointment.
    else others.push(...deposits.filter((one) => one.id === id))
  }
  for (const payment of others) {
    const row = await appointmentOfPayment(ctx, payment)
    if (row) found.set(payment.id, row)
  }
  return found
}

const receiptOf = (
  ctx: Context,
  payment: PaymentRow,
  row: AppointmentRow,
  { parties, partner }: { parties: Parties; partner: string | undefined },
) =>
  buildNotice(ctx, row, parties, 'customer', 'payment.receipt', {
    fact: `receipt ${payment.id}`,
    path: `/customer-dashboard/receipts/${payment.id}`,
    values: {
      amount: cash(payment.amount_minor, payment.currency),
      dateTime: formatMoment(ctx.now, row, ctx.now),
      what: describePayment(payment, row),
      card: partner ? `paid by ${partner}` : 'by card',
      number: String(payment.number),
      total: cash(row.total_minor, row.currency),
      paid: cash(row.balance_paid_at ? row.total_minor : row.deposit_minor, row.currency),
    },
  })

const refundRefused: PayableHandlers['refundRefused'] = async (ctx, given, payment) => {
  const row = await appointmentOfPayment(ctx, payment)
  if (row) await handleRefusedRefund(ctx, row, given, payment)
}

function refundNotice(given: RefundRow): 'refund.sent' | 'refund.failed' | null {
  if (given.state === 'failed') return 'refund.failed'
  return given.state === 'done' && !isAnnouncedWithCancellation(given) ? 'refund.sent' : null
}

const refunded = async (ctx: Context, given: RefundRow, payment: PaymentRow): Promise<void> => {
  const row = await appointmentOfPayment(ctx, payment)
  if (!row) return
  if (given.voucher_id) await notifyCredit(ctx, row, given, { currency: payment.currency, id: given.voucher_id })
  const kind = given.voucher_id ? null : refundNotice(given)
  const t = createTranslator(noticeLines, row.country_code as Country)
  const way = getRefundMethod([payment])
  if (kind)
    await notifySide(ctx, await getSenderInTransaction(ctx), row, 'customer', kind, {
      fact: `${kind} ${given.id}`,
      values: {
        refund: cash(given.amount_minor, payment.currency),
        reason: formatRefundReason(given, row, 'customer'),
        card: t(`way.${way}`),
        bankLine: way === 'card' ? t('bankLine') : null,
      },
    })
  if (given.state === 'done' && given.borne_by) await notifyProviderBearing(ctx, row, given, payment.currency)
}

// Notifies about a refund to a credit, which is available at once until it expires.
async function notifyCredit(
  ctx: Context,
  row: AppointmentRow,
  given: RefundRow,
  { id, currency }: { id: string; currency: string },
): Promise<void> {
  const end = await endOfVoucher(ctx.db, id)
  const until = end && zonedDay(new Date(end).toISOString(), row.tz)
  await notifySide(ctx, await getSenderInTransaction(ctx), row, 'customer', 'refund.credited', {
    fact: `refund.credited ${given.id}`,
    path: '/customer-dashboard/vouchers',
    values: {
      refund: cash(given.amount_minor, currency),
      reason: formatRefundReason(given, row, 'customer'),
      ends: until ? `You can use it until ${formatDate(until, row.country_code as Country)}.` : 'It never expires.',
    },
  })
}

// Notifies the artist of an operator's refund and who funds it.
async function notifyProviderBearing(
  ctx: Context,
  row: AppointmentRow,
  given: RefundRow,
  currency: string,
): Promise<void> {
  const t = createTranslator(noticeLines, row.country_code as Country)
  const held = computeHeldAmounts(await listPaymentsOf(ctx.db, await listPaymentRefs(ctx, row)))
  await notifySide(ctx, await getSenderInTransaction(ctx), row, 'provider', 'refund.byTeam.provider', {
    fact: `refund.byTeam ${given.id}`,
    values: {
      refund: cash(given.amount_minor, currency),
      how: t(given.voucher_id ? 'how.credit' : 'how.back'),
      reason: given.reason.replace(/\.$/, ''),
      keepLine: t(`bornBy.${given.borne_by as Bearer}`, {
        theirs: cash(given.amount_minor - given.fee_back_minor, currency),
        fee: cash(given.fee_back_minor, currency),
      }),
      earnings: cash(
        held.providerMinor + (row.balance_paid_how === 'cash' ? row.total_minor - row.deposit_minor : 0),
        currency,
      ),
    },
  })
}

export const bookingPayable = { capturedAll, about, whole, evidence, refunded, refundRefused } satisfies Omit<
  PayableHandlers,
  'authorised'
>

export const balancePayable: PayableHandlers = { ...bookingPayable, authorised: confirmBalance }
export const laterDepositPayable: PayableHandlers = { ...bookingPayable, authorised: confirmLaterDeposit }

/** Handlers for a voucher that pays part of a booking. No card is charged. */
export const creditPayable: PayableHandlers = {
  authorised: async () => 'void',
  about,
  whole,
  evidence,
  refunded,
  refundRefused,
}
