export { markCounted, questionsToCount } from './question-queries.ts'
