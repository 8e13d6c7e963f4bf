import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AmountUpTo } from '#contract/values.ts'
import { EventDate, Instant } from '#contract/values.ts'
import { Appointment, appointmentNow, ofAppointment, refusedOnOwn } from '#contract/bookings/appointment.ts'
import { FreeTime } from '#contract/bookings/moves.ts'

const Time = z.object({ eventDate: EventDate, startsAt: Instant })
const times = z.object({ times: z.array(FreeTime) })
const moving = ['state_changed', 'slot_taken', 'date_past', 'date_too_far'] as const
const artists = ['not_found', 'not_allowed_acting'] as const
const one = z.object({ appointment: Appointment })
/** What comes off the price, as it was shown. */
const shown = AmountUpTo(10_000_000)

/** What the customer does about the trial before a booking. */
export const trialCalls = {
  trialTimes: endpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/trial/times',
    access: 'visitor',
    costly: true,
    summary: 'When the artist is free on a day for the trial of a booking.',
    input: ofAppointment.extend({ eventDate: EventDate }),
    output: times,
    refuses: ['not_found', 'date_past', 'date_too_far'],
    limit: 120,
  }),
  moveTrial: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/trial',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Moves the trial of a booking, or gives it a time where it has none, by its rules of date.',
    input: ofAppointment.extend(Time.shape),
    output: appointmentNow,
    refuses: [...refusedOnOwn, ...moving],
    limit: 120,
  }),
  cancelTrial: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/trial/cancel',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Cancels the trial alone; `refund` is what comes off the price, as it was shown, and anything else is refused with what it is now.',
    input: ofAppointment.extend({ refund: shown }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'refund_changed', 'move_waits'],
    limit: 120,
  }),
}

/** What the artist does about it. */
export const ownTrialCalls = {
  trialTimes: endpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}/trial/times',
    access: 'provider',
    costly: true,
    summary: 'When the caller is free on a day for the trial of an own appointment.',
    input: ofAppointment.extend({ eventDate: EventDate }),
    output: times,
    refuses: ['not_found', 'date_past', 'date_too_far'],
    limit: 120,
  }),
  moveTrial: endpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/trial',
    access: 'provider',
    notActing: true,
    key: true,
    summary: 'Moves the trial of an own appointment by its rules of date; the customer is told.',
    input: ofAppointment.extend(Time.shape),
    output: one,
    refuses: [...artists, ...moving],
  }),
  judgeTrial: endpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/trial/outcome',
    access: 'provider',
    notActing: true,
    key: true,
    summary:
      'Says of the trial of an own appointment that it is done or missed, or cancels it before it begins: then its price comes back.',
    input: ofAppointment.extend({ outcome: z.enum(['done', 'missed', 'off']) }),
    output: one,
    refuses: [...artists, 'state_changed', 'too_early', 'move_waits'],
  }),
}
