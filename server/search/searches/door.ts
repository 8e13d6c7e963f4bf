export { eventPlace } from './create-search.ts'
export { copySearch } from './copy-search.ts'
export { saveDetails } from './save-details.ts'
export { type ResolvedSearch, resolveSearch, owns } from './saved-search.ts'
