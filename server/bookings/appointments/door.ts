export { appointmentById, appointmentsById, disputeById, disputesOf } from './appointment-queries.ts'
export { cancelByOperator } from './cancel-with-refund.ts'
export { presentAppointment, summariesOf } from './present-appointment.ts'
