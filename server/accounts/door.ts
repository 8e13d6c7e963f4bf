export { identify } from './token.ts'
