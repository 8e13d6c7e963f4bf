export { forgetUnused } from './forget-unused.ts'
export { forgetPastLinks } from './retention.ts'
