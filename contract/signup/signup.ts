import { z } from 'zod'
import { Adult, Mobile, Password, PersonName, User } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/accounts/email.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EditableProfile, ProviderState } from '#contract/providers/provider-profile.ts'
import { sendBackReasons, stepNames } from './signup-steps.ts'
import { DataUri } from '#contract/pictures/uploads.ts'
import { CountryCode, Instant, patternSchema, Int4 } from '#contract/values.ts'

export const StepName = z.enum(stepNames as [(typeof stepNames)[number], ...typeof stepNames])
/** Not yet open, next, completed, or no longer valid. */
export const StepState = z.enum(['disabled', 'current', 'done', 'error'])
export type StepState = z.infer<typeof StepState>
export const SignupStepState = z.object({ step: StepName, path: z.string().nullable(), state: StepState })
export type SignupStepState = z.infer<typeof SignupStepState>

export const SentBack = z.object({ step: StepName, reason: z.enum(sendBackReasons), note: z.string() })
export type SentBack = z.infer<typeof SentBack>
const DocumentKind = z.enum(['passport', 'licence'])

export const Progress = z.object({
  /** Null before the location is set, because there is no profile yet. */
  state: ProviderState.nullable(),
  round: z.number().int(),
  steps: z.array(SignupStepState),
  category: z.object({ id: z.number(), label: z.string() }).nullable(),
  landing: z.string(),
  firstService: z.string().nullable(),
  person: z.object({
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    country: CountryCode.nullable(),
    emailVerified: z.boolean(),
    acceptedTerms: z.boolean(),
    confirmedAdult: z.boolean(),
  }),
  profile: EditableProfile.nullable(),
  /** Which identity pictures exist. Only operators can see them. */
  identity: z.object({ selfie: z.boolean(), document: DocumentKind.nullable() }),
  sentBack: z.array(SentBack.extend({ fixed: z.boolean() })),
  submittedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  purgeOn: z.iso.date().nullable(),
})
export type Progress = z.infer<typeof Progress>

const member = ['not_signed_in', 'session_ended', 'rate_limited'] as const
const provider = [...member, 'not_yours', 'not_found'] as const

export const signup = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/signup',
    access: 'member',
    summary: "Returns the caller's progress through the twelve steps.",
    input: z.object({}),
    output: Progress,
    refuses: member,
  }),
  pace: defineEndpoint({
    method: 'GET',
    path: '/v1/signup/pace',
    access: 'public',
    summary: 'Returns the median time to verify a profile. Null until there are ten decisions.',
    input: z.object({}),
    output: z.object({ minutes: z.number().int().nullable() }),
    refuses: [],
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/v1/signup/start',
    access: 'public',
    stops: 'sign_ups',
    summary:
      'Completes step 1: creates the account and signs in, or adds the role to the signed-in account. Also updates name and mobile later.',
    input: z.object({
      name: PersonName,
      mobile: Mobile.min(1, 'Mobile is required'),
      country: CountryCode.default('AU'),
      email: Email.optional(),
      password: Password.optional(),
      terms: z.literal(true, 'Please accept the artist terms to continue.'),
      adult: Adult,
      from: patternSchema(80, /^\/[a-z0-9/-]*$/).default('/join'),
      firstService: z.string().max(60).nullable().default(null),
    }),
    output: z.object({ token: z.string().nullable(), user: User }),
    refuses: [
      'password_weak',
      'mobile_invalid',
      'email_taken',
      'session_ended',
      'suspended',
      'not_allowed_acting',
      'rate_limited',
    ],
    limit: 10,
    secret: true,
    notActing: true,
  }),
  completeStep: defineEndpoint({
    method: 'PUT',
    path: '/v1/signup/steps/{step}',
    access: 'provider',
    summary: 'Marks a step as complete if it is valid. Step 3 sets the category of steps 4 to 9.',
    input: z.object({ step: StepName, categoryId: Int4.optional() }),
    output: Progress,
    refuses: [...provider, 'step_closed', 'steps_missing'],
    limit: 120,
  }),
  sendReturnLink: defineEndpoint({
    method: 'POST',
    path: '/v1/signup/leave',
    access: 'provider',
    summary: 'Sends an email with a link to continue the sign-up, at most once a day.',
    input: z.object({}),
    output: z.object({ sent: z.boolean(), step: z.number().int() }),
    refuses: provider,
    limit: 20,
  }),
  gesture: defineEndpoint({
    method: 'POST',
    path: '/v1/signup/gesture',
    access: 'provider',
    summary: 'Returns the gesture and the code that the next selfie must show, valid once and for 15 minutes.',
    input: z.object({}),
    output: z.object({ gesture: z.string(), code: z.string(), expiresAt: Instant }),
    refuses: [...provider, 'not_allowed_acting'],
    limit: 20,
    notActing: true,
  }),
  identity: defineEndpoint({
    method: 'PUT',
    path: '/v1/signup/identity/{kind}',
    access: 'provider',
    summary: 'Stores the encrypted selfie or document. Only the verification team can see it.',
    input: z.object({
      kind: z.enum(['selfie', 'document']),
      dataUri: DataUri,
      document: DocumentKind.optional(),
      consent: z.literal(true),
    }),
    output: Progress,
    refuses: [
      ...provider,
      'gesture_ended',
      'state_changed',
      'file_too_big',
      'file_type',
      'file_unreadable',
      'not_allowed_acting',
    ],
    limit: 20,
    notActing: true,
    bodyBytes: 8_500_000,
  }),
  submit: defineEndpoint({
    method: 'POST',
    path: '/v1/signup/submit',
    access: 'provider',
    summary: 'Submits the profile for verification.',
    input: z.object({ terms: z.literal(true) }),
    output: Progress,
    refuses: [
      ...provider,
      'steps_missing',
      'email_unverified',
      'pictures_missing',
      'state_changed',
      'not_allowed_acting',
    ],
    limit: 20,
    notActing: true,
  }),
  resubmit: defineEndpoint({
    method: 'POST',
    path: '/v1/signup/resubmit',
    access: 'provider',
    summary: 'Resubmits the profile once all requested changes are made.',
    input: z.object({ terms: z.literal(true) }),
    output: Progress,
    refuses: [
      ...provider,
      'steps_missing',
      'email_unverified',
      'pictures_missing',
      'state_changed',
      'not_allowed_acting',
    ],
    limit: 20,
    notActing: true,
  }),
}
