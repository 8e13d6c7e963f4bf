import { z } from 'zod'
import { EndEffects } from '#contract/accounts/ends.ts'
import { Code, Role } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/accounts/email.ts'
import { Duty } from '#contract/accounts/duties.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Hub, CurrencySum } from './hub.ts'
import {
  CountryCode,
  Cursor,
  EventDate,
  Instant,
  NextCursor,
  oneLineSchema,
  Picture,
  Reason,
  SearchText,
  sortSchema,
} from '#contract/values.ts'

export const Tag = z
  .string()
  .max(30, { abort: true })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]+([ -][a-z0-9]+)*$/, 'Use letters and digits, with single spaces or hyphens between them.')
const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  roles: z.array(Role),
  duties: z.array(Duty),
  verified: z.boolean(),
  suspendedAt: Instant.nullable(),
  suspendedReason: z.string().nullable(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  profile: z.string().nullable(),
  sample: z.boolean(),
})
export type Person = z.infer<typeof Person>

const ListedPerson = Person.extend({ bookings: z.number().int(), spent: z.array(CurrencySum) })

const SignIn = z.object({
  at: Instant,
  how: z.string(),
  succeeded: z.boolean(),
  device: z.string(),
  network: z.string(),
  actor: z.string().nullable(),
})

export const ProviderState = z.enum([
  'draft',
  'submitted',
  'in_review',
  'changes_requested',
  'approved',
  'rejected',
  'suspended',
  'paused',
])
export type ProviderState = z.infer<typeof ProviderState>

export const ListedProvider = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  state: ProviderState,
  countryCode: CountryCode,
  area: z.string(),
  city: z.string(),
  profileImg: Picture,
  accountId: z.uuid().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.number(),
  bookingCount: z.number(),
  instant: z.boolean(),
  featured: z.boolean(),
  featuredUntil: EventDate.nullable(),
  createdAt: Instant,
  approvedAt: Instant.nullable(),
  sample: z.boolean(),
})
export type ListedProvider = z.infer<typeof ListedProvider>

const accountId = z.object({ accountId: z.uuid() })

const byTeam = { access: 'operator', duties: ['support'], notActing: true } as const
const changeRefusals = [...operators, 'not_found', 'operators_change_own', 'not_allowed_acting'] as const
const newEmail = accountId.extend({ email: Email, reason: Reason })
const newMobile = accountId.extend({
  mobile: oneLineSchema(40, 'Phone number is required'),
  country: CountryCode,
  reason: Reason,
})
const personChangeCalls = {
  sendEmailCode: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/email/code',
    ...byTeam,
    stepUp: true,
    summary: 'Emails a code to a new address of a person. Nothing is changed before they read it to the operator.',
    input: newEmail,
    output: z.object({ sent: z.literal(true) }),
    refuses: [...changeRefusals, 'email_taken', 'rate_limited'],
    limit: 20,
  }),
  changeEmail: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/people/{accountId}/email',
    ...byTeam,
    stepUp: true,
    summary: "Changes a person's email address with the code sent to it, and notifies the old address.",
    input: newEmail.extend({ code: Code }),
    output: z.object({ person: Person }),
    refuses: [...changeRefusals, 'email_taken', 'code_wrong'],
    limit: 20,
  }),
  sendMobileCode: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/mobile/code',
    ...byTeam,
    stepUp: true,
    summary: 'Texts a code to a new mobile number of a person. Nothing is changed before they read it to the operator.',
    input: newMobile,
    output: z.object({ sent: z.literal(true) }),
    refuses: [...changeRefusals, 'mobile_invalid', 'number_not_supported', 'too_many_codes'],
    limit: 20,
  }),
  changeMobile: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/people/{accountId}/mobile',
    ...byTeam,
    stepUp: true,
    summary: "Changes a person's mobile number with the code sent to it, and notifies them by email.",
    input: newMobile.extend({ code: Code }),
    output: z.object({ person: Person }),
    refuses: [...changeRefusals, 'mobile_invalid', 'code_wrong'],
    limit: 20,
  }),
  resetFactors: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/factors/reset',
    ...byTeam,
    stepUp: true,
    summary:
      'Asks a second operator to remove the second factors of a person who lost them. After the approval the person is notified, and can stop it for a day.',
    input: accountId.extend({ reason: Reason }),
    output: z.object({ person: Person, waits: z.literal(true) }),
    refuses: [
      ...operators,
      'not_found',
      'state_changed',
      'approval_pending',
      'second_operator_required',
      'not_allowed_acting',
    ],
  }),
}
const providerId = z.object({ providerId: z.uuid() })

export const operatorPeople = {
  people: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/people',
    access: 'operator',
    duties: ['support'],
    summary: 'Lists accounts, newest first unless sorted. Searches by name, address, phone number or tag.',
    input: z.object({
      text: SearchText,
      role: Role.optional(),
      state: z.enum(['suspended', 'active']).optional(),
      tag: Tag.optional(),
      sort: sortSchema(['joined', 'name']),
      cursor: Cursor,
    }),
    output: z.object({ people: z.array(ListedPerson), nextCursor: NextCursor }),
    refuses: operators,
  }),
  person: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/people/{accountId}',
    access: 'operator',
    duties: ['support'],
    summary: "Returns a person's bookings, payments, messages, sessions and sign-ins.",
    input: accountId,
    output: z.object({
      person: Person,
      devices: z.array(z.object({ device: z.string(), network: z.string(), lastSeenAt: Instant })),
      signIns: z.array(SignIn),
      searches: z.number().int(),
      providerId: z.uuid().nullable(),
      ends: EndEffects,
      hasSecondFactor: z.boolean(),
      hub: Hub,
      /** A legal hold that stops deletion: since when, by whom and why. */
      hold: z.object({ since: Instant, by: z.string(), reason: z.string() }).nullable(),
    }),
    refuses: [...operators, 'not_found'],
  }),
  suspend: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/suspend',
    access: 'operator',
    duties: ['support'],
    summary:
      'Suspends an account: ends its sessions within a second, removes its profile from searches and notifies the person of the reason.',
    input: accountId.extend({ reason: Reason }),
    output: z.object({ person: Person }),
    refuses: [...operators, 'not_found', 'state_changed', 'last_operator', 'not_allowed_acting'],
    notActing: true,
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/restore',
    access: 'operator',
    duties: ['support'],
    summary: 'Restores a suspended account and its profile.',
    input: accountId.extend({ reason: Reason }),
    output: z.object({ person: Person }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  setRoles: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/people/{accountId}/roles',
    access: 'operator',
    duties: ['owner'],
    stepUp: true,
    summary:
      "Sets a person's duties in the console. An empty list removes operator access. Removing duties takes effect immediately, adding them needs another operator's approval. The last owner cannot be removed.",
    input: accountId.extend({ duties: z.array(Duty).max(5), reason: Reason }),
    output: z.object({ person: Person, /** More was requested and waits for a second operator. */ waits: z.boolean() }),
    refuses: [
      ...operators,
      'not_found',
      'account_email_unverified',
      'last_operator',
      'approval_pending',
      'not_allowed_acting',
    ],
    notActing: true,
  }),
  setHold: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/people/{accountId}/legal-hold',
    access: 'operator',
    duties: ['owner'],
    summary: "Sets or removes a legal hold, which prevents the deletion of a person's data.",
    input: accountId.extend({ on: z.boolean(), reason: Reason }),
    output: z.object({ person: Person }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
    stepUp: true,
  }),
  endSessions: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/end-sessions',
    access: 'operator',
    duties: ['support'],
    summary: 'Ends all sessions of a person.',
    input: accountId.extend({ reason: Reason }),
    output: z.object({ done: z.literal(true) }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    notActing: true,
  }),
  ...personChangeCalls,
  loginAs: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/people/{accountId}/login-as',
    access: 'operator',
    duties: ['support'],
    stepUp: true,
    summary: 'Creates a single-use link to act as a person for 30 minutes. It is returned and emailed to the operator.',
    input: accountId.extend({ reason: Reason }),
    output: z.object({ path: z.string() }),
    refuses: [...operators, 'not_found', 'suspended', 'not_allowed_acting', 'rate_limited'],
    limit: 20,
    secret: true,
    notActing: true,
  }),
  providers: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/providers',
    access: 'operator',
    duties: ['support', 'verification'],
    summary: 'Lists artists, newest first unless sorted. Searches by name, place, slug or tag.',
    input: z.object({
      text: SearchText,
      state: ProviderState.optional(),
      countryCode: CountryCode.optional(),
      tag: Tag.optional(),
      sort: sortSchema(['joined', 'name', 'bookings', 'reviews']),
      cursor: Cursor,
    }),
    output: z.object({ providers: z.array(ListedProvider), nextCursor: NextCursor }),
    refuses: operators,
  }),
  provider: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/providers/{providerId}',
    access: 'operator',
    duties: ['support', 'verification'],
    summary: "Returns an artist's bookings, payments, conversations and decisions.",
    input: providerId,
    output: z.object({
      provider: ListedProvider,
      bio: z.string(),
      ends: EndEffects,
      /** Null for operators without the support duty, because it names customers. */
      hub: Hub.nullable(),
      services: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          status: z.string(),
          cost: z.number().nullable(),
          currency: z.string(),
        }),
      ),
      rounds: z.array(
        z.object({
          round: z.number(),
          submittedAt: Instant,
          decision: z.string().nullable(),
          decidedAt: Instant.nullable(),
          decidedBy: z.string().nullable(),
          note: z.string(),
        }),
      ),
    }),
    refuses: [...operators, 'not_found'],
  }),
  suspendProvider: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/providers/{providerId}/suspend',
    access: 'operator',
    duties: ['support', 'verification'],
    summary:
      'Suspends a profile: removes it from searches within a second and notifies the artist of the reason. The artist can still sign in.',
    input: providerId.extend({ reason: Reason }),
    output: z.object({ provider: ListedProvider }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  restoreProvider: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/providers/{providerId}/restore',
    access: 'operator',
    duties: ['support', 'verification'],
    summary: 'Restores a suspended profile to its previous status.',
    input: providerId.extend({ reason: Reason }),
    output: z.object({ provider: ListedProvider }),
    refuses: [...operators, 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
  }),
  feature: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/providers/{providerId}/featured',
    access: 'operator',
    duties: ['content'],
    summary: 'Marks a profile as Featured until a date, or removes the mark. The card shows it.',
    input: providerId.extend({ until: EventDate.nullable().default(null), reason: Reason }),
    output: z.object({ provider: ListedProvider }),
    refuses: [...operators, 'not_found', 'date_past', 'not_allowed_acting'],
    notActing: true,
  }),
}
