export {
  becomeAppointment,
  becomingAppointment,
  type BusyRow,
  busyRows,
  freeBusy,
  moveBusy,
  replaceFeed,
  takeBusy,
} from './diary-queries.ts'
export { isFree, refuseTaken, speedsIn, speedsOf, travelSpeedsKey } from './diary-free.ts'
export { type Job, reachable, type Spot, travelMinutes, type TravelSpeeds, usualSpeeds } from './travel.ts'
