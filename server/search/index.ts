export { clearAct, setAct, setActs, settingAct } from './acts.ts'
export { type KeptAddOn, longerWith, planOfQuoted } from './add-ons.ts'
export { fitsNow, tellFreed } from './alerts.ts'
export { type Bookable, bookableQuote } from './bookable-quote.ts'
export { showDemandAreas } from './demand.ts'
export { seenByWeek } from './insights.queries.ts'
export { artistOfPath, isSeen, keepNotedViews, noteView, suggestChange } from './insights.ts'
export { bodyFor, lockQuote } from './lock-quote.ts'
export {
  countStanding,
  endQuote,
  latestQuote,
  quoteById,
  quoteOfHold,
  quoteRead,
  quoteRow,
  type QuoteRow,
  standingOffer as standingOfferOf,
} from './locked-quotes.queries.ts'
export {
  asksTheSame,
  type KeptPackage,
  presentQuote,
  type QuoteBody,
  type QuoteTerms,
  saveQuote,
} from './locked-quotes.ts'
export { lookOfSearch, presentLook } from './looks.ts'
export { type Quoted, quotedProviders } from './quoted-provider.ts'
export { keepSeen, quotesOf } from './read-quotes.ts'
export { owns, type ResolvedSearch, resolveSearch } from './saved-search.ts'
export { claimSearch, findSearch, type SearchRow } from './search.queries.ts'
export { copySearch, detailsToKeep, eventPlace } from './searches.ts'
export { handPartOn } from './teams.queries.ts'
export { ownTeam, type OwnTeam } from './teams.ts'
export { takeReserved } from './waiting-list.queries.ts'
export {
  endWaitingOfArtist,
  endWaitingOfCustomer,
  type FreedTime,
  type HoldFreedTime,
  offerReserved,
  waitingCount,
} from './waiting-turns.ts'
export { squaresOf } from '#server/search/matching/around.ts'
export { cellCentre, cellsAround } from '#server/search/matching/cells.ts'
export { weights as rankingWeights } from '#server/search/matching/ranking.ts'
export { countKinds, type Reach, reachOf, type ReachQuery } from '#server/search/matching/reach.ts'
export { seatsAlone } from '#server/search/planning/seated.ts'
