export { hasBadge } from './badge.ts'
export { ownProvider } from './own-provider.ts'
export { type Media, noPicture, pictureOf } from './picture.ts'
export {
  artistsOf,
  type CardRow,
  cardRows,
  facesOf,
  findProvider,
  hasProfileId,
  latestPraise,
  lockDiary,
  numbersOf,
  picturesOf,
  providerOfAccount,
  servicesOf,
  titlesOf,
} from './queries.ts'
export {
  featureProvider,
  restoreProvider,
  restoreProviderOf,
  suspendProvider,
  suspendProviderOf,
} from './standing.ts'
export { countCancelled, countKept, renameDraft, setProviderState, setSignals } from './standing-queries.ts'
export { lockProvider, providerById } from './row-queries.ts'
