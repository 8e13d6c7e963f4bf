export { repliesOf } from './signals.ts'
