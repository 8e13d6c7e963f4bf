export {
  blocksAround,
  dayNumber,
  leadOf,
  openOnDay,
  type OwnHours,
  sourceOn,
  type Windows,
  windowsOn,
} from './windows-on.ts'
