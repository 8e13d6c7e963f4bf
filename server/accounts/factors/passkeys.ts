import { randomBytes, randomUUID } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { SignJWT } from 'jose'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import type { Context } from '#server/platform/context.ts'
import { spendChallenge } from '#server/platform/http/challenge.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sign, signingKeys, verified } from '#server/platform/signing-key.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { countPasskey, type PasskeyRow, passkeyById } from './factor-queries.ts'

const TYPE = 'passkey+jwt'
const LIVES_S = 300
type Asked = { options: Record<string, unknown>; state: string }
type Purpose = 'make' | 'sign'

// Only who has a passkey, or makes one, needs it.
const webauthn = () => import('@simplewebauthn/server')

/** What a browser is asked to make a passkey for. Not in a transaction. */
export async function askToMake(ctx: Context, account: AccountRow, has: readonly PasskeyRow[]): Promise<Asked> {
  const { generateRegistrationOptions } = await webauthn()
  const challenge = randomBytes(32)
  const options = await generateRegistrationOptions({
    rpName: 'Primp',
    rpID: hostOf(ctx),
    userName: account.email,
    userDisplayName: account.name,
    userID: new TextEncoder().encode(account.id),
    challenge,
    attestationType: 'none',
    excludeCredentials: has.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options }, state: await stateOf(ctx, 'make', options.challenge, account.id) }
}

/** What a browser is asked to sign. Not in a transaction. */
export async function askToSign(ctx: Context): Promise<Asked> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: hostOf(ctx), userVerification: 'required' })
  return { options: { ...options }, state: await stateOf(ctx, 'sign', options.challenge, 'anybody') }
}

/** The passkey that a browser has made, as it is to be kept; refuses one that was not asked for. Not in a transaction. */
export async function readMade(
  ctx: Context,
  accountId: string,
  { state, answer }: PasskeyAnswer,
): Promise<Pick<PasskeyRow, 'id' | 'public_key' | 'counter' | 'transports'>> {
  const challenge = await challengeOf(ctx, 'make', state, accountId)
  const { verifyRegistrationResponse } = await webauthn()
  const read = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(ctx.env.publicUrl).origin,
    expectedRPID: hostOf(ctx),
    requireUserVerification: true,
  }).catch(() => null)
  if (!read?.verified) throw new Refusal('passkey_wrong')
  const { id, publicKey, counter, transports } = read.registrationInfo.credential
  return { id, public_key: Buffer.from(publicKey), counter, transports: transports ?? [] }
}

/** The passkey by which this was signed; refuses one that is not known, a signature for something else, and a key that has been copied. Not in a transaction. */
export async function readSigned(ctx: Context, { state, answer }: PasskeyAnswer): Promise<PasskeyRow> {
  const challenge = await challengeOf(ctx, 'sign', state, 'anybody')
  const key = await passkeyById(ctx.db, answer.id)
  if (!key) throw new Refusal('passkey_wrong')
  const { verifyAuthenticationResponse } = await webauthn()
  const read = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: new URL(ctx.env.publicUrl).origin,
    expectedRPID: hostOf(ctx),
    requireUserVerification: true,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
      transports: key.transports as AuthenticatorTransport[],
    },
  }).catch(() => null)
  if (!read?.verified) throw new Refusal('passkey_wrong')
  if (!(await countPasskey(ctx.db, key.id, read.authenticationInfo.newCounter, ctx.now)))
    throw new Refusal('passkey_wrong')
  return key
}

const hostOf = ({ env }: Context): string => new URL(env.publicUrl).hostname

async function stateOf(ctx: Context, purpose: Purpose, challenge: string, whose: string): Promise<string> {
  const said = new SignJWT({ challenge, purpose })
    .setSubject(whose)
    .setJti(randomUUID())
    .setExpirationTime(Math.floor(ctx.now.getTime() / 1000) + LIVES_S)
  return sign({ key: await signingKeys(ctx.database, ctx.env), typ: TYPE }, said)
}

async function challengeOf(ctx: Context, purpose: Purpose, state: string, whose: string): Promise<string> {
  const said = await verified(ctx.database, ctx.env, state, { typ: TYPE, subject: whose, currentDate: ctx.now })
  const { challenge, jti, exp } = said ?? {}
  if (typeof challenge !== 'string' || said?.['purpose'] !== purpose || !jti || !exp) throw new Refusal('passkey_wrong')
  if (!(await spendChallenge(ctx, jti, exp))) throw new Refusal('passkey_wrong')
  return challenge
}
