export { blockDayIn } from '#server/providers/diary/book-out.ts'
export { presentBookedOut, presentStanding, refuseWrongDay } from '#server/providers/diary/booked-out.ts'
export {
  becomeAppointment,
  type BusyRow,
  busyRows,
  freeBusy,
  jobsTouching,
  moveBusy,
  type Neighbour,
  neighboursOf,
  replaceFeed,
  takeBusy,
} from '#server/providers/diary/diary-queries.ts'
export {
  inTheWay,
  type InTheWay,
  isFree,
  refuseTaken,
  speedsIn,
  speedsOf,
  travelSpeedsKey,
} from '#server/providers/diary/diary-free.ts'
export { ownProvider } from '#server/providers/own-profile/own-provider.ts'
export { presentOwn } from '#server/providers/own-profile/own-profile.ts'
export { lockProvider, providerById } from '#server/providers/own-profile/own-queries.ts'
export { type Frame, type Media, noPicture, pictureOf } from './picture.ts'
export {
  artistsOf,
  type CardRow,
  cardRows,
  facesOf,
  findProvider,
  latestPraise,
  lockDiary,
  numbersOf,
  picturesOf,
  providerOfAccount,
  servicesOf,
} from './queries.ts'
export { moderateReview } from './moderate-review.ts'
export {
  endFeaturesOfPast,
  featureProvider,
  restoreProvider,
  restoreProviderOf,
  suspendProvider,
  suspendProviderOf,
} from './standing.ts'
export {
  type Job,
  reachable,
  type Spot,
  travelMinutes,
  type TravelSpeeds,
  usualSpeeds,
} from '#server/providers/diary/travel.ts'
