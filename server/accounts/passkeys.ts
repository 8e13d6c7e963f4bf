import { randomBytes, randomUUID } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { SignJWT } from 'jose'
import type { factors, PasskeyAnswer } from '#contract/accounts/factors.ts'
import type { Context } from '#server/platform/context.ts'
import { consumeChallenge } from '#server/platform/http/challenge.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { signJwt, getSigningKeys, verifyJwt } from '#server/platform/signing-key.ts'
import { findAccountById, type AccountRow } from './accounts.queries.ts'
import {
  countPasskey,
  deletePasskey,
  insertPasskey,
  findPasskeyById,
  type PasskeyRow,
  renamePasskey,
} from './factors.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCallerForFactors, markSessionStrong, assertNotLastFactor, notifyFactorChange } from './factors.ts'
import { getSender } from '#server/notifications/index.ts'
import { createFirstRecoveryCodes } from './totp.ts'
import { getCallerAccount } from './caller.ts'
import { signInAccount } from './sign-in.ts'

const TYPE = 'passkey+jwt'
const LIVES_S = 300
type Asked = { options: Record<string, unknown>; state: string }
type Purpose = 'make' | 'sign'

// Lazy import, because few sign in with passkeys.
const webauthn = () => import('@simplewebauthn/server')

/** Must not run inside a transaction. */
async function createPasskeyRegistration(
  ctx: Context,
  account: AccountRow,
  has: readonly PasskeyRow[],
): Promise<Asked> {
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

/** Must not run inside a transaction. */
async function createPasskeyRequest(ctx: Context): Promise<Asked> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: hostOf(ctx), userVerification: 'required' })
  return { options: { ...options }, state: await stateOf(ctx, 'sign', options.challenge, 'anybody') }
}

/**
 * Verifies a registration response and returns the passkey to store. Throws if it was not requested. Must not run
 * inside a transaction.
 */
async function readMade(
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

/**
 * Verifies an authentication response and returns its passkey. Throws for unknown passkeys, other challenges and cloned
 * keys. Must not run inside a transaction.
 */
export async function readSigned(ctx: Context, { state, answer }: PasskeyAnswer): Promise<PasskeyRow> {
  const challenge = await challengeOf(ctx, 'sign', state, 'anybody')
  const key = await findPasskeyById(ctx.db, answer.id)
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
  return signJwt({ key: await getSigningKeys(ctx.database, ctx.env), typ: TYPE }, said)
}

async function challengeOf(ctx: Context, purpose: Purpose, state: string, whose: string): Promise<string> {
  const said = await verifyJwt(ctx.database, ctx.env, state, { typ: TYPE, subject: whose, currentDate: ctx.now })
  const { challenge, jti, exp } = said ?? {}
  if (typeof challenge !== 'string' || said?.['purpose'] !== purpose || !jti || !exp) throw new Refusal('passkey_wrong')
  if (!(await consumeChallenge(ctx, jti, exp))) throw new Refusal('passkey_wrong')
  return challenge
}

export async function createPasskeyOptions(ctx: Context): Promise<OutputOf<typeof factors.passkeyOptions>> {
  const { account, has } = await getCallerForFactors(ctx)
  return createPasskeyRegistration(ctx, account, has.passkeys)
}

/** Works in any browser and does not reveal accounts. */
export const createPasskeyChallenge = (ctx: Context): Promise<OutputOf<typeof factors.createPasskeyChallenge>> =>
  createPasskeyRequest(ctx)

export async function addPasskey(
  ctx: Context,
  { name, ...made }: InputOf<typeof factors.addPasskey>,
): Promise<OutputOf<typeof factors.addPasskey>> {
  const { account } = await getCallerForFactors(ctx)
  const [key, sender] = [await readMade(ctx, account.id, made), await getSender(ctx)]
  return ctx.transaction(async (tx) => {
    if (!(await insertPasskey(tx.db, { ...key, account_id: account.id, name, created_at: tx.now })))
      throw new Refusal('passkey_wrong')
    await markSessionStrong(tx)
    await notifyFactorChange(tx, sender, account, { act: 'factor.add', what: name })
    return { recoveryCodes: await createFirstRecoveryCodes(tx, account.id) }
  })
}

export async function renameOwnPasskey(
  ctx: Context,
  { passkeyId, name }: InputOf<typeof factors.namePasskey>,
): Promise<{ done: true }> {
  const { id } = await getCallerAccount(ctx)
  if (!(await renamePasskey(ctx.db, id, passkeyId, name))) throw new Refusal('not_found')
  return { done: true }
}

export async function removePasskey(
  ctx: Context,
  { passkeyId }: InputOf<typeof factors.removePasskey>,
): Promise<{ done: true }> {
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const { account, has } = await getCallerForFactors(tx)
    const key = has.passkeys.find(({ id }) => id === passkeyId)
    if (!key) throw new Refusal('not_found')
    assertNotLastFactor(account, has)
    await deletePasskey(tx.db, account.id, key.id)
    await notifyFactorChange(tx, sender, account, { act: 'factor.remove', what: key.name })
    return { done: true }
  })
}

/** The device has verified the user, so no other factor is needed. */
export async function logInByPasskey(
  ctx: Context,
  input: InputOf<typeof factors.logInByPasskey>,
): Promise<OutputOf<typeof factors.logInByPasskey>> {
  const key = await readSigned(ctx, input)
  return ctx.transaction(async (tx) => {
    const account = await findAccountById(tx.db, key.account_id)
    if (!account) throw new Refusal('passkey_wrong')
    return signInAccount(tx, account, 'passkey')
  })
}
