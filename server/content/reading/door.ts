export { listHelp } from './help.ts'
