export { canSettle } from './report-problem.ts'
export { settleProblem } from './settle-problem.ts'
