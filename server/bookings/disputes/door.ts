export { problemLabels } from './problem-words.ts'
export { settleProblem, type Settlement } from './settle-problem.ts'
