import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Cursor, EventDate, Instant, NextCursor, sortSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

/** Kinds of personal data whose views by operators are logged. */
export const AccessKind = z.enum([
  'person',
  'people',
  'booking',
  'bookings',
  'payment',
  'payments',
  'voucher',
  'vouchers',
  'identity',
  'conversation',
  'notice',
  'notices',
  'export',
  'access_log',
  'acting',
  'document',
  'appeal',
  'platform_report',
])
export type AccessKind = z.infer<typeof AccessKind>

export const AlarmKind = z.enum([
  'access.bulk',
  'sms.budget',
  'payments.short',
  'payments.refused',
  'payments.stuck',
  'payments.twice',
  'payments.charge_back',
  'payments.evidence',
  'payments.holding',
  'payments.event',
])
export type AlarmKind = z.infer<typeof AlarmKind>

const Somebody = z.object({ id: z.string(), name: z.string() })

export const AccessEntry = z.object({
  id: z.string(),
  at: Instant,
  operator: Somebody,
  what: AccessKind,
  subjectId: z.string(),
  of: z.array(Somebody),
  network: z.string(),
  device: z.string(),
})
export type AccessEntry = z.infer<typeof AccessEntry>

const Filter = z.object({
  accountId: z.uuid().optional(),
  operatorId: z.uuid().optional(),
  from: EventDate.optional(),
  to: EventDate.optional(),
  sort: sortSchema(['date']),
  cursor: Cursor,
})

export const Alarm = z.object({
  id: z.uuid(),
  kind: AlarmKind,
  subject: Somebody,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  raisedAt: Instant,
})
export type Alarm = z.infer<typeof Alarm>

export const operatorAccess = {
  list: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/access-log',
    access: 'operator',
    duties: ['owner'],
    summary: 'Lists who read whose personal data, newest first.',
    input: Filter,
    output: z.object({ entries: z.array(AccessEntry), nextCursor: NextCursor }),
    refuses: operators,
  }),
  alarms: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/alarms',
    access: 'operator',
    summary: 'Lists unreviewed alarms: operators who read the data of many people, and spent budgets.',
    input: z.object({}),
    output: z.object({ alarms: z.array(Alarm) }),
    refuses: operators,
  }),
  acknowledgeAlarm: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/alarms/{alarmId}/seen',
    access: 'operator',
    duties: ['owner', 'support'],
    summary: 'Marks an alarm as reviewed. The operator whom it concerns cannot do that.',
    input: z.object({ alarmId: z.uuid() }),
    output: z.object({ alarms: z.array(Alarm) }),
    refuses: [...operators, 'not_found', 'second_operator_required', 'not_allowed_acting'],
    notActing: true,
  }),
}
