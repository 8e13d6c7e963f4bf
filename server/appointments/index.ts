export {
  getProviderAppointment,
  isDayOver,
  lockAppointmentOf,
  listAllowedActions,
  canTip,
  getCustomerAppointment,
  getReportDeadline,
  findSheetByKey,
  WORK_HOURS,
  earliestWorkStart,
} from './appointment-access.ts'
export {
  presentFace,
  createIsoFormatter,
  getOpenAmounts,
  presentParty,
  getWorkSpot,
  getRefundTerms,
} from './appointment-facts.ts'
export { listOtherPaymentRefsOf } from './appointment-payments.queries.ts'
export { lockBooking, listPaymentRefs, listPaymentsOfAppointment } from './appointment-payments.ts'
export {
  approveMove,
  addLaterPartsToBalances,
  findAppointmentById,
  findAppointmentOfHold,
  type AppointmentRow,
  listAppointmentsById,
  listAppointmentsOfAccount,
  listAppointmentsOfHolds,
  listAppointmentsOfProvider,
  listAppointmentsOnSearch,
  toAppointmentValues,
  findLastBookingOnSearch,
  findBookingOnSearch,
  findDisputeById,
  type DisputeRow,
  listDisputesById,
  listDisputesOf,
  listAppointmentsToComplete,
  endMove,
  type FrozenTerms,
  insertAppointment,
  insertDispute,
  insertMove,
  lockAppointment,
  moveAppointment,
  moveById,
  type MoveRow,
  listMovesById,
  listMoves,
  listExpiredMoves,
  type NewAppointment,
  type NewMove,
  openDispute,
  type People,
  listParticipants,
  listExpiredRescues,
  standingStates,
  updateAppointment,
  updateDispute,
} from './appointments.queries.ts'
export { formatCalendarFile, type Entry, toCalendarEvent, type Reader, formatSheet } from './attachments.ts'
export { presentBookingFacts } from './booking-facts.ts'
export { type AppointmentParts, type BookingEvents, publishBookingEvent } from './events.ts'
export { formatCalendar, type PublishedEvent } from './ical.ts'
export { calendarTexts, noticeLines } from './notice-texts.ts'
export { type Parties, findParties, listPartiesOfAppointments } from './notices.queries.ts'
export {
  getAudience,
  createCalendarAttachment,
  formatMoment,
  getReminderSteps,
  buildNotice,
  getAppointmentPath,
  publishAppointment,
  type Side,
  isUrgent,
  buildTeamMails,
  notifySide,
} from './notices.ts'
export {
  dayOfWork,
  headlineOf,
  presentAppointment,
  presentBooking,
  presentOwnAppointment,
  readAppointment,
  presentSummaries,
} from './present-appointment.ts'
