import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { Country } from '#contract/words.ts'
import type { OperatorPaymentRow, OperatorPayoutRow, OperatorRefundRow } from './operator.queries.ts'
import type { BookedJob } from './statements.queries.ts'

type Payment = OutputOf<typeof money.syncPayment>['payment']
type Refund = OutputOf<typeof money.refund>['refund']
type Payout = OutputOf<typeof money.sendPayout>['payout']

export const toIso = (at: Date | string | null): string | null => (at ? new Date(at).toISOString() : null)

export const presentPayment = (row: OperatorPaymentRow): Payment => ({
  id: row.id,
  number: String(row.number),
  kind: row.kind as Payment['kind'],
  state: row.state as PaymentState,
  description: row.description,
  email: row.email,
  provider: row.provider ?? '',
  amount: toMajor(row.amount_minor),
  fee: toMajor(row.fee_minor),
  refunded: toMajor(row.refunded_minor),
  feeLeft: toMajor(row.fee_minor - row.fee_refunded_minor),
  currency: row.currency,
  countryCode: row.country_code,
  gateway: row.gateway,
  gatewayId: row.gateway_id,
  error: row.last_error,
  askedTimes: row.asked_times,
  askedAt: toIso(row.asked_at),
  at: row.at,
  sample: row.sample,
})

export const presentRefund = (row: OperatorRefundRow): Refund => ({
  id: row.id,
  paymentId: row.payment_id,
  number: String(row.number),
  description: row.description,
  amount: toMajor(row.amount_minor),
  feeBack: toMajor(row.fee_back_minor),
  bears: row.borne_by as Refund['bears'],
  currency: row.currency,
  countryCode: row.country_code,
  reason: row.reason,
  state: row.state as Refund['state'],
  creditId: row.voucher_id,
  askedBy: row.asked_by ? { id: row.asked_by, name: row.asker ?? '' } : null,
  error: row.error,
  at: row.at,
})

export const presentPayout = (row: OperatorPayoutRow): Payout => ({
  id: row.id,
  provider: row.provider ?? '',
  amount: toMajor(row.amount_minor),
  returned: toMajor(row.returned),
  bank: toMajor(row.bank),
  currency: row.currency,
  countryCode: row.country_code,
  state: row.state as Payout['state'],
  gatewayId: row.gateway_id,
  error: row.error,
  at: row.at,
  paidAt: toIso(row.paid_at),
  sample: row.sample,
})

/** Returns a booking as documents and screens name it. */
export const presentJob = (
  { bookingNumber, customer, event, eventDate, otherwise }: BookedJob,
  country: Country,
): { booking: string; bookingNumber: string | null; customer: string } => ({
  booking: eventDate ? `${event || 'Booking'}, ${formatDate(eventDate, country)}` : otherwise,
  bookingNumber,
  customer,
})
