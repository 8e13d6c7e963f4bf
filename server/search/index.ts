export { clearAct, setAct, setActs, buildActUpdate } from './acts.ts'
export { type FrozenAddOn, extendWithAddOns, planOfQuoted } from './add-ons.ts'
export { countFits, notifyWaitingList } from './alerts.ts'
export { type Bookable, getBookableQuote } from './bookable-quote.ts'
export { listDemandAreas } from './demand.ts'
export { sumViewsByWeek } from './insights.queries.ts'
export { parseArtistPath, isSeen, flushProfileViews, recordView, suggestChange } from './insights.ts'
export { buildQuoteBody, lockQuote } from './lock-quote.ts'
export {
  countStanding,
  endQuote,
  findLatestQuote,
  findQuoteById,
  selectQuoteOfHold,
  toQuoteRow,
  findQuoteRow,
  type QuoteRow,
  findStandingOffer as standingOfferOf,
} from './locked-quotes.queries.ts'
export {
  isQuoteForSearch,
  type FrozenPackage,
  presentQuote,
  type QuoteBody,
  type QuoteTerms,
  saveQuote,
} from './locked-quotes.ts'
export { getSearchLook, presentLook } from './looks.ts'
export { type QuotedProvider, listQuotedProviders } from './quoted-provider.ts'
export { flushImpressions, getQuotesOfSearch } from './read-quotes.ts'
export { getPartnerSearch, isOwner, type ResolvedSearch, resolveSearch } from './saved-search.ts'
export { claimSearch, findSearch, type SearchRow } from './search.queries.ts'
export { checkDetails, copySearch, prepareDetails, resolveEventPlace } from './searches.ts'
export { transferTeamPart } from './teams.queries.ts'
export { getCallerTeam, type CallerTeam } from './teams.ts'
export { releaseReservedTime } from './waiting-list.queries.ts'
export {
  endWaitingOfArtist,
  endWaitingOfCustomer,
  type FreedTime,
  type HoldFreedTime,
  processReservedTime,
  countWaitingPeople,
} from './waiting-turns.ts'
export { loadSquares } from '#server/search/matching/around.ts'
export { getCellCentre, listCellsAround } from '#server/search/matching/cells.ts'
export { missingWorkPoints, weights as rankingWeights } from '#server/search/matching/ranking.ts'
export { countKinds, type Reach, getReach, type ReachQuery } from '#server/search/matching/reach.ts'
export { alignSeats } from '#server/search/planning/seated.ts'
