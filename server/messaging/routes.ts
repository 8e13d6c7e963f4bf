import { live } from '#contract/messaging/live.ts'
import { messages } from '#contract/messaging/messages.ts'
import { serve } from '#server/platform/http/serve.ts'
import { giveLiveToken } from '#server/messaging/live/give-live-token.ts'
import { listLiveEvents } from '#server/messaging/live/list-live-events.ts'
import { markRead } from './mark-read.ts'
import { listConversations } from './list-conversations.ts'
import { readConversation } from './read-conversation.ts'
import { countUnread } from './count-unread.ts'
import { blockOther } from './block-other.ts'
import { unblockOther } from './unblock-other.ts'
import { reportConversation } from './report-conversation.ts'
import { askQuestion } from '#server/messaging/questions/ask-question.ts'
import { showWithArtist } from '#server/messaging/questions/show-with-artist.ts'
import { sendMessage } from './send-message.ts'

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
