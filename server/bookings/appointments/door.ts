export { appointmentById, appointmentsById, disputeById, disputesOf } from './appointment-queries.ts'
export { cancelForProvider } from './cancel-for-provider.ts'
export { disputeSummaries, presentAppointment, summariesOf } from './present-appointment.ts'
