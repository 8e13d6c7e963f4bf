export { savedCardOf } from './card-queries.ts'
export { type Taken, takeFromCard } from './take-from-card.ts'
