export { fitsNow } from './fits-now.ts'
export type { FreedTime, HoldFreedTime } from './give-turn.ts'
export { tellFreed } from './tell-freed.ts'
