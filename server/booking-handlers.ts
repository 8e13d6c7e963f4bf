import type { BookingHandlers } from '#server/appointments/events.ts'
import { presentNote } from '#server/calendar/clients.ts'
import {
  endProposals,
  markQuoteCancelled,
  postCancelled,
  publishCancelled,
  recordCancelled,
} from '#server/bookings/cancellation.ts'
import { countCompleted, publishCompleted, releasePayments } from '#server/bookings/completion.ts'
import { presentDay } from '#server/party/run-sheet.ts'
import { markQuotesBooked, notifyConfirmed, postConfirmed, publishConfirmed } from '#server/checkout/finish-booking.ts'
import { cancelLinked, realignLinked } from '#server/preparation/follow-booking.ts'
import { notifyBooked } from '#server/preparation/linked-notices.ts'
import { presentPreparation } from '#server/preparation/present-preparation.ts'
import { presentBilling } from '#server/billing/present-billing.ts'
import { postMoved, publishMoved } from '#server/bookings/apply-move.ts'
import { presentSplit } from '#server/checkout/shared-bills.ts'
import { presentChanges } from '#server/bookings/operator-change-views.ts'

/** Handlers run in this order and in the event's transaction. */
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
