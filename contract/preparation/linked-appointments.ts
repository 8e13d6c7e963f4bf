import { z } from 'zod'
import { Appointment, appointmentNow, appointmentParams, refusedOnOwn } from '#contract/appointments/appointment.ts'
import { Hold } from '#contract/checkout/holds.ts'
import { FreeTime } from '#contract/bookings/moves.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AmountUpTo, EventDate, Instant } from '#contract/values.ts'

/** A day and a start, which may be after midnight. */
const Time = z.object({ eventDate: EventDate, startsAt: Instant })
const times = z.object({ times: z.array(FreeTime) })
const one = z.object({ appointment: Appointment })
const wrongDay = ['date_past', 'date_too_far'] as const
const refusedTime = ['state_changed', 'slot_taken', ...wrongDay] as const
const judged = { outcome: z.enum(['done', 'missed', 'off']) }
const refusedProvider = ['not_found', 'not_allowed_acting'] as const

const getTimes = <Path extends `/v1/${string}`, Access extends 'visitor' | 'provider'>(
  path: Path,
  access: Access,
  summary: string,
) =>
  defineEndpoint({
    method: 'GET',
    path,
    access,
    summary,
    costly: true,
    limit: 120,
    input: appointmentParams.extend({ eventDate: EventDate }),
    output: times,
    refuses: ['not_found', ...wrongDay],
  })

export const linkedCalls = {
  testTimes: getTimes(
    '/v1/bookings/{appointmentId}/patch-test/times',
    'visitor',
    'When the artist is free on a day for the patch test that a booking needs.',
  ),
  bookTest: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/patch-test',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Books the patch test that a booking needs, or moves the booked one.',
    input: appointmentParams.extend(Time.shape),
    output: appointmentNow,
    refuses: [...refusedOnOwn, ...refusedTime],
    limit: 120,
  }),
  cancelTest: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/patch-test/cancel',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Cancels a patch test before it begins. The booking still needs one.',
    input: appointmentParams,
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed'],
    limit: 120,
  }),
  trialTimes: getTimes(
    '/v1/bookings/{appointmentId}/trial/times',
    'visitor',
    'When the artist is free on a day for the trial of a booking.',
  ),
  moveTrial: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/trial',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Moves the trial of a booking within its allowed period, or schedules it if it has no time.',
    input: appointmentParams.extend(Time.shape),
    output: appointmentNow,
    refuses: [...refusedOnOwn, ...refusedTime],
    limit: 120,
  }),
  cancelTrial: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/trial/cancel',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Cancels only the trial. `refund` is the price reduction that was shown. Another amount is refused with the current one.',
    input: appointmentParams.extend({ refund: AmountUpTo(10_000_000) }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'refund_changed', 'move_pending'],
    limit: 120,
  }),
}

export const providerLinkedCalls = {
  patchTest: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/patch-test',
    access: 'provider',
    notActing: true,
    key: true,
    summary: 'Records the outcome of the patch test of an appointment, or cancels it before it begins (`off`).',
    input: appointmentParams.extend(judged),
    output: one,
    refuses: [...refusedProvider, 'state_changed', 'too_early'],
  }),
  trialTimes: getTimes(
    '/v1/providers/appointments/{appointmentId}/trial/times',
    'provider',
    'When the caller is free on a day for the trial of an own appointment.',
  ),
  moveTrial: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/trial',
    access: 'provider',
    notActing: true,
    key: true,
    summary: 'Moves the trial of an appointment within its allowed period, and notifies the customer.',
    input: appointmentParams.extend(Time.shape),
    output: one,
    refuses: [...refusedProvider, ...refusedTime],
  }),
  setTrialOutcome: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/trial/outcome',
    access: 'provider',
    notActing: true,
    key: true,
    summary:
      'Records the outcome of the trial of an appointment, or cancels it before it begins (`off`) and refunds its price.',
    input: appointmentParams.extend(judged),
    output: one,
    refuses: [...refusedProvider, 'state_changed', 'too_early', 'move_pending'],
  }),
}

const visitKinds = ['trial', 'patchTest'] as const
const Chosen = Time.extend({ endsAt: Instant }).nullable()

export const HoldVisits = z.object({
  /** Null if no service needs a patch test, or if this artist has already done one. */
  patchTest: z
    .object({ services: z.array(z.string()), minutes: z.number().int(), from: Instant, until: Instant, chosen: Chosen })
    .nullable(),
  /** Null if the artist offers no trial for these services. */
  trial: z
    .object({
      services: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          minutes: z.number().int(),
          price: z.number(),
          deducted: z.boolean(),
          from: Instant,
          until: Instant,
        }),
      ),
      withTest: z.array(z.string()),
      chosen: Chosen,
      tried: z.array(z.string()),
      carriesTest: z.boolean(),
    })
    .nullable(),
})
export type HoldVisits = z.infer<typeof HoldVisits>

const ofHold = z.object({ holdId: z.uuid() })

export const checkoutCalls = {
  visits: defineEndpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}/visits',
    access: 'visitor',
    summary: 'Returns the patch test that a hold needs, the trial that its artist offers, and the chosen times.',
    input: ofHold,
    output: z.object({ visits: HoldVisits }),
    refuses: ['not_found'],
  }),
  visitTimes: defineEndpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}/visits/times',
    access: 'visitor',
    costly: true,
    summary: 'Lists when the artist is free on a day for a trial or a patch test before the day of a hold.',
    input: ofHold.extend({
      eventDate: EventDate,
      kind: z.enum(visitKinds),
      services: z.string().max(1_300).default(''),
      withTest: z.enum(['yes', 'no']).default('no'),
    }),
    output: times,
    refuses: ['not_found', ...wrongDay, 'trial_not_offered'],
    limit: 120,
  }),
  chooseVisits: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/visits',
    access: 'visitor',
    key: true,
    notActing: true,
    summary:
      'Reserves the trial and the patch test before the day of a hold, both or none. Replaces earlier choices. A trial becomes a line of the price.',
    input: ofHold.extend({
      patchTest: Time.nullable(),
      trial: Time.extend({
        services: z.array(z.string().min(1).max(60)).min(1).max(20),
        withTest: z.boolean().default(false),
      }).nullable(),
    }),
    output: z.object({ hold: Hold, visits: HoldVisits }),
    refuses: [
      ...refusedOnOwn,
      ...(['hold_lapsed', 'state_changed', 'visit_taken', 'trial_not_offered'] as const),
      ...(['payment_under_way', 'split_already_open', 'promo_too_small'] as const),
      ...wrongDay,
    ],
    limit: 60,
  }),
}
