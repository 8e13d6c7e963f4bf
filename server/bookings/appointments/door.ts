export { appointmentById, disputeById, disputesOf } from './appointment-queries.ts'
export { cancelForProvider } from './provider-cancels.ts'
export { presentAppointment, summariesOf } from './present-appointment.ts'
