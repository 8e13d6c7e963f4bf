import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Cursor, Instant, NextCursor, Picture, Reason } from '#contract/values.ts'
import { CurrencySum, StorySubject } from './hub.ts'
import { Tag } from './people.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

export const storyKinds = [
  'search',
  'request',
  'booking',
  'ended',
  'payment',
  'refund',
  'payout',
  'talk',
  'review',
  'report',
  'dispute',
  'document',
  'appeal',
  'device',
  'notice',
  'note',
  'act',
] as const
const StoryKind = z.enum(storyKinds)
export type StoryKind = z.infer<typeof StoryKind>

const StoryEntry = z.object({
  id: z.string(),
  kind: StoryKind,
  at: Instant,
  name: z.string(),
  /** Text of the entry: a state, score, device, mail subject or note. */
  what: z.string(),
  sum: CurrencySum.nullable(),
  about: z.enum(['conversation', 'review', 'outside']).nullable(),
  refId: z.string().nullable(),
})
export type StoryEntry = z.infer<typeof StoryEntry>

const Note = z.object({ id: z.uuid(), text: z.string(), by: z.string(), at: Instant })
const Marks = z.object({ notes: z.array(Note), tags: z.array(z.string()) })
export type Marks = z.infer<typeof Marks>

export const ReportedMessage = z.object({
  from: z.enum(['customer', 'provider', 'system']),
  name: z.string().nullable(),
  kind: z.string(),
  text: z.string(),
  pictures: z.array(Picture),
  at: Instant,
})
export type ReportedMessage = z.infer<typeof ReportedMessage>

const Opened = z.object({ words: z.array(ReportedMessage), customer: z.string(), provider: z.string() })

export const operatorStory = {
  story: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/story',
    access: 'operator',
    duties: ['support'],
    summary:
      'Lists the history of a person or an artist, newest first: searches, requests, bookings, payments, conversations, reviews, devices, emails, notes and operator actions. Filters by kind.',
    input: StorySubject.extend({ kind: StoryKind.optional(), cursor: Cursor }),
    output: z.object({ entries: z.array(StoryEntry), nextCursor: NextCursor }),
    refuses: [...operators, 'not_found'],
  }),
  marks: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/marks',
    access: 'operator',
    duties: ['support'],
    summary:
      "Lists the operators' notes and tags on a person or an artist. Those of an artist also belong to their account.",
    input: StorySubject,
    output: Marks,
    refuses: [...operators, 'not_found'],
  }),
  addNote: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/notes',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary: 'Adds a note about a person or an artist for other operators.',
    input: StorySubject.extend({ text: z.string().trim().min(1).max(2000) }),
    output: Marks,
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  bookingNotes: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/bookings/{appointmentId}/notes',
    access: 'operator',
    duties: ['support'],
    summary: "Lists the operators' notes on a booking, newest first.",
    input: z.object({ appointmentId: z.uuid() }),
    output: Marks.pick({ notes: true }),
    refuses: operators,
  }),
  addBookingNote: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/notes',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary: 'Adds a note on a booking for other operators.',
    input: z.object({ appointmentId: z.uuid(), text: z.string().trim().min(1).max(2000) }),
    output: Marks.pick({ notes: true }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  removeNote: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/notes/{noteId}/remove',
    access: 'operator',
    duties: ['support'],
    summary: 'Deletes a note. The audit log keeps its author, and who deleted it and why.',
    input: z.object({ noteId: z.uuid(), reason: Reason }),
    output: z.object({ removed: z.literal(true) }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  setTags: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/tags',
    access: 'operator',
    duties: ['support'],
    summary: 'Sets the tags of a person or an artist.',
    input: StorySubject.extend({ tags: z.array(Tag).max(12) }),
    output: Marks,
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  openTalk: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/conversations/{conversationId}/open',
    access: 'operator',
    duties: ['support'],
    summary:
      'Returns the last two hundred messages of a conversation. The audit log records the reason and the reader.',
    input: z.object({ conversationId: z.uuid(), reason: Reason }),
    output: Opened,
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  openTeamTalk: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/team-talk/open',
    access: 'operator',
    duties: ['support'],
    summary:
      'Returns the last two hundred messages between a customer and all artists of a team, by any booking of the team. The audit log records the reason and the reader.',
    input: z.object({ appointmentId: z.uuid(), reason: Reason }),
    output: Opened,
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
}
