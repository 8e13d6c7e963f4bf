export { registerBookings } from './payables.ts'
