import { z } from 'zod'
import { Email } from '#contract/accounts/email.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Cursor, EventDate, Instant, NextCursor, Reason, trimmedTextSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

/** The days in which the law wants a written request answered, and in which an approved export can be downloaded. */
export const dataRequestLimits = { answerDays: 30, downloadDays: 7 } as const

/**
 * A person: an account, an address without one, or an entry without an address (a guest of a party, a private client of
 * an artist).
 */
export const DataSubject = z.object({
  kind: z.enum(['account', 'email', 'guest', 'client']),
  /** The id of the account or the entry, or the address. */
  id: z.string().min(1).max(254),
})
export type DataSubject = z.infer<typeof DataSubject>

const FoundSubject = DataSubject.extend({
  name: z.string(),
  email: z.string(),
  /** Label of the record, such as 'Booking 10024'. */
  match: z.string(),
})
export type FoundSubject = z.infer<typeof FoundSubject>

const LegalHold = z.object({ since: Instant, by: z.string(), reason: z.string() })

export const DataAction = z.enum(['export', 'erasure'])
export type DataAction = z.infer<typeof DataAction>

export const DataRequest = z.object({
  id: z.uuid(),
  action: DataAction,
  /** Empty once an erasure without an account is done. */
  name: z.string(),
  reason: z.string(),
  /** The date of the person's letter or mail, and where it is filed. */
  requestedOn: EventDate,
  reference: z.string(),
  dueOn: EventDate,
  state: z.enum(['waiting', 'approved', 'rejected']),
  askedBy: z.string(),
  askedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Set while the caller can download the export. */
  downloadUntil: Instant.nullable(),
})
export type DataRequest = z.infer<typeof DataRequest>

export const operatorDataRequests = {
  find: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/data-subjects',
    access: 'operator',
    duties: ['support'],
    summary:
      'Finds people with and without an account by any identifier: email address, phone number, name, booking, payment or voucher number, payment reference, or an id.',
    input: z.object({ identifier: trimmedTextSchema(2, 254, 'Enter at least two characters.') }),
    output: z.object({ subjects: z.array(FoundSubject) }),
    refuses: operators,
  }),
  show: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/data-subjects/{kind}/{id}',
    access: 'operator',
    duties: ['support'],
    summary: 'Returns what is saved about a person, by kind, and whether a legal hold stops its deletion.',
    input: DataSubject,
    output: z.object({
      subject: FoundSubject.omit({ match: true }),
      /** Names of the parts of an export, with the number of entries. */
      held: z.array(z.object({ part: z.string(), count: z.number().int() })),
      hold: LegalHold.nullable(),
    }),
    refuses: [...operators, 'not_found'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/data-requests',
    access: 'operator',
    duties: ['support', 'owner'],
    summary: 'Lists exports and erasures that people asked for in writing, newest first.',
    input: z.object({ cursor: Cursor }),
    output: z.object({ requests: z.array(DataRequest), nextCursor: NextCursor }),
    refuses: operators,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/data-requests',
    access: 'operator',
    duties: ['support'],
    stepUp: true,
    notActing: true,
    summary:
      "Asks for the export or erasure of a person's data on their written request. It takes effect after another operator's approval.",
    input: z.object({
      subject: DataSubject,
      action: DataAction,
      requestedOn: EventDate,
      reference: trimmedTextSchema(2, 100, 'Enter where the request is filed.'),
      reason: Reason,
    }),
    output: z.object({ request: DataRequest }),
    refuses: [
      ...operators,
      'not_found',
      'approval_pending',
      'date_future',
      'open_bookings',
      'last_operator',
      'legal_hold_active',
      'not_allowed_acting',
    ],
  }),
  download: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/data-requests/{requestId}/export',
    access: 'operator',
    duties: ['support'],
    stepUp: true,
    notActing: true,
    summary:
      'Returns an approved export to the operator who asked for it, for seven days. Each download is in the audit log.',
    input: z.object({ requestId: z.uuid() }),
    output: z.object({ fileName: z.string(), content: z.record(z.string(), z.unknown()) }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
  }),
  setHold: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/legal-holds',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    notActing: true,
    summary:
      'Sets or lifts a legal hold on the address of a person without an account. It stops deletion and retention jobs. Accounts have a hold of their own.',
    input: z.object({
      email: Email,
      on: z.boolean(),
      reason: Reason,
    }),
    output: z.object({ hold: LegalHold.nullable() }),
    refuses: [...operators, 'state_changed', 'not_allowed_acting'],
  }),
}
