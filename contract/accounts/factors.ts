import { z } from 'zod'
import { Code, SignedIn } from './accounts.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, oneLineSchema } from '#contract/values.ts'

/** WebAuthn options or response as JSON, validated by the WebAuthn library. */
const Options = z.record(z.string(), z.unknown())
/** The signed challenge of this browser. It is sent back with the response and can be used once. */
const State = z.string().min(1).max(2000)
export const PasskeyAnswer = z.object({ state: State, answer: z.object({ id: z.string().min(1).max(2000) }).loose() })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: Instant, usedAt: Instant.nullable() })
const Factors = z.object({
  passkeys: z.array(Passkey),
  totp: z.boolean(),
  recoveryCodes: z.number().int(),
})

/** Ways to prove that the person who uses the session is still the account's owner. */
const proofWays = ['passkey', 'password', 'totp', 'recovery', 'mail'] as const
export type ProofWay = (typeof proofWays)[number]
const done = z.object({ done: z.literal(true) })
/** The codes are returned only in the response of the call that created them. */
const codes = z.object({ recoveryCodes: z.array(z.string()).nullable() })
const member = { access: 'member', notActing: true, oneFactor: true } as const
const name = oneLineSchema(60, 'Name is required')

export const factors = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/me/factors',
    ...member,
    summary: "Lists the caller's passkeys, authenticator app and recovery codes.",
    input: z.object({}),
    output: Factors,
    refuses: [],
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/passkeys/options',
    ...member,
    summary: 'Returns the options with which the browser creates a passkey.',
    input: z.object({}),
    output: z.object({ options: Options, state: z.string() }),
    refuses: ['second_factor_needed'],
    limit: 20,
    stepUp: true,
    secret: true,
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/passkeys',
    ...member,
    summary: 'Saves a passkey that the browser created. The first factor of an account comes with ten recovery codes.',
    input: PasskeyAnswer.extend({ name }),
    output: codes,
    refuses: ['passkey_wrong', 'second_factor_needed'],
    limit: 20,
    stepUp: true,
    secret: true,
  }),
  namePasskey: defineEndpoint({
    method: 'PATCH',
    path: '/v1/accounts/me/passkeys/{passkeyId}',
    ...member,
    summary: 'Renames a passkey.',
    input: z.object({ passkeyId: z.string().max(2000), name }),
    output: done,
    refuses: ['not_found'],
    limit: 30,
  }),
  removePasskey: defineEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/me/passkeys/{passkeyId}',
    ...member,
    summary: "Deletes a passkey. An operator's last factor cannot be deleted.",
    input: z.object({ passkeyId: z.string().max(2000) }),
    output: done,
    refuses: ['not_found', 'last_factor', 'second_factor_needed'],
    stepUp: true,
  }),
  startTotp: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/totp',
    ...member,
    summary: 'Creates the secret for an authenticator app. The app is active once one of its codes has been entered.',
    input: z.object({}),
    output: z.object({ secret: z.string(), link: z.string() }),
    refuses: ['state_changed', 'second_factor_needed'],
    limit: 20,
    stepUp: true,
    secret: true,
  }),
  confirmTotp: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/totp/confirm',
    ...member,
    summary: 'Activates the authenticator app. The first factor of an account comes with ten recovery codes.',
    input: z.object({ code: Code }),
    output: codes,
    refuses: ['code_wrong', 'sign_in_throttled', 'second_factor_needed'],
    limit: 20,
    stepUp: true,
    secret: true,
  }),
  removeTotp: defineEndpoint({
    method: 'DELETE',
    path: '/v1/accounts/me/totp',
    ...member,
    summary: "Removes the authenticator app. An operator's last factor cannot be removed.",
    input: z.object({}),
    output: done,
    refuses: ['not_found', 'last_factor', 'second_factor_needed'],
    stepUp: true,
  }),
  renewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/me/recovery-codes',
    ...member,
    summary: 'Creates ten new recovery codes and invalidates the old ones.',
    input: z.object({}),
    output: codes,
    refuses: ['second_factor_needed'],
    limit: 10,
    stepUp: true,
    secret: true,
  }),
  createPasskeyChallenge: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/passkey/options',
    access: 'public',
    summary:
      'Returns the challenge that the browser signs with a passkey. It does not depend on an account, because the caller is still unknown.',
    input: z.object({}),
    output: z.object({ options: Options, state: z.string() }),
    refuses: [],
    limit: 120,
    secret: true,
  }),
  logInByPasskey: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/passkey',
    access: 'public',
    summary: 'Signs in with a passkey.',
    input: PasskeyAnswer,
    output: SignedIn,
    refuses: ['passkey_wrong', 'suspended', 'cross_origin', 'challenge_required', 'rate_limited'],
    limit: 10,
    secret: true,
    claims: true,
  }),
  proofWays: defineEndpoint({
    method: 'GET',
    path: '/v1/accounts/step-up',
    ...member,
    summary: 'Lists how the caller can re-authenticate, best way first.',
    input: z.object({}),
    output: z.object({ ways: z.array(z.enum(proofWays)), email: z.string() }),
    refuses: [],
  }),
  mailProofCode: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/step-up/mail',
    ...member,
    summary: 'Sends an email with a code, with which a caller without a password re-authenticates.',
    input: z.object({}),
    output: z.object({ sent: z.literal(true) }),
    refuses: ['rate_limited'],
    limit: 5,
  }),
  prove: defineEndpoint({
    method: 'POST',
    path: '/v1/accounts/step-up',
    ...member,
    summary: 'Re-authenticates the caller. Actions that require it are allowed for five minutes.',
    input: z.object({
      password: z.string().max(200).optional(),
      totp: Code.optional(),
      code: Code.optional(),
      recovery: z.string().max(40).optional(),
      passkey: PasskeyAnswer.optional(),
    }),
    output: done,
    refuses: [
      'password_wrong',
      'code_wrong',
      'passkey_wrong',
      'sign_in_throttled',
      'second_factor_needed',
      'rate_limited',
    ],
    limit: 20,
    secret: true,
  }),
}
