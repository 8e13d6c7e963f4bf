import { z } from 'zod'
import { Code, CookieChoice, LinkToken, Mobile, Password, PersonName, User } from './accounts.ts'
import { EndEffects } from './ends.ts'
import { Email } from './email.ts'
import { noticeChannels, noticeGroups } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Instant, TimeOfDay, patternSchema } from '#contract/values.ts'

const Notices = z.partialRecord(z.enum(noticeGroups), z.partialRecord(z.enum(noticeChannels), z.boolean()))

const StopKey = patternSchema(40, /^[A-Za-z0-9_-]{40}$/)

export const Device = z.object({
  id: z.uuid(),
  device: z.string(),
  /** Network of the request, truncated so that it does not identify a single connection. */
  network: z.string(),
  since: Instant,
  lastSeen: Instant,
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const AccountDetails = z.object({
  user: User,
  country: CountryCode.nullable(),
  mobile: z.object({ text: z.string(), country: CountryCode.nullable() }).nullable(),
  /** True if the number was verified by a code. A number that is not verified receives only codes. */
  mobileProven: z.boolean(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  hasPassword: z.boolean(),
  notices: Notices,
  quietFrom: TimeOfDay.nullable(),
  quietTo: TimeOfDay.nullable(),
  exported: z.object({ id: z.uuid(), readyAt: Instant, expiresAt: Instant }).nullable(),
})
export type AccountDetails = z.infer<typeof AccountDetails>

const done = z.object({ done: z.literal(true) })
const sent = z.object({ sent: z.literal(true) })
const member = { access: 'member' } as const

export const account = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me/details',
    ...member,
    summary: 'Returns the details that the account page shows.',
    input: z.object({}),
    output: AccountDetails,
    refuses: ['not_signed_in', 'session_ended'],
  }),
  ends: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me/ends',
    ...member,
    summary:
      'Lists what would end if the caller paused their artist profile (`asArtist`) or closed the account (both).',
    input: z.object({}),
    output: z.object({ asArtist: EndEffects.nullable(), asCustomer: EndEffects }),
    refuses: ['not_signed_in', 'session_ended'],
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: '/v1/accounts/me',
    ...member,
    summary: "Updates the caller's name or mobile number. An empty number removes the number.",
    input: z.object({ name: PersonName.optional(), mobile: Mobile.optional(), country: CountryCode.optional() }),
    output: z.object({ user: User }),
    refuses: ['not_signed_in', 'mobile_invalid'],
    limit: 30,
  }),
  sendNumberCode: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/mobile/code',
    ...member,
    summary: "Sends a six-digit code to the caller's mobile number. The code is valid for ten minutes.",
    input: z.object({}),
    output: z.object({ sent: z.literal(true) }),
    refuses: [
      'not_signed_in',
      'session_ended',
      'not_allowed_acting',
      'no_channel',
      'number_not_supported',
      'too_many_codes',
      'rate_limited',
    ],
    limit: 5,
    notActing: true,
  }),
  proveNumber: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/mobile/proof',
    ...member,
    summary: "Verifies the caller's mobile number with the six-digit code.",
    input: z.object({
      code: z
        .string()
        .max(40, { abort: true, error: 'Enter the six-digit code.' })
        .trim()
        .regex(/^\d{6}$/, 'Enter the six-digit code.'),
    }),
    output: z.object({ proven: z.literal(true) }),
    refuses: ['not_signed_in', 'session_ended', 'not_allowed_acting', 'code_wrong', 'rate_limited'],
    limit: 10,
    notActing: true,
  }),
  claim: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/claim',
    ...member,
    summary: 'Moves the searches that this browser made without JavaScript to the signed-in account.',
    input: z.object({}),
    output: z.object({ claimed: z.number().int() }),
    refuses: ['not_signed_in', 'not_allowed_acting'],
    claims: true,
    notActing: true,
  }),
  changeEmail: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/email',
    ...member,
    summary: 'Sends a confirmation link to a new email address. The old address stays until the link is opened.',
    input: z.object({ email: Email }),
    output: sent,
    refuses: ['not_signed_in', 'not_allowed_acting', 'email_taken', 'rate_limited'],
    limit: 5,
    notActing: true,
    stepUp: true,
  }),
  confirmEmail: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/email/confirm',
    ...member,
    summary:
      "Changes the caller's email address to the one whose confirmation link was opened. Only the account that asked for the change can use the link.",
    input: z.object({ token: LinkToken }),
    output: z.object({ name: z.string(), email: z.string() }),
    refuses: ['not_signed_in', 'not_allowed_acting', 'link_expired', 'link_used', 'email_taken', 'rate_limited'],
    limit: 30,
    notActing: true,
  }),
  sendVerification: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/verification',
    ...member,
    summary: "Sends the link and code that verify the caller's email address again.",
    input: z.object({}),
    output: sent,
    refuses: ['not_signed_in', 'rate_limited'],
    limit: 5,
  }),
  verifyCode: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/verification/code',
    ...member,
    summary: "Verifies the caller's email address with the six-digit code from the email.",
    input: z.object({ code: Code }),
    output: done,
    refuses: ['not_signed_in', 'code_wrong', 'rate_limited'],
    limit: 10,
  }),
  changePassword: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/password',
    ...member,
    summary: 'Sets a new password and ends every other session.',
    input: z.object({ current: z.string().max(200).default(''), password: Password }),
    output: done,
    refuses: ['not_signed_in', 'not_allowed_acting', 'password_wrong', 'password_weak', 'rate_limited'],
    limit: 10,
    notActing: true,
    stepUp: true,
  }),
  sessions: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me/sessions',
    ...member,
    summary: 'Lists the sessions of the account.',
    input: z.object({}),
    output: z.array(Device),
    refuses: ['not_signed_in'],
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/me/sessions/{sessionId}',
    ...member,
    summary: 'Logs out one device.',
    input: z.object({ sessionId: z.uuid() }),
    output: done,
    refuses: ['not_signed_in', 'not_allowed_acting', 'not_found'],
    notActing: true,
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/sessions/end-others',
    ...member,
    summary: 'Logs out every other device.',
    input: z.object({}),
    output: done,
    refuses: ['not_signed_in', 'not_allowed_acting'],
    notActing: true,
  }),
  endAllSessions: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/sessions/end-all',
    ...member,
    summary: 'Logs out every device, including this one.',
    input: z.object({}),
    output: done,
    refuses: ['not_signed_in', 'not_allowed_acting'],
    notActing: true,
    leaves: true,
  }),
  setCookieChoice: defineEndpoint({
    method: 'PUT',
    path: '/v1/accounts/me/cookies',
    ...member,
    notActing: true,
    summary: "Saves the caller's cookie choice, so that no other browser of theirs asks again.",
    input: z.object({ choice: CookieChoice }),
    output: z.object({ choice: CookieChoice }),
    refuses: ['not_signed_in', 'invalid_input', 'not_allowed_acting'],
    limit: 60,
  }),
  setNotices: defineEndpoint({
    method: 'PUT',
    path: '/v1/accounts/me/notices',
    ...member,
    summary: "Updates the caller's notification preferences and quiet hours.",
    input: z.object({
      notices: Notices,
      quietFrom: TimeOfDay.nullable().default(null),
      quietTo: TimeOfDay.nullable().default(null),
    }),
    output: done,
    refuses: ['not_signed_in', 'invalid_input'],
    limit: 60,
  }),
  mailToStop: defineEndpoint({
    method: 'GET',
    path: '/v1/mail-stops/{key}',
    access: 'public',
    summary: 'Returns the kind of emails that an unsubscribe key stops.',
    input: z.object({ key: StopKey }),
    output: z.object({ group: z.enum(noticeGroups) }),
    refuses: ['link_expired', 'rate_limited'],
    limit: 60,
  }),
  stopMail: defineEndpoint({
    method: 'POST',
    path: '/v1/mail-stops/{key}',
    access: 'public',
    summary:
      'Unsubscribes from emails of one kind by the key in an email, without signing in. Repeating the call has no effect.',
    input: z.object({ key: StopKey }),
    output: z.object({ group: z.enum(noticeGroups) }),
    refuses: ['link_expired', 'rate_limited'],
    limit: 60,
  }),
  exportMine: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/export',
    ...member,
    summary: 'Exports all data about the caller to one file, which can be downloaded for three days.',
    input: z.object({}),
    output: z.object({ id: z.uuid(), readyAt: Instant, expiresAt: Instant }),
    refuses: ['not_signed_in', 'not_allowed_acting', 'rate_limited'],
    limit: 5,
    notActing: true,
    stepUp: true,
  }),
  readExport: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me/export/{exportId}',
    ...member,
    summary: 'Downloads the file of an export.',
    input: z.object({ exportId: z.uuid() }),
    output: z.object({ fileName: z.string(), content: z.record(z.string(), z.unknown()) }),
    refuses: ['not_signed_in', 'not_allowed_acting', 'not_found'],
    notActing: true,
  }),
  requestDeletion: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/delete',
    ...member,
    summary: 'Sends an email with a link that deletes the account. Refused while a booking is ahead.',
    input: z.object({}),
    output: sent,
    refuses: [
      'not_signed_in',
      'not_allowed_acting',
      'open_bookings',
      'last_operator',
      'legal_hold_active',
      'rate_limited',
    ],
    limit: 5,
    notActing: true,
  }),
  confirmDelete: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/delete/confirm',
    access: 'public',
    summary: 'Deletes the account whose link was opened, and returns the date until which receipts are kept.',
    input: z.object({ token: LinkToken }),
    output: z.object({ keptUntil: z.string() }),
    refuses: ['link_expired', 'link_used', 'open_bookings', 'last_operator', 'legal_hold_active', 'rate_limited'],
    limit: 10,
  }),
}
