export { deleteReviewPictures, insertReviewPicture } from './albums.queries.ts'
export { dropFromAlbum, putInAlbum } from './albums.ts'
export { hasBadge } from './badge.ts'
export { blockDayIn, clashOf, presentBookedOut, presentStanding, refuseWrongDay, spotOf } from './booked-out.ts'
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
  takenTime,
  takeOwn,
} from './diary.queries.ts'
export { risksOfArtist } from './document-risk.ts'
export { checkIn, identityHolds, keepIdentityCheck, marketOf, reopenDocument } from './documents.ts'
export {
  type EndedHold,
  freeBusy,
  freeOwn,
  type HoldFilter,
  type HoldRelease,
  isFree,
  isFreeBeside,
  moveBusy,
  refuseTaken,
  registerHoldRelease,
  releaseHolds,
  replaceFeed,
  speedsIn,
  speedsOf,
  type TightWay,
  tightWays,
  travelSpeedsKey,
  WAITING_LISTS,
} from './free-times.ts'
export { hoursSaid } from './hours.ts'
export { beginAlbum, fillProfile, quoted, recordTakenOver, roomForAlbum, sellToo, whyOf } from './imported-profile.ts'
export { dayNumber, hoursOfDay, leadOf, openOnDay, type OwnHours, windowsOn } from './open-hours.ts'
export { pricesNear } from './own-profile.queries.ts'
export { presentOwn } from './own-profile.ts'
export { type Media, noPicture, pictureOf } from './picture.ts'
export { showProfile } from './profile.ts'
export {
  artistsOf,
  type CardRow,
  cardRows,
  countCancelled,
  countKept,
  facesOf,
  findProvider,
  hasProfileId,
  latestPraise,
  lockDiary,
  lockProvider,
  numbersOf,
  picturesOf,
  providerById,
  providerOfAccount,
  renameDraft,
  servicesOf,
  setProviderState,
  setSignals,
  titlesOf,
} from './providers.queries.ts'
export { addOnsFor, type OfferedTrialRow, type ShownAddOn, trialsFor } from './selling.queries.ts'
export {
  featureProvider,
  isOwnProfile,
  ownProvider,
  refuseOwnProfile,
  restoreProvider,
  restoreProviderOf,
  suspendProvider,
  suspendProviderOf,
} from './standing.ts'
export { type Job, reachable, type Spot, travelMinutes, type TravelSpeeds, usualSpeeds } from './travel-time.ts'
