import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { conversationsOf } from './conversation-queries.ts'
import { presentConversation } from './present-conversation.ts'

const PAGE = 30

/** The caller's conversations on one side, the latest first. */
export async function listConversations(
  ctx: Context,
  { side, cursor }: InputOf<typeof messages.list>,
): Promise<OutputOf<typeof messages.list>> {
  const rows = await conversationsOf(
    ctx.db,
    ctx.viewer.accountId ?? '',
    side,
    cursor ? readCursor(cursor) : null,
    PAGE + 1,
  )
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    conversations: page.map((row) => presentConversation({ row, side }, row.unread)),
    nextCursor:
      rows.length > PAGE && last
        ? Buffer.from(JSON.stringify([last.last_at.toISOString(), last.id])).toString('base64url')
        : null,
  }
}

function readCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (
      typeof at === 'string' &&
      Number.isFinite(Date.parse(at)) &&
      typeof id === 'string' &&
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    )
      return { at: new Date(at).toISOString(), id }
  } catch {
    // Falls through to the refusal: a cursor is ours or it is not one.
  }
  throw new Refusal('invalid_input', { errors: [{ path: 'cursor', message: 'This page is not known.' }] })
}
