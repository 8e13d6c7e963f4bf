export { canSettle, settleProblem } from './settle-problem.ts'
