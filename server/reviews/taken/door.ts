export { bringTaken } from './bring-taken.ts'
