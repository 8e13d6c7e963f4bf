import type { Db } from '#db/database.ts'
import { listBlocksBetween } from './messaging.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { releaseHolds } from '#server/providers/index.ts'
import { deleteBlock, insertBlock } from './conversations.queries.ts'
import { getCallerConversation, presentConversation } from './conversations.ts'
import { announceToBoth } from './events.ts'

export const isBlocked = async (db: Db, accountId: string, providerId: string): Promise<boolean> =>
  (await listBlocksBetween(db, accountId, providerId)).length > 0

const setBlock =
  (wanted: boolean) =>
  async (
    ctx: Context,
    { conversationId }: InputOf<typeof messages.block>,
  ): Promise<OutputOf<typeof messages.block>> => {
    const { row, side } = await getCallerConversation(ctx, conversationId)
    const of = { account_id: row.account_id, provider_id: row.provider_id, by: side }
    return ctx.idempotent(async (inner) => {
      if (wanted) {
        await insertBlock(inner.db, { ...of, created_at: inner.now })
        // The blocked artist appears booked to the customer. A payment in progress is cancelled.
        const between = { providerId: row.provider_id, accountId: row.account_id }
        await releaseHolds(inner, between, { reason: 'artist_unavailable' })
      }
      if (!wanted) await deleteBlock(inner.db, of)
      await announceToBoth(
        inner,
        { accountId: row.account_id, providerId: row.provider_id },
        conversationId,
        'conversation.changed',
      )
      return { conversation: presentConversation(await getCallerConversation(inner, conversationId), 0) }
    })
  }

export const blockOther = setBlock(true)

export const unblockOther = setBlock(false)
