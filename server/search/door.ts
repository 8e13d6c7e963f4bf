export { findSearch } from './queries.ts'
