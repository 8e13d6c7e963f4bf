export { endNoticesOf, endNoticesOfSession } from './subscription-queries.ts'
