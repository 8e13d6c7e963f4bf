export { endNoticesOf, endNoticesOfAll, endNoticesOfSession } from './subscription-queries.ts'
