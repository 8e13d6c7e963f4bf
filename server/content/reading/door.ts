export { listHelp } from './list-help.ts'
