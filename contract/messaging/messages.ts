import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { FileUrl } from '#contract/pictures/uploads.ts'
import { EventDate, Instant, Picture, BigRowIdParam } from '#contract/values.ts'

export const Side = z.enum(['customer', 'provider'])
export type Side = z.infer<typeof Side>

const ConversationId = z.uuid()

export const Conversation = z.object({
  id: ConversationId,
  side: Side,
  providerId: z.uuid(),
  with: z.object({ name: z.string(), firstName: z.string(), picture: Picture, slug: z.string().nullable() }),
  /** The event as the customer typed it; empty if it is unknown. */
  event: z.string(),
  /** The day of the event; null for a question sent before a search. */
  eventDate: EventDate.nullable(),
  place: z.string(),
  state: z.enum(['open', 'closed']),
  /** True while phone numbers, addresses and links are masked, until the two have a booking. */
  masked: z.boolean(),
  blocked: z.object({ byYou: z.boolean(), byThem: z.boolean() }),
  unread: z.number().int(),
  lastAt: Instant,
  last: z
    .object({
      text: z.string(),
      own: z.boolean(),
      kind: z.string(),
      slots: z.record(z.string(), z.string()),
      pictures: z.number().int(),
    })
    .nullable(),
})
export type Conversation = z.infer<typeof Conversation>

export const Message = z.object({
  id: z.number().int(),
  from: z.enum(['you', 'them', 'system']),
  kind: z.enum(['text', 'request', 'offer', 'booked', 'moved', 'cancelled']),
  text: z.string(),
  masked: z.boolean(),
  slots: z.record(z.string(), z.string()),
  pictures: z.array(Picture),
  at: Instant,
})
export type Message = z.infer<typeof Message>

const MessageText = z.string().trim().max(4000)

const of = z.object({ conversationId: ConversationId })
const member = { access: 'member', notActing: true } as const
const refused = ['not_signed_in', 'session_ended', 'not_allowed_acting', 'not_found'] as const
const one = z.object({ conversation: Conversation })

export const messages = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/conversations',
    ...member,
    summary: "Lists the caller's conversations on one side, most recent first.",
    input: z.object({ side: Side, cursor: z.string().max(120).optional() }),
    output: z.object({ conversations: z.array(Conversation), nextCursor: z.string().nullable() }),
    refuses: ['not_signed_in', 'session_ended', 'not_allowed_acting', 'invalid_input'],
  }),
  unread: defineEndpoint({
    method: 'GET',
    path: '/v1/conversations/unread',
    ...member,
    summary: 'Counts the unread messages on each side.',
    input: z.object({}),
    output: z.object({ customer: z.number().int(), provider: z.number().int() }),
    refuses: ['not_signed_in', 'session_ended', 'not_allowed_acting'],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/conversations/{conversationId}',
    ...member,
    summary: 'Returns a conversation with its latest messages, oldest first. `before` returns earlier messages.',
    input: of.extend({ before: BigRowIdParam.optional() }),
    output: z.object({
      conversation: Conversation,
      messages: z.array(Message),
      earlier: z.boolean(),
      /** The last message that the other side has read, and when it was read. */
      readByThem: z.object({ id: z.number().int(), at: Instant.nullable() }),
    }),
    refuses: refused,
  }),
  readByArtist: defineEndpoint({
    method: 'GET',
    path: '/v1/artists/{profileId}/conversation',
    ...member,
    summary: 'Returns the artist to contact, their usual response time, and the existing conversation with them.',
    input: z.object({ profileId: z.string().min(1).max(120) }),
    output: z.object({
      artist: z.object({ slug: z.string(), name: z.string(), picture: Picture, answerMinutes: z.number().nullable() }),
      conversationId: ConversationId.nullable(),
    }),
    refuses: refused,
  }),
  sendQuestion: defineEndpoint({
    method: 'POST',
    path: '/v1/artists/{profileId}/questions',
    ...member,
    key: true,
    summary:
      'Sends an artist a question before booking. Uses the open conversation, or creates one that the first request or booking takes over.',
    input: z.object({
      profileId: z.string().min(1).max(120),
      text: MessageText.min(1, 'Write your question.'),
      pictures: z.array(FileUrl).max(5).default([]),
    }),
    output: z.object({ conversationId: ConversationId }),
    refuses: [
      ...refused,
      'not_yours',
      'own_profile',
      'request_not_possible',
      'email_confirmation_required',
      'blocked',
      'conversation_closed',
      'too_many_questions',
      'invalid_input',
      'rate_limited',
    ],
    limit: 20,
  }),
  write: defineEndpoint({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages',
    ...member,
    summary: 'Sends a message, with pictures that the caller has uploaded.',
    input: of.extend({ text: MessageText.default(''), pictures: z.array(FileUrl).max(6).default([]) }),
    output: z.object({ message: Message }),
    refuses: [...refused, 'not_yours', 'conversation_closed', 'blocked', 'invalid_input', 'rate_limited'],
    limit: 60,
  }),
  markRead: defineEndpoint({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/read',
    ...member,
    summary:
      'Marks a conversation as read up to a message. While the caller keeps a conversation open, read messages send no notification.',
    input: of.extend({ messageId: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    output: z.object({ unread: z.number().int() }),
    refuses: [...refused, 'rate_limited'],
    limit: 240,
  }),
  report: defineEndpoint({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/report',
    ...member,
    summary: 'Reports a conversation to the team.',
    input: of.extend({ reason: z.string().trim().min(1, 'Give a reason.').max(1000) }),
    output: z.object({ reported: z.literal(true) }),
    refuses: [...refused, 'rate_limited'],
    limit: 10,
  }),
  block: defineEndpoint({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/block',
    ...member,
    summary: 'Blocks the other person. Neither side can send messages or requests.',
    input: of,
    output: one,
    refuses: refused,
  }),
  unblock: defineEndpoint({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/block',
    ...member,
    summary: "Removes the caller's block.",
    input: of,
    output: one,
    refuses: refused,
  }),
}
