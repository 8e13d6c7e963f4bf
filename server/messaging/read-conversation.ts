import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { messagesBefore, sideState, unreadIn } from './conversation-queries.ts'
import { ownConversation, presentConversation, presentMessage } from './present-conversation.ts'

const PAGE = 30

/** A conversation with its latest messages, or those before one of them. */
export async function readConversation(
  ctx: Context,
  { conversationId, before }: InputOf<typeof messages.read>,
): Promise<OutputOf<typeof messages.read>> {
  const own = await ownConversation(ctx, conversationId)
  const rows = await messagesBefore(ctx.db, conversationId, before ?? null, PAGE + 1)
  const theirs = await sideState(ctx.db, conversationId, own.side === 'customer' ? 'provider' : 'customer')
  return {
    conversation: presentConversation(own, await unreadIn(ctx.db, conversationId, own.side)),
    messages: rows
      .slice(0, PAGE)
      .reverse()
      .map((row) => presentMessage(own, row)),
    earlier: rows.length > PAGE,
    readByThem: { id: Number(theirs?.read_id ?? 0), at: theirs?.read_at?.toISOString() ?? null },
  }
}
