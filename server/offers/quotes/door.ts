export { quoteToBook } from './quote-to-book.ts'
