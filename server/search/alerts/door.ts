export { fitsNow } from './fits-now.ts'
export { type FreedTime, type HoldFreedTime, tellFreed } from './tell-freed.ts'
