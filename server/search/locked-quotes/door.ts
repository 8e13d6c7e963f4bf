export {
  asksTheSame,
  type KeptPackage,
  presentQuote,
  type QuoteBody,
  type QuoteTerms,
  saveQuote,
} from './quote-body.ts'
export {
  countStanding,
  endQuote,
  latestQuote,
  quoteById,
  quoteOfHold,
  quoteRead,
  type QuoteRow,
  quoteRow,
  standingOffer as standingOfferOf,
} from './quote-queries.ts'
