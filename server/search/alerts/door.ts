export { endFreedAlert, setFreedAlert } from './set-freed-alert.ts'
export { fitsNow } from './fits-now.ts'
export { type FreedTime, type KeepFreed, tellFreed } from './tell-freed.ts'
