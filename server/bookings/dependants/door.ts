export { bookingDependants } from './booking-dependants.ts'
