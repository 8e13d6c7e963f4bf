export { copySearch } from './copy-search.ts'
export { eventPlace } from './event-place.ts'
export { detailsToKeep, saveDetails } from './save-details.ts'
