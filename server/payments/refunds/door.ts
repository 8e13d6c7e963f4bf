export { handOn } from './hand-on.ts'
export { recordCash } from './cash.ts'
export { refund } from './refund.ts'
export { release } from './release.ts'
