import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import { EventDate, Instant, TimeOfDay } from '#contract/values.ts'
import { appointmentNow, appointmentParams, refusedOnOwn } from '#contract/appointments/appointment.ts'

export const FreeTime = z.object({ startsAt: Instant, endsAt: Instant, readyAt: Instant, finishTime: TimeOfDay })
export type FreeTime = z.infer<typeof FreeTime>

/** A new time on any day: the time to be ready by, or the start. */
export const MoveTo = z.object({ eventDate: EventDate, finishTime: TimeOfDay })

export const moveCalls = {
  freeTimes: defineEndpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/free-times',
    access: 'visitor',
    costly: true,
    summary: 'Lists when the artist is free for this booking on a day, by ready-by time.',
    input: appointmentParams.extend({ eventDate: EventDate }),
    output: z.object({
      times: z.array(FreeTime),
      total: z.number().nullable(),
      deposit: z.number().nullable(),
      difference: z.number(),
      back: z.number(),
      /** Amounts below the minimum for a card: added to the balance instead of the deposit, or waived. */
      toBalance: z.number(),
      waived: z.number(),
    }),
    refuses: ['not_found', 'date_past', 'date_too_far'],
    limit: 120,
  }),
  proposeMove: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/moves',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Proposes another time. The booking keeps its time until the other side accepts.',
    input: appointmentParams.extend(MoveTo.shape),
    output: appointmentNow,
    refuses: [
      ...refusedOnOwn,
      'state_changed',
      'slot_taken',
      'time_past',
      'time_skipped',
      'date_past',
      'date_too_far',
      'too_late',
      'move_pending',
    ],
    limit: 120,
  }),
  answerMove: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/moves/{moveId}',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Accepts or declines a proposed time as the customer. If the deposit increases, returns the payment of the difference, which confirms the move. The proposer cancels the proposal with `withdraw`.',
    input: appointmentParams.extend({ moveId: z.uuid(), answer: z.enum(['accept', 'decline', 'withdraw']) }),
    output: appointmentNow.extend({ payment: Payment.nullable() }),
    refuses: [...refusedOnOwn, 'state_changed', 'slot_taken'],
    limit: 120,
  }),
}
