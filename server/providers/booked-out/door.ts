export { blockDayIn } from './block-in.ts'
export { presentBookedOut, presentStanding, refuseWrongDay } from './booked-out.ts'
export { clashOf, spotOf } from './clash.ts'
