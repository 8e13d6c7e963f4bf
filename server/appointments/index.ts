export {
  appointmentOfOwn,
  dayOver,
  lockAppointmentOf,
  mayDo,
  mayTip,
  ownAppointment,
  reportsUntil,
  sheetOfKey,
  WORK_HOURS,
  workFrom,
} from './appointment-access.ts'
export { faceOf, isoIn, partyIn, spotOf, termsOf } from './appointment-facts.ts'
export { otherRefsOf } from './appointment-payments.queries.ts'
export { lockBooking, paidFor, paymentsFor } from './appointment-payments.ts'
export {
  agreeMove,
  appointmentById,
  appointmentOfHold,
  type AppointmentRow,
  appointmentsById,
  appointmentsOfAccount,
  appointmentsOfHolds,
  appointmentsOfProvider,
  appointmentsOnSearch,
  appointmentValues,
  bookedLast,
  bookedOnSearch,
  disputeById,
  type DisputeRow,
  disputesById,
  disputesOf,
  doneBy,
  endMove,
  type Frozen,
  insertAppointment,
  insertDispute,
  insertMove,
  lockAppointment,
  moveAppointment,
  moveById,
  type MoveRow,
  movesById,
  movesOf,
  movesPast,
  type NewAppointment,
  type NewMove,
  openDispute,
  type People,
  providersShown,
  rescuesPast,
  standing,
  updateAppointment,
  updateDispute,
} from './appointments.queries.ts'
export { calendarFile, type Entry, eventOf, type Reader, sheetText } from './attachments.ts'
export { bookingFacts } from './booking-facts.ts'
export { type AppointmentParts, type BookingEvents, publishBookingEvent } from './events.ts'
export { formatCalendar, type PublishedEvent } from './ical.ts'
export { calendarWords, noticeLines } from './notice-words.ts'
export { type Parties, partiesOf, partiesOfAll } from './notices.queries.ts'
export {
  audienceOf,
  calendarAttachment,
  momentOf,
  nearestSteps,
  noticeOf,
  pathOf,
  publishAppointment,
  type Side,
  soon,
  teamMails,
  tell,
} from './notices.ts'
export {
  dayOfWork,
  headlineOf,
  presentAppointment,
  presentBooking,
  presentOwnAppointment,
  readAppointment,
  summariesOf,
} from './present-appointment.ts'
