export { claimSearch, findSearch, type SearchRow } from './queries.ts'
export { seatsAlone } from './planning/seated.ts'
export { owns, type ResolvedSearch, resolveSearch } from './saved-search.ts'
