import { getAgreedBalanceDue } from '#contract/billing/agreed-balance.ts'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { toMajor } from '#contract/money.ts'
import {
  listCreditsForRef,
  listPartnerNames,
  type PaymentRow,
  presentPayment,
  hidePendingRefunds,
} from '#server/payments/index.ts'
import {
  type AppointmentParts,
  type AppointmentRow,
  createIsoFormatter,
  getOpenAmounts,
} from '#server/appointments/index.ts'
import { findAgreedBalance, type AgreedRow } from './agreed-balance.queries.ts'
import { findEarnedMinor } from './trial-money.ts'
import { getLaterDepositDue } from '#contract/payments/later-deposit.ts'
import { findLaterDeposit, type LaterDepositRow } from './later-deposit.queries.ts'
import { findTip } from './tips.queries.ts'
import { computeHeldAmounts, listUnrefundedPayments, buildRefundTimeline } from './booking-money.ts'

export const paidOf = (payments: readonly PaymentRow[]): number =>
  payments
    .filter(({ state }) => state === 'captured' || state === 'capturing' || state === 'authorised')
    .reduce((sum, p) => sum + p.amount_minor, 0)
export const refundedOf = (payments: readonly PaymentRow[]): number =>
  payments.reduce((sum, p) => sum + p.refunded_minor, 0)

/** Presents the payments of an appointment, its refunds, tip and agreed balance. */
export const presentBilling: AppointmentParts['billing'] = async (ctx, { row, side, payments }) => {
  const tip = await findTip(ctx.db, row.id)
  const tipped = tip?.paid_at ?? null
  const agreed = await findAgreedBalance(ctx.db, row.id)
  const later = await findLaterDeposit(ctx.db, row.id)
  const { laterMinor } = getOpenAmounts(row)
  const earnedMinor = await findEarnedMinor(ctx.db, row, ctx.now)
  const held = computeHeldAmounts(payments)
  const iso = createIsoFormatter(row)
  const sent = await hidePendingRefunds(ctx.db, payments)
  return {
    paid: toMajor(paidOf(payments)),
    refunded: toMajor(refundedOf(payments)),
    refundWaiting: toMajor(refundedOf(payments) - refundedOf(sent)),
    depositPaidBy:
      [
        ...(
          await listPartnerNames(
            ctx.db,
            payments.map((one) => one.partner_id),
          )
        ).values(),
      ][0] ?? null,
    held: side === 'customer' ? null : { platform: toMajor(held.platformMinor), provider: toMajor(held.providerMinor) },
    tip: tip && tipped ? { amount: toMajor(tip.amount_minor), paidAt: iso(tipped.getTime()) } : null,
    credits:
      row.credit_minor > 0 && side === 'customer'
        ? (await listCreditsForRef(ctx.db, row.id)).filter(({ state }) => state === 'kept')
        : [],
    agreedBalance: agreed ? presentAgreedBalance(row, agreed, side) : null,
    // Customers see that other shares of a bill were paid, but not by whom.
    payments:
      side === 'provider'
        ? []
        : payments
            .filter((p) => side === 'operator' || p.kind !== 'share' || p.account_id === row.account_id)
            .map((p) => presentPayment(ctx, p)),
    laterDeposit: later ? presentLaterDeposit(row, later, side) : null,
    refund: buildRefundTimeline(row, listUnrefundedPayments(payments), {
      iso,
      now: ctx.now.getTime(),
      workedMinor: earnedMinor,
      later: laterMinor > 0 ? { amountMinor: laterMinor, at: getLaterDepositDue(row.starts_at.getTime()) } : null,
    }),
  }
}

function presentLaterDeposit(
  row: AppointmentRow,
  later: LaterDepositRow,
  side: Appointment['side'],
): NonNullable<Appointment['laterDeposit']> {
  const iso = createIsoFormatter(row)
  return {
    amount: toMajor(later.state === 'paid' ? later.amount_minor : getOpenAmounts(row).laterMinor),
    dueAt: iso(getLaterDepositDue(row.starts_at.getTime())),
    state: later.state,
    consentText: side === 'provider' ? null : later.consent_text,
    payUntil: later.pay_until && iso(later.pay_until.getTime()),
  }
}

function presentAgreedBalance(
  row: AppointmentRow,
  agreed: AgreedRow,
  side: Appointment['side'],
): NonNullable<Appointment['agreedBalance']> {
  const iso = createIsoFormatter(row)
  const due = getAgreedBalanceDue(agreed.at, { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() })
  return {
    at: agreed.at,
    dueAt: iso(due),
    state: agreed.state,
    consentWords: side === 'provider' ? null : agreed.consent_words,
    consentAt: iso(agreed.consent_at.getTime()),
    proveUntil: agreed.prove_until && iso(agreed.prove_until.getTime()),
  }
}
