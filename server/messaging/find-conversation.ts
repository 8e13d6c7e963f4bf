import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { conversationBetween } from './conversation-queries.ts'

/** The conversation about a search with a provider, where there is one and the caller is one of the two. */
export async function findConversation(
  ctx: Context,
  { searchId, providerId }: InputOf<typeof messages.find>,
): Promise<OutputOf<typeof messages.find>> {
  return {
    conversationId: (await conversationBetween(ctx.db, searchId, providerId, ctx.viewer.accountId ?? ''))?.id ?? null,
  }
}
