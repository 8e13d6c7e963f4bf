import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { insertConversationReport, operatorsAll } from './conversation-queries.ts'
import { nameOfOther, ownConversation } from './present-conversation.ts'

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
