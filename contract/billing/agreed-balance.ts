import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  agreedAt,
  type AgreedAt,
  appointmentNow,
  appointmentParams,
  refusedOnOwn,
} from '#contract/appointments/appointment.ts'

const hourMs = 3_600_000
/**
 * Timing of an automatic balance: hours before the start or after the end, hours of notice, number of daily retries,
 * and hours to authenticate.
 */
export const agreedTimers = { hours: 48, toldHours: 24, tries: 3, proveHours: 24 } as const

/** Returns when an automatic balance is due, in milliseconds since the epoch. */
export const getAgreedBalanceDue = (
  at: AgreedAt,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
): number => (at === 'before' ? startsAt - agreedTimers.hours * hourMs : endsAt + agreedTimers.hours * hourMs)

export const agreedCalls = {
  agreeBalance: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/balance/agreed',
    access: 'member',
    notActing: true,
    key: true,
    summary:
      'Agrees to an automatic charge of the balance to the saved card, 48 hours before or after the appointment.',
    input: appointmentParams.extend({ at: agreedAt, agreed: z.literal(true) }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'not_signed_in', 'session_ended', 'state_changed', 'balance_closed', 'card_missing'],
  }),
  endAgreedBalance: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/balance/agreed/end',
    access: 'member',
    notActing: true,
    key: true,
    summary: 'Withdraws that agreement. The customer pays the balance manually again.',
    input: appointmentParams,
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'not_signed_in', 'session_ended', 'state_changed'],
  }),
}
