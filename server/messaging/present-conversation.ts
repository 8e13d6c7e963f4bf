import { initialOf } from '#contract/text.ts'
import type { Conversation, Message, Side } from '#contract/messaging/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noPicture, pictureOf } from '#server/providers/index.ts'
import { type ConversationRow, conversationById, type MessageRow } from './conversation-queries.ts'
import { maskContacts } from '#server/platform/validation/contact-details.ts'

export type OwnConversation = { row: ConversationRow; side: Side; otherAccount: string | null }

/** The conversation, and the side on which the caller stands in it; refuses whoever has no part in it as if there were none. */
export async function ownConversation(ctx: Context, conversationId: string): Promise<OwnConversation> {
  const row = await conversationById(ctx.db, conversationId)
  const { accountId } = ctx.viewer
  if (row && accountId && row.account_id === accountId)
    return { row, side: 'customer', otherAccount: row.provider_account }
  if (row && accountId && row.provider_account === accountId)
    return { row, side: 'provider', otherAccount: row.account_id }
  throw new Refusal('not_found')
}

/** First name and initial: how a customer is called until they have booked. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const initial = initialOf(rest.at(-1) ?? '')
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** A text as the two may read it now. */
export const readable = (
  row: Pick<ConversationRow, 'contacts_open_at'>,
  text: string,
): { text: string; masked: boolean } => (row.contacts_open_at ? { text, masked: false } : maskContacts(text))

const slotsOf = (slots: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((slots ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([slot, value]) => [slot, String(value)]),
  )

/** The other side's name as the caller may read it. */
export function nameOfOther({ row, side }: Pick<OwnConversation, 'row' | 'side'>): string {
  if (side === 'customer') return row.provider_name
  const asked = (row.details as { name?: string } | null)?.name
  const name = row.customer_name || asked || 'Customer'
  return row.contacts_open_at ? name : shortName(name)
}

export function presentConversation(own: Pick<OwnConversation, 'row' | 'side'>, unread: number): Conversation {
  const { row, side } = own
  const name = nameOfOther(own)
  const picture =
    side === 'customer' && row.media_id
      ? pictureOf({ id: row.media_id, alt: row.media_alt ?? '', file: row.media_file }, 'square')
      : noPicture
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

export function presentMessage({ row, side }: Pick<OwnConversation, 'row' | 'side'>, message: MessageRow): Message {
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
