import { live } from '#contract/messaging/live.ts'
import { messages } from '#contract/messaging/messages.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { createLiveToken, listLiveEvents } from './live.ts'
import { countUnread, listConversations, markRead, readConversation, reportConversation } from './conversations.ts'
import { blockOther, unblockOther } from './blocks.ts'
import { sendQuestion, getConversationWithArtist } from './questions.ts'
import { sendMessage } from './messages.ts'

export const liveRoutes = createRoutes(live, { token: createLiveToken, events: listLiveEvents })

export const messageRoutes = createRoutes(messages, {
  list: listConversations,
  unread: countUnread,
  read: readConversation,
  readByArtist: getConversationWithArtist,
  sendQuestion: sendQuestion,
  write: sendMessage,
  markRead,
  report: reportConversation,
  block: blockOther,
  unblock: unblockOther,
})
