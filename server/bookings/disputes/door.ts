export { disputeSummaries } from './present-problem.ts'
export { canSettle, settleProblem } from './settle-problem.ts'
