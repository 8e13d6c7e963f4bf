export { partnerOfBooking } from './partner-booking-queries.ts'
