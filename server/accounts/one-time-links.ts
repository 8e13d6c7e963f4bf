import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  countTry,
  insertLinks,
  findLinkByHash,
  findNewestCode,
  type OneTimeToken,
  consumeLink,
} from './accounts.queries.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

export type Purpose =
  | 'verify_email'
  | 'change_email'
  | 'magic_link'
  | 'provider_link'
  | 'password_reset'
  | 'login_as'
  | 'delete_account'
  | 'confirm_request'
  | 'step_up'
  | 'personal_data'
  | 'personal_data_session'
  | 'team_email'
  | 'stop_change'
type LinkRequest = {
  purpose: Purpose
  /** Null for a person without an account. */
  accountId: string | null
  email: string
  /** Impersonating operator, for `login_as`. */
  actorId?: string
  /** Data needed on redemption. */
  detail?: Record<string, unknown>
  minutes?: number
}

const MOST_TRIES = 5

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
// Codes are short, so the hash includes the address: one rainbow table cannot fit all rows.
const codeHash = (email: string, code: string): Buffer => hashOf(`${normaliseEmail(email)} ${code}`)

/**
 * Creates a link token (256 bits) and a six-digit code, valid once for 30 minutes by default. Stores only their hashes.
 */
export async function createLink(ctx: Context, asked: LinkRequest): Promise<Link> {
  const [link] = await createLinks(ctx, [asked])
  return link as Link
}

type Link = { token: string; code: string }

export async function createLinks(ctx: Context, asked: readonly LinkRequest[]): Promise<Link[]> {
  const links = asked.map(() => ({
    token: randomBytes(32).toString('base64url'),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
  }))
  if (links.length === 0) return []
  await insertLinks(
    ctx.db,
    links.map(({ token, code }, n) => {
      const { purpose, accountId, email, actorId, detail, minutes = 30 } = asked[n] as LinkRequest
      return {
        purpose,
        account_id: accountId,
        email,
        token_hash: hashOf(token),
        code_hash: codeHash(email, code),
        actor_id: actorId ?? null,
        detail: JSON.stringify(detail ?? {}),
        created_at: ctx.now,
        expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
      }
    }),
  )
  return links
}

/**
 * Consumes a link and returns its purpose data. Of concurrent calls one succeeds and the others throw. Call it in the
 * transaction of the effect.
 */
export async function redeemLink(ctx: Context, purpose: Purpose, token: string): Promise<OneTimeToken> {
  const spent = await consumeLink(ctx.db, { purpose, hash: hashOf(token), now: ctx.now })
  if (spent) return spent
  const known = await findLinkByHash(ctx.db, purpose, hashOf(token))
  throw new Refusal(known?.used_at ? 'link_used' : 'link_expired', known ? { detail: { email: known.email } } : {})
}

export const findEndedLink = (ctx: Context, purpose: Purpose, token: string): Promise<OneTimeToken | undefined> =>
  findLinkByHash(ctx.db, purpose, hashOf(token))

/**
 * Consumes the newest code of an address. Five wrong attempts end the code, not its link. Must not run inside a
 * transaction: attempts must be stored.
 */
export async function redeemCode(ctx: Context, purpose: Purpose, email: string, code: string): Promise<OneTimeToken> {
  const newest = await findNewestCode(ctx.db, { purpose, email, now: ctx.now })
  const wanted = codeHash(email, code)
  // Counted before comparing, so that concurrent attempts are limited too.
  const tries = newest ? await countTry(ctx.db, newest.id, MOST_TRIES) : undefined
  const right = timingSafeEqual(newest?.code_hash ?? hashOf('no code'), wanted)
  if (!newest || !tries || !right) throw createFieldRefusal('code_wrong', 'code')
  const spent = await consumeLink(ctx.db, { purpose, hash: newest.token_hash, now: ctx.now })
  if (!spent) throw createFieldRefusal('code_wrong', 'code')
  return spent
}
