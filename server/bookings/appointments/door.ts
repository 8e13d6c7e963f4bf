export { appointmentById, appointmentsById, disputeById, disputesOf } from './appointment-queries.ts'
export { cancelForProvider } from './provider-cancels.ts'
export { disputeSummaries, presentAppointment, summariesOf } from './present-appointment.ts'
