export { taxAt } from './tax-queries.ts'
