import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchConversations } from './conversation-queries.ts'
import { presentConversation } from './present-conversation.ts'

const PAGE_SIZE = 30

/** Lists the conversations of the caller on one side, latest first. */
export async function listConversations(
  ctx: Context,
  { side, cursor }: InputOf<typeof messages.list>,
): Promise<OutputOf<typeof messages.list>> {
  const accountId = ctx.viewer.accountId ?? ''
  const { rows, nextCursor } = await fetchConversations(ctx.db, accountId, side, { cursor, size: PAGE_SIZE })
  return { conversations: rows.map((row) => presentConversation({ row, side }, row.unread)), nextCursor }
}
