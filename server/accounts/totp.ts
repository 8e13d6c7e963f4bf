import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { getSiteSecret } from '#server/platform/settings.ts'
import type { AccountRow } from './accounts.queries.ts'
import {
  deleteTotp,
  countRecoveryCodes,
  saveRecoveryCodes,
  saveTotp,
  consumeRecoveryCode,
  consumeTotpStep,
  findTotp,
} from './factors.queries.ts'
import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerForFactors, markSessionStrong, assertNotLastFactor, notifyFactorChange } from './factors.ts'
import { getSender } from '#server/notifications/index.ts'
import { runThrottled } from './throttle.ts'

// Lazy import, because few use TOTP.
const library = () => import('otpauth')
const PERIOD_S = 30

/**
 * Creates a TOTP secret and its link for the app. Returns null if one is confirmed. Must not run inside a transaction.
 */
async function beginTotp(ctx: Context, account: AccountRow): Promise<{ secret: string; link: string } | null> {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: 20 })
  const kept = await saveTotp(ctx.db, account.id, await seal(ctx, Buffer.from(secret.bytes)), ctx.now)
  if (!kept) return null
  const link = new TOTP({ issuer: 'Primp', label: account.email, secret, period: PERIOD_S }).toString()
  return { secret: secret.base32, link }
}

/**
 * Verifies a six-digit code of the current or a neighbouring period, once each. The first confirms the app. Must not
 * run inside a transaction.
 */
export async function verifyTotp(ctx: Context, accountId: string, code: string, unconfirmed = false): Promise<boolean> {
  const row = await findTotp(ctx.db, accountId)
  if (!row || (row.confirmed_at === null) !== unconfirmed) return false
  const { Secret, TOTP } = await library()
  const bytes = await unseal(ctx, Buffer.from(row.sealed))
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const timestamp = ctx.now.getTime()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1, period: PERIOD_S })
  if (delta === null) return false
  return consumeTotpStep(ctx.db, accountId, Math.floor(timestamp / 1000 / PERIOD_S) + delta, ctx.now)
}

// Separate encryption key: read access to the table does not reveal secrets.
const keyOf = async ({ database }: Context): Promise<Buffer> =>
  createHash('sha256')
    .update(await getSiteSecret(database, 'totp_secret'))
    .digest()

async function seal(ctx: Context, plain: Buffer): Promise<Buffer> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(ctx), iv)
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

async function unseal(ctx: Context, sealed: Buffer): Promise<Buffer> {
  const cipher = createDecipheriv('aes-256-gcm', await keyOf(ctx), sealed.subarray(0, 12))
  cipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()])
}

export async function startTotp(ctx: Context): Promise<OutputOf<typeof factors.startTotp>> {
  const { account } = await getCallerForFactors(ctx)
  const begun = await beginTotp(ctx, account)
  if (!begun) throw new Refusal('state_changed')
  return begun
}

export async function confirmTotp(
  ctx: Context,
  { code }: InputOf<typeof factors.confirmTotp>,
): Promise<OutputOf<typeof factors.confirmTotp>> {
  const { account } = await getCallerForFactors(ctx)
  const sender = await getSender(ctx)
  if (!(await runThrottled(ctx, `totp ${account.id}`, () => verifyTotp(ctx, account.id, code, true))))
    throw createFieldRefusal('code_wrong', 'code')
  return ctx.transaction(async (tx) => {
    await markSessionStrong(tx)
    await notifyFactorChange(tx, sender, account, { act: 'factor.add', what: 'Authenticator app' })
    return { recoveryCodes: await createFirstRecoveryCodes(tx, account.id) }
  })
}

export async function removeTotp(ctx: Context): Promise<{ done: true }> {
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const { account, has } = await getCallerForFactors(tx)
    if (!has.totp) throw new Refusal('not_found')
    assertNotLastFactor(account, has)
    await deleteTotp(tx.db, account.id)
    await notifyFactorChange(tx, sender, account, { act: 'factor.remove', what: 'Authenticator app' })
    return { done: true }
  })
}

const HOW_MANY = 10
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const hashOf = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest()

const newCode = (): string =>
  Array.from({ length: 12 }, (_, i) => (i === 4 || i === 8 ? '-' : '') + letters[randomInt(letters.length)]).join('')

async function newRecoveryCodes(ctx: Context, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await saveRecoveryCodes(
    ctx.db,
    accountId,
    codes.map((code) => hashOf(accountId, code)),
  )
  return codes
}

export const createFirstRecoveryCodes = async (ctx: Context, accountId: string): Promise<string[] | null> =>
  (await countRecoveryCodes(ctx.db, accountId)) > 0 ? null : newRecoveryCodes(ctx, accountId)

export const verifyRecoveryCode = (ctx: Context, accountId: string, code: string): Promise<boolean> =>
  consumeRecoveryCode(ctx.db, accountId, hashOf(accountId, code), ctx.now)

export async function replaceRecoveryCodes(ctx: Context): Promise<OutputOf<typeof factors.renewRecoveryCodes>> {
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const { account } = await getCallerForFactors(tx)
    await notifyFactorChange(tx, sender, account, { act: 'factor.add', what: 'New recovery codes' })
    return { recoveryCodes: await newRecoveryCodes(tx, account.id) }
  })
}
