export { closeConversation, closeReported, sayBooked, sayEvent } from './say-event.ts'
export { isBlocked } from './blocks.ts'
export { conversationIdOf, saidIn, talkOf } from './queries.ts'
