export { isBlocked } from './blocks.ts'
export { closeReported, sayBooked, sayEvent } from './events.ts'
export { conversationIdOf, saidIn, talkOf } from './messaging.queries.ts'
export { markCounted, questionsToCount } from './questions.queries.ts'
