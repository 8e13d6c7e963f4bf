export { policyTerms } from './policy.ts'
export { depositShareOf, priceOfCandidate } from './pricing.ts'
