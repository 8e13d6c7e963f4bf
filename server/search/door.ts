export { findSearch } from './queries.ts'
export { claimSearch } from './queries.ts'
