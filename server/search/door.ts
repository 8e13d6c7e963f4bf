export { claimSearch, findSearch } from './queries.ts'
export { owns, type ResolvedSearch, resolveSearch } from './saved-search.ts'
