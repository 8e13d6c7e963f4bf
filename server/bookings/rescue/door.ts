export { othersFor, rescueSearch } from './rescue-artists.ts'
