import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { conversationById, markTold, readerOf, untoldSince } from './conversation-queries.ts'
import { firstLine, pathOf } from './first-line.ts'
import { nameOfOther } from './present-conversation.ts'

const COLLECTED_MS = 15 * 60_000

/** Mails whoever has messages that have waited a quarter of an hour unread: one mail for all of them. */
export async function tellUnread(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (const waiting of await untoldSince(ctx.db, new Date(ctx.now.getTime() - COLLECTED_MS))) {
    await ctx.transaction(async (inner) => {
      const told = await markTold(inner.db, waiting.ids.map(Number), inner.now)
      const row = await conversationById(inner.db, waiting.conversation_id)
      if (!told.length || !row) return
      const side = waiting.side === 'customer' ? 'provider' : 'customer'
      const account = side === 'customer' ? row.account_id : row.provider_account
      const reader = account ? await readerOf(inner.db, account) : undefined
      if (!reader || row.blocked_by.includes(side)) return
      await notify(inner, sender, {
        kind: `message.new.${side}`,
        to: { email: reader.email, name: reader.name, accountId: reader.id, country: reader.country_code },
        by: ['mail'],
        path: pathOf(side, row.id),
        values: { name: nameOfOther({ row, side }), firstLine: firstLine(row, waiting.text, waiting.pictures) },
        fact: `message.told ${row.id} ${side} ${Math.min(...told)}`,
      })
    })
  }
}
