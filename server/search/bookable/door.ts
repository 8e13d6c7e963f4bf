export { bookableQuote, type Bookable } from './bookable-quote.ts'
export { bodyFor, lockQuote } from './lock-quote.ts'
