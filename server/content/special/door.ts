export { tellOpened } from './wait-for-place.ts'
