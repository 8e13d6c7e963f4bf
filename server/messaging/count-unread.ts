import type { OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { unreadConversations } from './conversation-queries.ts'

/** How many of the caller's conversations hold something new, on each side. */
export async function countUnread(ctx: Context): Promise<OutputOf<typeof messages.unread>> {
  const accountId = ctx.viewer.accountId ?? ''
  const customer = await unreadConversations(ctx.db, accountId, 'customer')
  const provider = ctx.viewer.roles.includes('provider') ? await unreadConversations(ctx.db, accountId, 'provider') : 0
  return { customer, provider }
}
