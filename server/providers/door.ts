export { type Media, noPicture, pictureOf } from './picture.ts'
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
export {
  endFeaturesOfPast,
  featureProvider,
  restoreProvider,
  restoreProviderOf,
  suspendProvider,
  suspendProviderOf,
} from './standing.ts'
export { countCancelled, countKept, renameDraft, setProviderState, setSignals } from './standing-queries.ts'
