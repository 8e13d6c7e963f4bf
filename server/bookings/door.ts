export {
  type AppointmentRow,
  appointmentById,
  disputeById,
  disputesOf,
} from '#server/bookings/appointments/appointment-queries.ts'
export { registerBookings } from '#server/bookings/money/payables.ts'
export { cancelForProvider } from '#server/bookings/appointments/provider-cancels.ts'
export { presentAppointment, summariesOf } from '#server/bookings/appointments/present-appointment.ts'
export { problemLabels } from '#server/bookings/disputes/problem-words.ts'
export { settleProblem, type Settlement } from '#server/bookings/disputes/settle-problem.ts'
