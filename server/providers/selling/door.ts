export { addOnsFor, type ShownAddOn } from './add-on-queries.ts'
export { type OfferedTrialRow, trialsFor } from './trial-queries.ts'
