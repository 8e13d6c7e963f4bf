export {
  aroundRead,
  becomeAppointment,
  becomingAppointment,
  type BusyRow,
  busyRows,
  feedsWithin,
  ownClash,
  rangeOf,
  takeBusy,
  takeOwn,
  takenTime,
} from './diary-queries.ts'
export {
  isFree,
  isFreeBeside,
  refuseTaken,
  speedsIn,
  speedsOf,
  tightWays,
  type TightWay,
  travelSpeedsKey,
} from './diary-free.ts'
export { type Job, reachable, type Spot, travelMinutes, type TravelSpeeds, usualSpeeds } from './travel.ts'
export {
  type EndedHold,
  type HoldFilter,
  type HoldRelease,
  registerHoldRelease,
  releaseHolds,
} from './diary-free.ts'
export { freeBusy, freeOwn, moveBusy, replaceFeed, WAITING_LISTS } from './free-time.ts'
