import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteBlock, insertBlock, insertConversationReport, operatorsAll } from './conversation-queries.ts'
import { nameOfOther, ownConversation, presentConversation } from './present-conversation.ts'
import { announceIn } from './say-event.ts'

/** Asks the team to look at a conversation; asked twice before they have, it is one report. */
export async function reportConversation(
  ctx: Context,
  { conversationId, reason }: InputOf<typeof messages.report>,
): Promise<OutputOf<typeof messages.report>> {
  const own = await ownConversation(ctx, conversationId)
  const sender = await senderOf(ctx)
  await ctx.transaction(async (inner) => {
    const kept = await insertConversationReport(inner.db, {
      conversation_id: conversationId,
      by_account: inner.viewer.accountId ?? '',
      by_side: own.side,
      reason,
      created_at: inner.now,
    })
    if (!kept) return
    for (const { id, email, name, country_code: country } of await operatorsAll(inner.db)) {
      await notify(inner, sender, {
        kind: 'op.person.reported',
        to: { email, name, country, accountId: id },
        values: { name: nameOfOther(own), reason },
        path: '/operator/reports',
        fact: `op.person.reported ${conversationId} ${own.side} ${id} ${inner.now.toISOString().slice(0, 13)}`,
      })
    }
  })
  return { reported: true }
}

const blocking =
  (wanted: boolean) =>
  async (
    ctx: Context,
    { conversationId }: InputOf<typeof messages.block>,
  ): Promise<OutputOf<typeof messages.block>> => {
    const { row, side } = await ownConversation(ctx, conversationId)
    const of = { account_id: row.account_id, provider_id: row.provider_id, by: side }
    return ctx.once(async (inner) => {
      if (wanted) await insertBlock(inner.db, { ...of, created_at: inner.now })
      else await deleteBlock(inner.db, of)
      await announceIn(
        inner,
        { accountId: row.account_id, providerId: row.provider_id },
        conversationId,
        'conversation.changed',
      )
      return { conversation: presentConversation(await ownConversation(inner, conversationId), 0) }
    })
  }

/** Blocks the other of a conversation: neither writes to the other nor asks. */
export const blockOther = blocking(true)

/** Ends the caller's own block. */
export const unblockOther = blocking(false)
