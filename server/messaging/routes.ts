import { live } from '#contract/messaging/live.ts'
import { messages } from '#contract/messaging/messages.ts'
import { serve } from '#server/platform/http/serve.ts'
import { giveLiveToken, listLiveEvents } from './live.ts'
import { countUnread, listConversations, markRead, readConversation, reportConversation } from './conversations.ts'
import { blockOther, unblockOther } from './blocks.ts'
import { askQuestion, showWithArtist } from './questions.ts'
import { sendMessage } from './messages.ts'

export const liveRoutes = serve(live, { token: giveLiveToken, events: listLiveEvents })

export const messageRoutes = serve(messages, {
  list: listConversations,
  unread: countUnread,
  read: readConversation,
  withArtist: showWithArtist,
  ask: askQuestion,
  write: sendMessage,
  markRead,
  report: reportConversation,
  block: blockOther,
  unblock: unblockOther,
})
