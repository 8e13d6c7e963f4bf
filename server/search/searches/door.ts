export { copySearch } from './copy-search.ts'
export { eventPlace } from './event-place.ts'
export { detailsToKeep } from './save-details.ts'
