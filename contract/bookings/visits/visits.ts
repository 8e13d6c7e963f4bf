import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { EventDate, Instant } from '#contract/values.ts'
import { refusedOnOwn } from '#contract/bookings/appointment.ts'
import { Hold } from '#contract/bookings/holds.ts'
import { FreeTime } from '#contract/bookings/moves.ts'

/** Visits before the day: to try the work, and to see what somebody reacts to. */
const visitKinds = ['trial', 'patchTest'] as const
export type VisitKind = (typeof visitKinds)[number]

const Chosen = z.object({ eventDate: EventDate, startsAt: Instant, endsAt: Instant }).nullable()

/** What comes before the day of a kept time: what is needed and what is offered, each with its span and the time that is chosen. */
export const HoldVisits = z.object({
  /** Null where no service needs one, or it has been done with this artist. */
  patchTest: z
    .object({ services: z.array(z.string()), minutes: z.number().int(), from: Instant, until: Instant, chosen: Chosen })
    .nullable(),
  /** Null where the artist offers none for these services. */
  trial: z
    .object({
      services: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          minutes: z.number().int(),
          price: z.number(),
          /** It comes off the price of the day. */
          deducted: z.boolean(),
          from: Instant,
          until: Instant,
        }),
      ),
      /** The patch test can be done at the same visit, where all that is tried allows it. */
      withTest: z.array(z.string()),
      chosen: Chosen,
      /** What is tried at it, and whether the patch test is done at it too. */
      tried: z.array(z.string()),
      carriesTest: z.boolean(),
    })
    .nullable(),
})
export type HoldVisits = z.infer<typeof HoldVisits>

const ofHold = z.object({ holdId: z.uuid() })
const services = z.array(z.string().min(1).max(60)).min(1).max(20)
const Time = z.object({ eventDate: EventDate, startsAt: Instant })

export const visitCalls = {
  visits: endpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}/visits',
    access: 'visitor',
    summary: 'What comes before the day of a kept time: the patch test it needs and the trial its artist offers.',
    input: ofHold,
    output: z.object({ visits: HoldVisits }),
    refuses: ['not_found'],
  }),
  visitTimes: endpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}/visits/times',
    access: 'visitor',
    costly: true,
    summary: 'When the artist is free on a day for a visit before the day of a kept time.',
    input: ofHold.extend({
      eventDate: EventDate,
      kind: z.enum(visitKinds),
      /** What is tried, joined by commas; not said of a patch test. */
      services: z.string().max(1_300).default(''),
      /** The patch test is done at the same visit. */
      withTest: z.enum(['yes', 'no']).default('no'),
    }),
    output: z.object({ times: z.array(FreeTime) }),
    refuses: ['not_found', 'date_past', 'date_too_far', 'trial_not_offered'],
    limit: 120,
  }),
  chooseVisits: endpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/visits',
    access: 'visitor',
    key: true,
    notActing: true,
    summary:
      'Keeps the times of all visits before the day with a kept time, or none of them; what is null is not kept any more. A trial is a line of the price.',
    input: ofHold.extend({
      patchTest: Time.nullable(),
      trial: Time.extend({ services, withTest: z.boolean().default(false) }).nullable(),
    }),
    output: z.object({ hold: Hold, visits: HoldVisits }),
    refuses: [
      ...refusedOnOwn,
      'hold_lapsed',
      'state_changed',
      'visit_taken',
      'trial_not_offered',
      'payment_under_way',
      'split_stands',
      'promo_too_small',
      'date_past',
      'date_too_far',
    ],
    limit: 60,
  }),
}
