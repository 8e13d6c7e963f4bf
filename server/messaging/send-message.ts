import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { fileUrlOf, claimUpload, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockConversation, messageByKey, readerAway, saveRead, writeMessage } from './conversation-queries.ts'
import { firstLine, pathOf } from './first-line.ts'
import { nameOfOther, ownConversation, presentMessage } from './present-conversation.ts'
import { announceTo } from './say-event.ts'

const LOOKING_MS = 90_000

/** Writes a message of the caller's, and shows it on the other's screens where they are not looking at it already. */
export async function sendMessage(
  ctx: Context,
  { conversationId, text, pictures }: InputOf<typeof messages.write>,
): Promise<OutputOf<typeof messages.write>> {
  if (!text && !pictures.length) throw refuseField('invalid_input', 'text')
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    await lockConversation(inner.db, conversationId)
    const own = await ownConversation(inner, conversationId)
    const { row, side, otherAccount } = own
    const known = ctx.key && (await messageByKey(inner.db, conversationId, side, ctx.key))
    if (known) return { message: presentMessage(own, known) }
    if (row.state === 'closed') throw new Refusal('conversation_closed')
    if (row.blocked_by.length) throw new Refusal('blocked')
    const files: string[] = []
    for (const picture of pictures) {
      const upload = await uploadOf(inner, picture)
      await claimUpload(inner, upload.id)
      files.push(fileUrlOf(upload))
    }
    const written = await writeMessage(inner.db, {
      conversation_id: conversationId,
      side,
      text,
      files,
      key: ctx.key,
      at: inner.now,
    })
    await saveRead(inner.db, conversationId, side, Number(written.id), inner.now)
    const both = [row.account_id, row.provider_account]
    await announceTo(inner, both, conversationId, 'message.new', Number(written.id))
    const other = side === 'customer' ? 'provider' : 'customer'
    const away = new Date(inner.now.getTime() - LOOKING_MS)
    const reader = otherAccount && (await readerAway(inner.db, conversationId, other, otherAccount, away))
    if (reader) {
      // A screen at once; the mail waits, so that it can tell of all that comes.
      await notify(inner, sender, {
        kind: `message.new.${other}`,
        to: { email: reader.email, name: reader.name, accountId: reader.id, country: reader.country_code },
        by: ['push'],
        path: pathOf(other, conversationId),
        values: { name: nameOfOther({ row, side: other }), firstLine: firstLine(row, text, files.length) },
        fact: `message.new ${written.id}`,
      })
    }
    return { message: presentMessage(own, written) }
  })
}
