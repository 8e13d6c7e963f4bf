export { type OfferedTrialRow, trialsFor } from './trial-queries.ts'
