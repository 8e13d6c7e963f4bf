export { claimSearch, findSearch, type SearchRow } from './queries.ts'
export { owns, type ResolvedSearch, resolveSearch } from './saved-search.ts'
