import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { secretOf } from '#server/platform/settings.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { saveTotp, takeStep, totpOf } from './factor-queries.ts'

// Only who has such an app needs it.
const library = () => import('otpauth')
const PERIOD_S = 30

/** Begins with an app: its secret, and the link by which the app takes it; null where one stands already. Not in a transaction. */
export async function beginTotp(ctx: Context, account: AccountRow): Promise<{ secret: string; link: string } | null> {
  const { Secret, TOTP } = await library()
  const secret = new Secret({ size: 20 })
  const kept = await saveTotp(ctx.db, account.id, await seal(ctx, Buffer.from(secret.bytes)), ctx.now)
  if (!kept) return null
  const link = new TOTP({ issuer: 'Primp', label: account.email, secret, period: PERIOD_S }).toString()
  return { secret: secret.base32, link }
}

/** Whether these six digits are of this half minute or a neighbour, and had not been used; the first ones confirm the app. Not in a transaction. */
export async function totpRight(ctx: Context, accountId: string, code: string, unconfirmed = false): Promise<boolean> {
  const row = await totpOf(ctx.db, accountId)
  if (!row || (row.confirmed_at === null) !== unconfirmed) return false
  const { Secret, TOTP } = await library()
  const bytes = await unseal(ctx, Buffer.from(row.sealed))
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
  const timestamp = ctx.now.getTime()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1, period: PERIOD_S })
  if (delta === null) return false
  return takeStep(ctx.db, accountId, Math.floor(timestamp / 1000 / PERIOD_S) + delta, ctx.now)
}

// Under a key of its own: who reads this table alone can make no codes.
const keyOf = async ({ database }: Context): Promise<Buffer> =>
  createHash('sha256')
    .update(await secretOf(database, 'totp_secret'))
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
