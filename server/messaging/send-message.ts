import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockConversation, messageByKey } from './conversation-queries.ts'
import { ownConversation, presentMessage } from './present-conversation.ts'
import { writeAs } from './write-as.ts'

/** Writes a message of the caller's in a conversation of theirs. */
export async function sendMessage(
  ctx: Context,
  { conversationId, text, pictures }: InputOf<typeof messages.write>,
): Promise<OutputOf<typeof messages.write>> {
  if (!text && !pictures.length) throw refuseField('invalid_input', 'text')
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    await lockConversation(inner.db, conversationId)
    const own = await ownConversation(inner, conversationId)
    const { row, side } = own
    const known = ctx.key && (await messageByKey(inner.db, conversationId, side, ctx.key))
    if (known) return { message: presentMessage(own, known) }
    if (row.state === 'closed') throw new Refusal('conversation_closed')
    if (row.blocked_by.length) throw new Refusal('blocked')
    const written = await writeAs(inner, sender, own, { text, pictures, key: ctx.key })
    return { message: presentMessage(own, written) }
  })
}
