export { fitsNow } from './fits-now.ts'
export { type FreedTime, type KeepFreed, tellFreed } from './tell-freed.ts'
