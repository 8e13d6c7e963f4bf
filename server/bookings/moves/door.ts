export { freeTimesFor } from './show-free-times.ts'
