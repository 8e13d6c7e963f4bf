export { settleProblem } from './settle-problem.ts'
