export {
  aroundRead,
  becomeAppointment,
  becomingAppointment,
  type BusyRow,
  busyRows,
  feedsWithin,
  freeBusy,
  moveBusy,
  rangeOf,
  replaceFeed,
  takeBusy,
  takenTime,
} from './diary-queries.ts'
export { isFree, isFreeBeside, refuseTaken, speedsIn, speedsOf, travelSpeedsKey } from './diary-free.ts'
export { type Job, reachable, type Spot, travelMinutes, type TravelSpeeds, usualSpeeds } from './travel.ts'
