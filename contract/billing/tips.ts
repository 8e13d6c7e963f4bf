import { z } from 'zod'
import { AmountUpTo } from '#contract/values.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { computePercentUp, type Minor, toMajor } from '#contract/money.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import { appointmentParams, refusedOnOwn } from '#contract/appointments/appointment.ts'

/** Tips are from 1 to this many major units. */
export const MOST_TIP = 1_000

/**
 * Returns the suggested tips for a price, in whole major units: about a tenth, a seventh and a fifth, without
 * duplicates, at most `MOST_TIP`.
 */
export const getSuggestedTips = (totalMinor: Minor): number[] => [
  ...new Set(
    [10, 15, 20].map((percent) => Math.min(MOST_TIP, Math.ceil(toMajor(computePercentUp(totalMinor, percent))))),
  ),
]

export const tipCalls = {
  createTip: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/tip',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Opens the payment of a tip, all of which goes to the artist. Allowed for 60 days from the end of an appointment.',
    input: appointmentParams.extend({ amount: AmountUpTo(MOST_TIP).min(1) }),
    output: z.object({ payment: Payment }),
    refuses: [...refusedOnOwn, 'tip_closed', 'tip_left'],
    limit: 120,
  }),
}
