import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  findConversationById,
  lockConversation,
  markTold,
  findMessageByKey,
  type MessageRow,
  findAwayReader,
  findReader,
  saveRead,
  listUnnotifiedMessages,
  writeMessage,
} from './conversations.queries.ts'
import {
  formatFirstLine,
  getOtherName,
  getCallerConversation,
  type CallerConversation,
  getConversationPath,
  presentMessage,
} from './conversations.ts'
import { claimUpload, getFileUrl, uploadOf } from '#server/pictures/index.ts'
import { markReplied } from './questions.queries.ts'
import { announceToAccounts } from './events.ts'

export async function sendMessage(
  ctx: Context,
  { conversationId, text, pictures }: InputOf<typeof messages.write>,
): Promise<OutputOf<typeof messages.write>> {
  if (!text && !pictures.length) throw createFieldRefusal('invalid_input', 'text')
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    await lockConversation(inner.db, conversationId)
    const own = await getCallerConversation(inner, conversationId)
    const { row, side } = own
    const known = ctx.key && (await findMessageByKey(inner.db, conversationId, side, ctx.key))
    if (known) return { message: presentMessage(own, known) }
    if (row.state === 'closed') throw new Refusal('conversation_closed')
    if (row.blocked_by.length) throw new Refusal('blocked')
    const written = await writeAs(inner, sender, own, { text, pictures, key: ctx.key })
    return { message: presentMessage(own, written) }
  })
}

const LOOKING_MS = 90_000

/**
 * Notifies the other party's screens unless they are viewing the conversation. Requires its lock in the caller's
 * transaction.
 */
export async function writeAs(
  inner: Context,
  sender: Sender,
  { row, side, otherAccount }: CallerConversation,
  { text, pictures, key }: { text: string; pictures: readonly string[]; key: string | null },
): Promise<MessageRow> {
  const files: string[] = []
  for (const picture of pictures) {
    const upload = await uploadOf(inner, picture)
    await claimUpload(inner, upload.id)
    files.push(getFileUrl(upload))
  }
  const written = await writeMessage(inner.db, { conversation_id: row.id, side, text, files, key, at: inner.now })
  await saveRead(inner.db, row.id, side, Number(written.id), inner.now)
  // The first reply to a question determines the response time.
  if (side === 'provider' && row.asked_at && !row.replied_at) await markReplied(inner.db, row.id, inner.now)
  const both = [row.account_id, row.provider_account]
  await announceToAccounts(inner, both, row.id, 'message.new', Number(written.id))
  const other = side === 'customer' ? 'provider' : 'customer'
  const away = new Date(inner.now.getTime() - LOOKING_MS)
  const reader = otherAccount && (await findAwayReader(inner.db, row.id, other, otherAccount, away))
  if (reader) {
    // Push at once. The mail waits to include later messages.
    await notify(inner, sender, {
      kind: `message.new.${other}`,
      to: { email: reader.email, name: reader.name, accountId: reader.id, country: reader.country_code },
      by: ['push'],
      path: getConversationPath(other, row.id),
      values: { name: getOtherName({ row, side: other }), firstLine: formatFirstLine(row, text, files.length) },
      fact: `message.new ${written.id}`,
    })
  }
  return written
}

const COLLECTED_MS = 15 * 60_000

/** Mails readers with messages unread for 15 minutes, one mail each. */
export async function notifyUnreadMessages(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const waiting of await listUnnotifiedMessages(ctx.db, new Date(ctx.now.getTime() - COLLECTED_MS))) {
    await ctx.transaction(async (inner) => {
      const told = await markTold(inner.db, waiting.ids.map(Number), inner.now)
      const row = await findConversationById(inner.db, waiting.conversation_id)
      if (!told.length || !row) return
      const side = waiting.side === 'customer' ? 'provider' : 'customer'
      const account = side === 'customer' ? row.account_id : row.provider_account
      const reader = account ? await findReader(inner.db, account) : undefined
      if (!reader || row.blocked_by.includes(side)) return
      await notify(inner, sender, {
        kind: `message.new.${side}`,
        to: { email: reader.email, name: reader.name, accountId: reader.id, country: reader.country_code },
        by: ['mail'],
        path: getConversationPath(side, row.id),
        values: { name: getOtherName({ row, side }), firstLine: formatFirstLine(row, waiting.text, waiting.pictures) },
        fact: `message.told ${row.id} ${side} ${Math.min(...told)}`,
      })
    })
  }
}
