export { newCredit, type NewCredit } from './new-credit.ts'
