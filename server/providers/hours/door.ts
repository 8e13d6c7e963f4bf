export { hoursOfDay } from './hours-of-day.ts'
export { hoursSaid } from './hours-said.ts'
