import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { releaseHolds } from '#server/providers/index.ts'
import { deleteBlock, insertBlock } from './conversation-queries.ts'
import { ownConversation, presentConversation } from './present-conversation.ts'
import { announceIn } from './say-event.ts'

/** Blocks the other of a conversation for the caller's side, or ends that. */
export const setBlock =
  (wanted: boolean) =>
  async (
    ctx: Context,
    { conversationId }: InputOf<typeof messages.block>,
  ): Promise<OutputOf<typeof messages.block>> => {
    const { row, side } = await ownConversation(ctx, conversationId)
    const of = { account_id: row.account_id, provider_id: row.provider_id, by: side }
    return ctx.once(async (inner) => {
      if (wanted) {
        await insertBlock(inner.db, { ...of, created_at: inner.now })
        // To the customer it looks as if the artist were booked; a payment in progress is cancelled.
        const between = { providerId: row.provider_id, accountId: row.account_id }
        await releaseHolds(inner, between, { reason: 'artist_unavailable' })
      }
      if (!wanted) await deleteBlock(inner.db, of)
      await announceIn(
        inner,
        { accountId: row.account_id, providerId: row.provider_id },
        conversationId,
        'conversation.changed',
      )
      return { conversation: presentConversation(await ownConversation(inner, conversationId), 0) }
    })
  }
