import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchMessages, sideState, unreadIn } from './conversation-queries.ts'
import { ownConversation, presentConversation, presentMessage } from './present-conversation.ts'

const PAGE_SIZE = 30

/** Returns a conversation with its latest messages, or the messages before one of them. */
export async function readConversation(
  ctx: Context,
  { conversationId, before }: InputOf<typeof messages.read>,
): Promise<OutputOf<typeof messages.read>> {
  const own = await ownConversation(ctx, conversationId)
  const { rows, nextCursor } = await fetchMessages(ctx.db, conversationId, before ?? null, PAGE_SIZE)
  const theirs = await sideState(ctx.db, conversationId, own.side === 'customer' ? 'provider' : 'customer')
  return {
    conversation: presentConversation(own, await unreadIn(ctx.db, conversationId, own.side)),
    messages: rows.toReversed().map((row) => presentMessage(own, row)),
    earlier: nextCursor !== null,
    readByThem: { id: Number(theirs?.read_id ?? 0), at: theirs?.read_at?.toISOString() ?? null },
  }
}
