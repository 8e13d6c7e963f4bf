import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Conversation, Message, messages, Side } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import {
  findConversationById,
  type ConversationRow,
  type ConversationSide,
  fetchConversations,
  fetchMessages,
  insertConversationReport,
  type MessageRow,
  listOperators,
  saveRead,
  findSideState,
  countAllUnreadMessages,
  countUnreadMessages,
} from './conversations.queries.ts'
import { getInitial, truncate } from '#contract/text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createPlaceholder, presentPicture } from '#server/providers/index.ts'
import { maskContacts } from '#server/platform/validation/contact-details.ts'
import { formatMessage } from '#contract/i18n/messages.ts'
import { announceToAccounts } from './events.ts'
import { notify, getSender } from '#server/notifications/index.ts'

const PAGE_SIZE = 30

export async function listConversations(
  ctx: Context,
  { side, cursor }: InputOf<typeof messages.list>,
): Promise<OutputOf<typeof messages.list>> {
  const accountId = ctx.viewer.accountId ?? ''
  const { rows, nextCursor } = await fetchConversations(ctx.db, accountId, side, { cursor, size: PAGE_SIZE })
  return { conversations: rows.map((row) => presentConversation({ row, side }, row.unread)), nextCursor }
}

export async function readConversation(
  ctx: Context,
  { conversationId, before }: InputOf<typeof messages.read>,
): Promise<OutputOf<typeof messages.read>> {
  const own = await getCallerConversation(ctx, conversationId)
  const { rows, nextCursor } = await fetchMessages(ctx.db, conversationId, before ?? null, PAGE_SIZE)
  const theirs = await findSideState(ctx.db, conversationId, own.side === 'customer' ? 'provider' : 'customer')
  return {
    conversation: presentConversation(own, await countUnreadMessages(ctx.db, conversationId, own.side)),
    messages: rows.toReversed().map((row) => presentMessage(own, row)),
    earlier: nextCursor !== null,
    readByThem: { id: Number(theirs?.read_id ?? 0), at: theirs?.read_at?.toISOString() ?? null },
  }
}

export type CallerConversation = { row: ConversationRow; side: Side; otherAccount: string | null }

/** Throws `not_found` for others. */
export async function getCallerConversation(ctx: Context, conversationId: string): Promise<CallerConversation> {
  const row = await findConversationById(ctx.db, conversationId)
  const { accountId } = ctx.viewer
  if (row && accountId && row.account_id === accountId)
    return { row, side: 'customer', otherAccount: row.provider_account }
  if (row && accountId && row.provider_account === accountId)
    return { row, side: 'provider', otherAccount: row.account_id }
  throw new Refusal('not_found')
}

function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = getInitial(rest.at(-1) ?? '')
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** Masks contact details unless the conversation allows them. */
const readable = (row: Pick<ConversationRow, 'contacts_open_at'>, text: string): { text: string; masked: boolean } =>
  row.contacts_open_at ? { text, masked: false } : maskContacts(text)

const slotsOf = (slots: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((slots ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([slot, value]) => [slot, String(value)]),
  )

export function getOtherName({ row, side }: Pick<CallerConversation, 'row' | 'side'>): string {
  if (side === 'customer') return row.provider_name
  const asked = (row.details as { name?: string } | null)?.name
  const name = row.customer_name || asked || 'Customer'
  return row.contacts_open_at ? name : shortName(name)
}

export function presentConversation(own: Pick<CallerConversation, 'row' | 'side'>, unread: number): Conversation {
  const { row, side } = own
  const name = getOtherName(own)
  const picture =
    side === 'customer' && row.media_id
      ? presentPicture({ id: row.media_id, alt: row.media_alt ?? '', file: row.media_file }, 'square')
      : createPlaceholder(name)
  return {
    id: row.id,
    side,
    providerId: row.provider_id,
    with: {
      name,
      firstName: name.split(' ')[0] ?? name,
      picture,
      slug: side === 'customer' ? row.provider_slug : null,
    },
    event: row.event ?? '',
    eventDate: row.event_date,
    place: row.area ?? '',
    state: row.state as Conversation['state'],
    masked: row.contacts_open_at === null,
    blocked: { byYou: row.blocked_by.includes(side), byThem: row.blocked_by.some((by) => by !== side) },
    unread,
    lastAt: row.last_at.toISOString(),
    last:
      row.last_id === null
        ? null
        : {
            text: readable(row, row.last_text ?? '').text,
            own: row.last_side === side,
            kind: row.last_kind ?? 'text',
            slots: slotsOf(row.last_slots),
            pictures: row.last_files?.length ?? 0,
          },
  }
}

export function presentMessage({ row, side }: Pick<CallerConversation, 'row' | 'side'>, message: MessageRow): Message {
  const from = message.side === 'system' ? 'system' : message.side === side ? 'you' : 'them'
  return {
    id: Number(message.id),
    from,
    kind: message.kind as Message['kind'],
    ...readable(row, message.text),
    slots: slotsOf(message.slots),
    pictures: message.files.map((src) => ({ src, alt: '' })),
    at: message.at.toISOString(),
  }
}

const LONGEST = 120
const pictureWords = '{n, plural, one {A picture.} other {{n} pictures.}}'

/** Returns the first line of a message, masked, or a note about pictures. */
export function formatFirstLine(
  row: Pick<ConversationRow, 'contacts_open_at'>,
  text: string,
  pictures: number,
): string {
  const line =
    readable(row, text)
      .text.split('\n')
      .find((part) => part.trim())
      ?.trim() ?? ''
  if (!line) return formatMessage(pictureWords, { n: Math.max(1, pictures) })
  return line.length > LONGEST ? `${truncate(line, LONGEST - 1).trimEnd()}…` : line
}

export const getConversationPath = (side: ConversationSide, conversationId: string): string =>
  `/${side === 'customer' ? 'customer-dashboard' : 'dashboard'}/messages/${conversationId}`

export async function markRead(
  ctx: Context,
  { conversationId, messageId }: InputOf<typeof messages.markRead>,
): Promise<OutputOf<typeof messages.markRead>> {
  const { row, side } = await getCallerConversation(ctx, conversationId)
  return ctx.idempotent(async (inner) => {
    const further = await saveRead(inner.db, conversationId, side, messageId, inner.now)
    if (further) await announceToAccounts(inner, [row.account_id, row.provider_account], conversationId, 'message.read')
    return { unread: await countUnreadMessages(inner.db, conversationId, side) }
  })
}

export async function countUnread(ctx: Context): Promise<OutputOf<typeof messages.unread>> {
  const accountId = ctx.viewer.accountId ?? ''
  const customer = await countAllUnreadMessages(ctx.db, accountId, 'customer')
  const provider = ctx.viewer.roles.includes('provider')
    ? await countAllUnreadMessages(ctx.db, accountId, 'provider')
    : 0
  return { customer, provider }
}

export async function reportConversation(
  ctx: Context,
  { conversationId, reason }: InputOf<typeof messages.report>,
): Promise<OutputOf<typeof messages.report>> {
  const own = await getCallerConversation(ctx, conversationId)
  const sender = await getSender(ctx)
  await ctx.transaction(async (inner) => {
    const kept = await insertConversationReport(inner.db, {
      conversation_id: conversationId,
      by_account: inner.viewer.accountId ?? '',
      by_side: own.side,
      reason,
      created_at: inner.now,
    })
    if (!kept) return
    for (const { id, email, name, country_code: country } of await listOperators(inner.db)) {
      await notify(inner, sender, {
        kind: 'op.person.reported',
        to: { email, name, country, accountId: id },
        values: { name: getOtherName(own), reason },
        path: '/operator/reports',
        fact: `op.person.reported ${conversationId} ${own.side} ${id} ${inner.now.toISOString().slice(0, 13)}`,
      })
    }
  })
  return { reported: true }
}
