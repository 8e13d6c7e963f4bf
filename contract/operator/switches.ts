import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, Reason } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

/** Site-wide switches. The last three stop one kind of mail, one network or one mail domain. */
export const SwitchKind = z.enum([
  'sign_ups',
  'searches_by_mail',
  'bookings',
  'payouts',
  'sms',
  'mails',
  'network',
  'mail_domain',
])
export type SwitchKind = z.infer<typeof SwitchKind>

export const partial = ['mails', 'network', 'mail_domain'] as const satisfies SwitchKind[]

const Switched = z.object({
  kind: SwitchKind,
  value: z.string(),
  stoppedAt: Instant,
  by: z.string(),
  reason: z.string(),
})

const Switches = z.object({
  stopped: z.array(Switched),
  mailKinds: z.array(z.string()),
})
export type Switches = z.infer<typeof Switches>

export const operatorSwitches = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/switches',
    access: 'operator',
    duties: ['owner', 'support'],
    summary: 'Lists the active kill switches, with the time, the operator and the reason.',
    input: z.object({}),
    output: Switches,
    refuses: operators,
  }),
  set: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/switches',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    summary: 'Turns a kill switch on or off within a second.',
    input: z.object({
      kind: SwitchKind,
      value: z.string().trim().toLowerCase().max(120).default(''),
      on: z.boolean(),
      reason: Reason,
    }),
    output: Switches,
    refuses: [...operators, 'invalid_input', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  endAllSessions: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/end-all-sessions',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    summary: "Ends all sessions of all accounts, except the caller's current one.",
    input: z.object({ reason: Reason }),
    output: z.object({ ended: z.number().int() }),
    refuses: [...operators, 'not_allowed_acting', 'rate_limited'],
    limit: 5,
    notActing: true,
  }),
}
