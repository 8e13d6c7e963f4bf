export { bookableQuote, type Bookable } from './bookable-quote.ts'
export { bodyFor } from './lock-quote.ts'
