import { z } from 'zod'
import { appointmentParams } from '#contract/bookings/appointment.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'
import { DayWord, isWhole, ProgressEntry } from './day-word.ts'

export const liveDayCalls = {
  reportProgress: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/day',
    access: 'provider',
    summary:
      'What happens on the day, word by word: on the way, there, late, a sitting begun or done, all done, or one of these taken back. Each has an id of its own: sent again it is the same word, in whatever order they come. `sentAt` is the caller’s clock now, by which theirs is put right.',
    input: appointmentParams.extend({
      words: z.array(DayWord.refine(isWhole, 'This word is not whole.')).min(1).max(100),
      sentAt: Instant,
    }),
    output: z.object({ said: z.array(ProgressEntry) }),
    refuses: ['not_found', 'state_changed', 'too_early', 'not_ready', 'sitting_not_found'],
    limit: 120,
  }),
  startSharingLocation: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/appointments/{appointmentId}/way',
    access: 'provider',
    notActing: true,
    summary:
      'Begins to share one’s way to an appointment with its customer, or ends it. It ends by itself on arrival and after three hours; only the latest place is kept, and goes with it.',
    input: appointmentParams.extend({ share: z.boolean() }),
    output: z.object({ endsAt: Instant.nullable() }),
    refuses: ['not_found', 'not_allowed_acting', 'state_changed', 'too_early'],
    limit: 30,
  }),
  sendLocation: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/way',
    access: 'provider',
    notActing: true,
    summary: 'Where one is on a way that is shared, at most every half minute; the place before goes.',
    input: appointmentParams.extend({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
    output: z.object({ endsAt: Instant }),
    refuses: ['not_found', 'not_allowed_acting', 'state_changed'],
    limit: 10,
  }),
}
