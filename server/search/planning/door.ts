export type { DayPlan } from './planner.ts'
