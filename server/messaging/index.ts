export { isBlocked } from './blocks.ts'
export { closeReported, addBookedMessages, addSystemMessage } from './events.ts'
export { findConversationId, listMessagesBetween, findTalk } from './messaging.queries.ts'
export { markCounted, listQuestionsToCount } from './questions.queries.ts'
