export { closeConversation, closeReported, openContacts, sayEvent, type SystemLine } from './say-event.ts'
export { isBlocked } from './blocks.ts'
export { tellUnread } from './tell-unread.ts'
export { conversationIdOf } from './queries.ts'
