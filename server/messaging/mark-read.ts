import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { saveRead, unreadIn } from './conversation-queries.ts'
import { ownConversation } from './present-conversation.ts'
import { announceTo } from './say-event.ts'

/** Keeps how far the caller has read, and tells the other. */
export async function markRead(
  ctx: Context,
  { conversationId, messageId }: InputOf<typeof messages.markRead>,
): Promise<OutputOf<typeof messages.markRead>> {
  const { row, side } = await ownConversation(ctx, conversationId)
  return ctx.once(async (inner) => {
    const further = await saveRead(inner.db, conversationId, side, messageId, inner.now)
    if (further) await announceTo(inner, [row.account_id, row.provider_account], conversationId, 'message.read')
    return { unread: await unreadIn(inner.db, conversationId, side) }
  })
}
