export { bookableQuote, type Bookable } from './bookable-quote.ts'
export { bodyFor, priceNow } from './lock-quote.ts'
