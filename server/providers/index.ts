export { deleteReviewPictures, insertReviewPicture } from './albums.queries.ts'
export { removeFromAlbum, addToAlbum } from './albums.ts'
export { hasBadge } from './badge.ts'
export {
  blockDayIn,
  explainClash,
  presentBookedOut,
  presentStanding,
  assertBookableDay,
  getRequestSpot,
} from './booked-out.ts'
export {
  readDiaryAround,
  convertHoldTime,
  buildHoldConversion,
  type BusyRow,
  listBusyRows,
  listFeedEventsWithin,
  hasBusyConflict,
  formatRange,
  insertBusyTime,
  buildBusyTimeInsert,
  insertPrivateBusyTime,
} from './diary.queries.ts'
export { assessArtistRisks } from './document-risk.ts'
export { checkIn, getIdentityExpiry, recordIdentityCheck, getMarket, reopenDocument } from './documents.ts'
export {
  type EndedHold,
  releaseBusyTimes,
  releasePrivateTime,
  type HoldFilter,
  type HoldRelease,
  isFree,
  isFreeBeside,
  moveBusy,
  assertTimeFree,
  registerHoldRelease,
  releaseHolds,
  replaceFeed,
  getSpeedsInTransaction,
  getSpeeds,
  type TightWay,
  listTightTrips,
  travelSpeedsKey,
  WAITING_LISTS,
} from './free-times.ts'
export { readHoursSaid } from './hours.ts'
export {
  createImportLine,
  createImportedAlbum,
  fillImportedProfile,
  quoteForTerminal,
  recordTakenOver,
  checkAlbumRoom,
  addImportedServices,
  describeRefusal,
} from './imported-profile.ts'
export { toDayNumber, getHoursOfDay, getLeadTimes, openOnDay, type PackedHours, getWindows } from './open-hours.ts'
export { listPricesNear } from './provider-profile.queries.ts'
export { presentOwn } from './provider-profile.ts'
export { createPlaceholder, type Media, presentPicture } from './picture.ts'
export { getProfile } from './profile.ts'
export {
  listArtistsOf,
  type CardRow,
  listCardRows,
  countCancelled,
  countKept,
  listFaces,
  findProvider,
  hasProfileId,
  listLatestPraise,
  lockDiary,
  lockProvider,
  listProviderNumbers,
  listPictures,
  findProviderById,
  findProviderOfAccount,
  renameDraft,
  listProviderServices,
  setProviderState,
  setSignals,
  listTitles,
} from './providers.queries.ts'
export { addOnsFor, type OfferedTrialRow, type ShownAddOn, listTrialsForServices } from './selling.queries.ts'
export {
  setProviderFeatured,
  isOwnProfile,
  getCallerProvider,
  assertNotOwnProfile,
  restoreProvider,
  restoreProviderOf,
  suspendProvider,
  suspendProviderOf,
} from './standing.ts'
export {
  type Job,
  isReachable,
  type Spot,
  computeTravelMinutes,
  type TravelSpeeds,
  usualSpeeds,
} from './travel-time.ts'
