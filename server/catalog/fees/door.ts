export { feePayerOf, feesOf, feeStandingOf } from './fees-of.ts'
