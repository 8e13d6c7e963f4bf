import { z } from 'zod'
import { AmountUpTo } from '#contract/values.ts'
import { Code, codeRefusals, Credit } from '#contract/payments/vouchers.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import {
  appointmentNow,
  appointmentParams,
  AppointmentSummary,
  refusedOnOwn,
  writtenTextSchema,
} from '#contract/appointments/appointment.ts'
import { dayCalls } from '#contract/party/live-day.ts'
import { disputeCalls } from './disputes.ts'
import { formCalls } from '#contract/preparation/forms.ts'
import { checkoutCalls, linkedCalls } from '#contract/preparation/linked-appointments.ts'
import { holdCalls } from '#contract/checkout/holds.ts'
import { moveCalls } from './moves.ts'
import { partyCalls } from './party-changes.ts'
import { promoCalls } from '#contract/billing/promo-codes.ts'
import { rescueCalls } from './rescue.ts'
import { agreedCalls } from '#contract/billing/agreed-balance.ts'
import { splitCalls } from '#contract/checkout/shared-bills.ts'
import { tipCalls } from '#contract/billing/tips.ts'

const BalanceCredits = z.object({ credits: z.array(Credit), paid: z.boolean() })

export const bookings = {
  ...holdCalls,
  ...promoCalls,
  ...checkoutCalls,
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/bookings',
    access: 'member',
    summary: "Lists the caller's bookings: upcoming ones soonest first, past ones newest first.",
    input: z.object({}),
    output: z.object({ ahead: z.array(AppointmentSummary), past: z.array(AppointmentSummary) }),
    refuses: [],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}',
    access: 'visitor',
    summary: 'Returns a booking as its customer sees it.',
    input: appointmentParams,
    output: appointmentNow,
    refuses: ['not_found'],
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/cancel',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Cancels a booking. `refund` is the amount that the customer was shown. If the refund has changed, the call is refused and returns the current amount.',
    input: appointmentParams.extend({ refund: AmountUpTo(10_000_000), reason: writtenTextSchema(500).default('') }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'refund_changed'],
    limit: 120,
  }),
  ...moveCalls,
  ...partyCalls,
  payBalance: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/balance',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Opens the payment of the balance, if the artist takes it online and it is due within 7 days.',
    input: appointmentParams,
    output: z.object({ payment: Payment }),
    refuses: [...refusedOnOwn, 'state_changed', 'balance_closed'],
    limit: 120,
  }),
  payLaterDeposit: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/later-deposit',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Opens the payment of a later deposit, from a week before its automatic charge.',
    input: appointmentParams,
    output: z.object({ payment: Payment }),
    refuses: [...refusedOnOwn, 'state_changed', 'later_deposit_closed'],
    limit: 120,
  }),
  addBalanceCredit: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/balance/credits',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Applies a gift voucher to the balance. If it covers the whole amount, the balance is paid.',
    input: appointmentParams.extend({ code: Code }),
    output: BalanceCredits,
    refuses: [...refusedOnOwn, ...codeRefusals, 'state_changed', 'balance_closed'],
    limit: 20,
  }),
  removeBalanceCredit: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/balance/credits/{creditId}/drop',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Removes a gift voucher from the balance before it is paid.',
    input: appointmentParams.extend({ creditId: z.uuid() }),
    output: BalanceCredits,
    refuses: [...refusedOnOwn],
    limit: 120,
  }),
  ...tipCalls,
  ...splitCalls,
  ...agreedCalls,
  ...disputeCalls,
  ...rescueCalls,
  ...dayCalls,
  ...formCalls,
  ...linkedCalls,
}
