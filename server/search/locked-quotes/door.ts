export { bookableQuote, type Bookable } from './bookable-quote.ts'
export { asksTheSame, bodyFor, saveQuote, priceNow, presentQuote, type QuoteBody } from './lock-quote.ts'
export {
  countStanding,
  endQuote,
  latestQuote,
  quoteById,
  type QuoteRow,
  quoteRow,
  standingOffer as standingOfferOf,
} from './quote-queries.ts'
