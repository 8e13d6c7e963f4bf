export { spendKept } from './spend-kept.ts'
