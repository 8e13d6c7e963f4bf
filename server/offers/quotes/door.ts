export { bookableQuote } from './bookable-quote.ts'
export { priceNow, presentQuote } from './lock-quote.ts'
export type { QuoteRow } from './book-queries.ts'
export { quoteById, quoteToBook } from './quote-to-book.ts'
