import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { EventDate, Instant } from '#contract/values.ts'
import { appointmentNow, ofAppointment, refusedOnOwn } from '#contract/bookings/appointment.ts'
import { FreeTime } from '#contract/bookings/moves.ts'

/** An hour of the day by its start: the day on which it is asked for, and when it begins. */
const TestTime = z.object({ eventDate: EventDate, startsAt: Instant })

export const patchTestCalls = {
  testTimes: endpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/patch-test/times',
    access: 'visitor',
    costly: true,
    summary: 'When the artist is free on a day for the patch test that a booking needs.',
    input: ofAppointment.extend({ eventDate: EventDate }),
    output: z.object({ times: z.array(FreeTime) }),
    refuses: ['not_found', 'date_past', 'date_too_far'],
    limit: 120,
  }),
  bookTest: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/patch-test',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Books the patch test that a booking needs, in the place of one that is booked already.',
    input: ofAppointment.extend(TestTime.shape),
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed', 'slot_taken', 'date_past', 'date_too_far'],
    limit: 120,
  }),
  cancelTest: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/patch-test/cancel',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Lets a patch test go that has not begun; the booking still needs one.',
    input: ofAppointment,
    output: appointmentNow,
    refuses: [...refusedOnOwn, 'state_changed'],
    limit: 120,
  }),
}
