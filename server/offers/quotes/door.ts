export { type Bookable, bookableQuote, type NotBookable } from './bookable-quote.ts'
export { priceNow, presentQuote } from './lock-quote.ts'
export type { QuoteRow } from './book-queries.ts'
export { quoteById, type QuoteToBook, quoteToBook } from './quote-to-book.ts'
