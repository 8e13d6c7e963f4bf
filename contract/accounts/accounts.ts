import { z } from 'zod'
import { cookieChoices } from '#contract/consent.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Duty } from './duties.ts'
import { CountryCode, oneLineSchema } from '#contract/values.ts'
import { Email, LoginEmail } from './email.ts'

export const Role = z.enum(['customer', 'provider', 'operator'])
export const CookieChoice = z.enum(cookieChoices)
export const User = z.object({
  id: z.uuid(),
  profileId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  roles: z.array(Role),
  /** Console duties of an operator; empty for all other accounts. */
  duties: z.array(Duty),
  /** Last cookie choice in any browser with a session of this account. */
  cookieChoice: CookieChoice.nullable(),
})
export type User = z.infer<typeof User>

export const PersonName = oneLineSchema(120, 'Name is required')
export const Password = z.string().min(1, 'Password is required').max(200)
/** A phone number as typed. Parsed by the rules of the country sent with it. */
export const Mobile = z.string().trim().max(40)
/** Confirmation of age, which registering requires of customers and artists. */
export const Adult = z.literal(true, 'You must be 18 or over to have an account.')
export const LinkToken = z.string().min(1).max(100)
export const Code = z
  .string()
  .max(40, 'Enter the six-digit code.')
  .trim()
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code.'))

/** A link from a mail. If a password was chosen before the address was verified, the owner sends it too. */
export const OpenedLink = z.object({
  token: LinkToken,
  password: Password.optional(),
  /** If opening the link would invalidate a password, the call is refused and the link can still be used. */
  askFirst: z.boolean().default(false),
})
/** Token for setting a new password after the old one was invalidated; null if the password still works. */
const Choosing = z.string().nullable()
export const linkRefuses = ['link_expired', 'link_used', 'password_at_stake', 'password_wrong'] as const

export const SignedIn = z.object({
  token: z.string(),
  user: User,
  /** Number of the visitor's searches that were moved to the account. */
  claimed: z.number().int(),
})
export type SignedIn = z.infer<typeof SignedIn>
export const SignedInByMail = SignedIn.extend({ choose: Choosing })

const done = z.object({ done: z.literal(true) })
/** The response is the same for known and unknown addresses. */
const sent = z.object({ sent: z.literal(true) })
/** For endpoints that start a session: the response is never stored, and the visitor's searches move to the account. */
const signsIn = { limit: 10, secret: true, claims: true } as const

export const accounts = {
  register: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/register',
    access: 'public',
    stops: 'sign_ups',
    summary: 'Creates an account, signs in and sends an email that verifies the address.',
    input: z.object({
      name: PersonName,
      email: Email,
      password: Password,
      mobile: Mobile.default(''),
      country: CountryCode.default('AU'),
      acceptTerms: z.literal(true, 'Please accept the terms to continue.'),
      adult: Adult,
    }),
    output: SignedIn,
    refuses: ['password_weak', 'mobile_invalid', 'email_taken', 'cross_origin', 'challenge_required', 'rate_limited'],
    ...signsIn,
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/login',
    access: 'public',
    summary: 'Signs in with an email address and a password, and returns a bearer token.',
    input: z.object({ email: LoginEmail, password: Password }),
    output: SignedIn,
    refuses: [
      'wrong_credentials',
      'sign_in_throttled',
      'suspended',
      'cross_origin',
      'challenge_required',
      'rate_limited',
    ],
    ...signsIn,
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/logout',
    access: 'member',
    leaves: true,
    oneFactor: true,
    summary: "Ends this session, and removes this browser's access to the searches of its cookie.",
    input: z.object({}),
    output: done,
    refuses: ['not_signed_in', 'session_ended'],
  }),
  me: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me',
    access: 'member',
    oneFactor: true,
    summary: 'Returns the signed-in account, with the mobile number in national format and the latest searches.',
    input: z.object({}),
    output: z.object({
      user: User,
      /**
       * The second-factor step that an operator must complete first: set up a factor, or prove it. Null if it is done.
       */
      needs: z.enum(['setup', 'proof']).nullable(),
      mobile: z.string().nullable(),
      searches: z.array(
        z.object({ id: z.string(), place: z.string(), eventDate: z.string(), finishTime: z.string().nullable() }),
      ),
    }),
    refuses: ['not_signed_in', 'session_ended'],
  }),
  magicLink: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/magic-link',
    access: 'public',
    summary:
      'Sends an email with a link and a code to sign in. The response and its timing are the same for every address.',
    input: z.object({ email: Email }),
    output: sent,
    refuses: ['challenge_required', 'rate_limited'],
    limit: 10,
  }),
  redeemMagicLink: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/magic-link/spend',
    access: 'public',
    summary:
      'Signs in with the token of an emailed link, once. A password set before the address was verified is removed, unless it is typed again or its own session opens the link.',
    input: OpenedLink,
    output: SignedInByMail,
    refuses: [...linkRefuses, 'suspended', 'cross_origin', 'challenge_required', 'rate_limited'],
    ...signsIn,
  }),
  redeemCode: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/code',
    access: 'public',
    summary: 'Signs in with the six-digit code from an email. Five wrong attempts invalidate the code.',
    input: z.object({ email: Email, code: Code }),
    output: SignedInByMail,
    refuses: ['code_wrong', 'suspended', 'cross_origin', 'challenge_required', 'rate_limited'],
    ...signsIn,
  }),
  redeemProviderLink: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/provider-link/spend',
    access: 'public',
    summary: 'Signs an artist in with the token of an emailed link, once, and returns the page to open.',
    input: OpenedLink,
    output: SignedInByMail.extend({ path: z.string() }),
    refuses: [...linkRefuses, 'suspended', 'cross_origin', 'challenge_required', 'rate_limited'],
    ...signsIn,
  }),
  redeemLoginAs: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/login-as/spend',
    access: 'operator',
    duties: ['support'],
    summary: 'Opens a session in which the operator who asked for it acts as another account for 30 minutes.',
    input: z.object({ token: LinkToken }),
    output: z.object({ token: z.string(), user: User, expiresAt: z.iso.datetime({ offset: true }) }),
    refuses: [
      'not_signed_in',
      'not_yours',
      'not_allowed_acting',
      'link_expired',
      'link_used',
      'suspended',
      'rate_limited',
    ],
    limit: 10,
    secret: true,
    notActing: true,
  }),
  forgotPassword: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/forgot-password',
    access: 'public',
    summary:
      'Sends an email with a link to choose a new password. The response and its timing are the same for every address.',
    input: z.object({ email: Email }),
    output: sent,
    refuses: ['challenge_required', 'rate_limited'],
    limit: 10,
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/reset-password',
    access: 'public',
    summary: 'Sets a new password, ends every session and signs in.',
    input: z.object({ token: LinkToken, password: Password }),
    output: SignedIn,
    refuses: [
      'link_expired',
      'link_used',
      'password_weak',
      'suspended',
      'cross_origin',
      'challenge_required',
      'rate_limited',
    ],
    ...signsIn,
  }),
  verifyEmail: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/verify-email',
    access: 'public',
    summary:
      'Verifies an email address with the token of the emailed link. Opened in another browser than the account was created in, it removes the password and sessions, unless the password is typed again.',
    input: OpenedLink,
    output: z.object({ name: z.string(), email: z.string(), kept: z.boolean(), choose: Choosing }),
    refuses: [...linkRefuses, 'rate_limited'],
    limit: 30,
    secret: true,
  }),
  resendVerification: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/verify-email/resend',
    access: 'public',
    summary: 'Sends a new link to the address of an expired link.',
    input: z.object({ token: LinkToken }),
    output: sent,
    refuses: ['link_expired', 'rate_limited'],
    limit: 5,
  }),
}
