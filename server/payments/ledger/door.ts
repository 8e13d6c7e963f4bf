export { searchOfMovement } from './booking-of-queries.ts'
export { spendKept } from './spend-kept.ts'
export { post } from './ledger-queries.ts'
