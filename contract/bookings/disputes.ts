import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  appointmentNow,
  appointmentParams,
  problemKinds,
  refusedOnOwn,
  writtenTextSchema,
} from '#contract/appointments/appointment.ts'

export const disputeCalls = {
  report: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/problem',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Reports a problem with a booking, until 48 hours after its end. The payout waits until an operator has reviewed it.',
    input: appointmentParams.extend({
      kind: z.enum(problemKinds),
      text: writtenTextSchema(4_000).default(''),
      pictures: z.array(z.string().max(300)).max(6).default([]),
    }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'too_early', 'too_late'],
    limit: 120,
  }),
  addSide: defineEndpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/problem/side',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: "Adds the other side's answer to a reported problem.",
    input: appointmentParams.extend({ text: z.string().trim().min(1, 'Text is required').max(4_000) }),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'too_late'],
    limit: 120,
  }),
}
