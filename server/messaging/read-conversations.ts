import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { messages } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { conversationsOf, messagesBefore, sideState, unreadIn } from './conversation-queries.ts'
import { ownConversation, presentConversation, presentMessage } from './present-conversation.ts'

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

/** A conversation with its latest messages, or those before one of them. */
export async function readConversation(
  ctx: Context,
  { conversationId, before }: InputOf<typeof messages.read>,
): Promise<OutputOf<typeof messages.read>> {
  const own = await ownConversation(ctx, conversationId)
  const rows = await messagesBefore(ctx.db, conversationId, before ?? null, PAGE + 1)
  const theirs = await sideState(ctx.db, conversationId, own.side === 'customer' ? 'provider' : 'customer')
  return {
    conversation: presentConversation(own, await unreadIn(ctx.db, conversationId, own.side)),
    messages: rows
      .slice(0, PAGE)
      .reverse()
      .map((row) => presentMessage(own, row)),
    earlier: rows.length > PAGE,
    readByThem: { id: Number(theirs?.read_id ?? 0), at: theirs?.read_at?.toISOString() ?? null },
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
