import type { BookingHandlers } from '#server/bookings/appointments/events.ts'
import { presentNote } from '#server/bookings/appointments/present-note.ts'
import {
  endProposals,
  markQuoteCancelled,
  postCancelled,
  publishCancelled,
  recordCancelled,
} from '#server/bookings/appointments/cancel-booking.ts'
import { countCompleted, publishCompleted, releasePayments } from '#server/bookings/appointments/complete.ts'
import { presentDay } from '#server/bookings/day/present-day.ts'
import { markQuotesBooked, postConfirmed, publishConfirmed } from '#server/bookings/holds/announce-booked.ts'
import { notifyConfirmed } from '#server/bookings/holds/tell-booked.ts'
import { cancelLinked, realignLinked } from '#server/bookings/linked-appointments/follow-booking.ts'
import { notifyBooked } from '#server/bookings/linked-appointments/notify.ts'
import { presentPreparation } from '#server/bookings/linked-appointments/present-preparation.ts'
import { presentBilling } from '#server/bookings/money/present-billing.ts'
import { postMoved, publishMoved } from '#server/bookings/moves/apply-move.ts'
import { presentSplit } from '#server/bookings/split/present-split.ts'
import { presentChanges } from '#server/bookings/team/present-changes.ts'

/** Everything that happens after a booking is confirmed, moved, cancelled or completed, in this order and in the same transaction. */
const events: BookingHandlers['events'] = {
  bookingConfirmed: [markQuotesBooked, postConfirmed, notifyConfirmed, notifyBooked, publishConfirmed],
  bookingMoved: [realignLinked, postMoved, (ctx, { row }) => publishMoved(ctx, row)],
  bookingCancelled: [cancelLinked, endProposals, markQuoteCancelled, postCancelled, publishCancelled, recordCancelled],
  bookingCompleted: [releasePayments, countCompleted, publishCompleted],
}

export const bookingHandlers: BookingHandlers = {
  events,
  appointmentParts: {
    billing: presentBilling,
    party: presentDay,
    preparation: presentPreparation,
    checkout: presentSplit,
    bookings: presentChanges,
    calendar: presentNote,
  },
}
