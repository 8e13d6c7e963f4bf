export { isBlocked } from './blocks.ts'
export { closeConversation, closeReported, sayBooked, sayEvent } from './events.ts'
export { conversationIdOf, saidIn, talkOf } from './messaging.queries.ts'
export { markCounted, questionsToCount } from './questions.queries.ts'
