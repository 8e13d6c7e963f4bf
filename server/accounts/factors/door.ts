export { dropFactors } from './factor-queries.ts'
