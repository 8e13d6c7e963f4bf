import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  Currency,
  Cursor,
  EventDate,
  Instant,
  NextCursor,
  patternSchema,
  Reason,
  SearchText,
  sortSchema,
} from '#contract/values.ts'
import { EmailOrEmpty } from '#contract/accounts/email.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

const TextsADay = z.number().int().min(0).max(1_000_000)

export const NoticeState = z.enum(['waiting', 'sent', 'failed', 'given_up', 'switched_off', 'held_back'])
export type NoticeState = z.infer<typeof NoticeState>
export const OperatorNotice = z.object({
  id: z.uuid(),
  channel: z.enum(['mail', 'sms', 'push', 'webhook']),
  kind: z.string(),
  address: z.string(),
  subject: z.string(),
  state: NoticeState,
  attempts: z.number().int(),
  error: z.string(),
  createdAt: Instant,
  nextAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  sample: z.boolean(),
})
export type OperatorNotice = z.infer<typeof OperatorNotice>

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  actor: z.object({ id: z.string(), name: z.string() }),
  as: z.object({ id: z.string(), name: z.string() }).nullable(),
  act: z.string(),
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditFilter = z.object({
  text: SearchText,
  /** An action, or with a dot at its end all actions that begin with it: `booking.`. */
  act: patternSchema(80, /^[a-z._]*$/).optional(),
  actorId: z.uuid().optional(),
  subjectId: z.string().max(80).optional(),
  from: EventDate.optional(),
  to: EventDate.optional(),
  sort: sortSchema(['date']),
  cursor: Cursor,
})

export const Business = z.object({
  legalName: z.string().trim().min(1).max(120),
  supportEmail: EmailOrEmpty,
  supportPhone: z.string().trim().max(40),
  chat: z.union([z.literal(''), z.url().max(200)]),
})
export type Business = z.infer<typeof Business>

export const Retention = z.object({
  searches: z.number().int().min(30).max(3650),
  signIns: z.number().int().min(30).max(3650),
  outbox: z.number().int().min(7).max(3650),
  audit: z.number().int().min(365).max(3650),
  messages: z.number().int().min(30).max(3650),
})
export type Retention = z.infer<typeof Retention>

const Settings = z.object({
  business: Business,
  retention: Retention,
  secondApproval: z.boolean(),
  /** Number of people viewed by one operator within an hour that triggers an alarm. */
  bulkFrom: z.number().int(),
  textsADay: TextsADay,
})

/** State of the last run. Late: the job has missed a run, and its last run succeeded. */
const JobState = z.enum(['failed', 'late', 'running', 'succeeded', 'not_run'])
export type JobState = z.infer<typeof JobState>

export const operatorSystem = {
  overview: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/overview',
    access: 'operator',
    summary: 'Counts open work: profiles to verify, failed notices, and reports, disputes and refunds to decide.',
    input: z.object({}),
    output: z.object({
      waiting: z.number().int(),
      documents: z.number().int(),
      appeals: z.number().int(),
      words: z.number().int(),
      oldest: Instant.nullable(),
      sentBack: z.number().int(),
      failing: z.number().int(),
      givenUp: z.number().int(),
      people: z.number().int(),
      providers: z.number().int(),
      reports: z.number().int(),
      disputes: z.number().int(),
      refunds: z.number().int(),
      approvals: z.number().int(),
      alarms: z.number().int(),
      /** Payments of the last seven days that failed unexpectedly. */
      failedPayments: z.number().int(),
      bookedToday: z.number().int(),
      takings: z.array(z.object({ amount: z.number(), currency: Currency })),
    }),
    refuses: operators,
  }),
  outbox: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/outbox',
    access: 'operator',
    duties: ['support'],
    summary: 'Lists notices, newest first unless sorted, with failures and the time of the next retry.',
    input: z.object({
      text: SearchText,
      state: NoticeState.optional(),
      channel: z.enum(['mail', 'sms', 'push', 'webhook']).optional(),
      sort: sortSchema(['date']),
      cursor: Cursor,
    }),
    output: z.object({
      notices: z.array(OperatorNotice),
      nextCursor: NextCursor,
      texts: z.object({ written: z.number().int(), budget: z.number().int() }),
    }),
    refuses: operators,
  }),
  notice: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/outbox/{noticeId}',
    access: 'operator',
    duties: ['support'],
    summary:
      'Returns a notice as sent. Sign-in links and codes are readable only if no real mail gateway is configured.',
    input: z.object({ noticeId: z.uuid() }),
    output: z.object({ notice: OperatorNotice, body: z.string(), html: z.string().nullable() }),
    refuses: [...operators, 'not_found'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/outbox/{noticeId}/resend',
    access: 'operator',
    duties: ['support'],
    summary: 'Resends a notice that was not delivered. A redacted notice cannot be resent.',
    input: z.object({ noticeId: z.uuid(), reason: Reason }),
    output: z.object({ notice: OperatorNotice }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  unblock: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/outbox/{noticeId}/let-through',
    access: 'operator',
    duties: ['support'],
    summary:
      'Removes the address of a notice from the suppression list after a bounce or spam complaint, and resends the notice.',
    input: z.object({ noticeId: z.uuid(), reason: Reason }),
    output: z.object({ notice: OperatorNotice }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  jobs: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/jobs',
    access: 'operator',
    duties: ['owner'],
    summary: 'Lists the scheduled jobs with their last and next run, duration and result.',
    input: z.object({}),
    output: z.object({
      jobs: z.array(
        z.object({
          name: z.string(),
          cron: z.string(),
          /** Minutes between two runs: 1440 for a job that runs daily. */
          intervalMinutes: z.number().int(),
          lastRunAt: Instant.nullable(),
          nextRunAt: Instant,
          state: JobState,
          seconds: z.number().nullable(),
          error: z.string(),
          waiting: z.number().int(),
        }),
      ),
    }),
    refuses: operators,
  }),
  runJob: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/jobs/{name}/run',
    access: 'operator',
    duties: ['owner'],
    summary: 'Runs a job now, in this process.',
    input: z.object({ name: patternSchema(60, /^[a-z-]+$/), reason: Reason }),
    output: z.object({ seconds: z.number() }),
    refuses: [...operators, 'not_found', 'not_allowed_acting', 'rate_limited'],
    limit: 20,
    notActing: true,
  }),
  settings: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/settings',
    access: 'operator',
    duties: ['owner'],
    summary: 'Returns the business details, the retention periods and whether profiles need second approval.',
    input: z.object({}),
    output: Settings,
    refuses: operators,
  }),
  changeSettings: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/settings',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    summary: 'Updates the settings. Pages, emails and receipts use them within a minute.',
    input: z.object({
      business: Business.optional(),
      retention: Retention.optional(),
      secondApproval: z.boolean().optional(),
      bulkFrom: z.number().int().min(10).max(100_000).optional(),
      textsADay: TextsADay.optional(),
      reason: Reason,
    }),
    output: Settings.extend({ /** True if a part of the change waits for a second operator. */ waits: z.boolean() }),
    refuses: [...operators, 'approval_pending', 'not_allowed_acting'],
    notActing: true,
  }),
  audit: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/audit',
    access: 'operator',
    duties: ['owner'],
    summary: 'Lists the audit log, newest first unless sorted.',
    input: AuditFilter,
    output: z.object({ entries: z.array(AuditEntry), nextCursor: NextCursor }),
    refuses: operators,
  }),
}
