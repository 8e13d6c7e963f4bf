import type { Context } from '#server/platform/context.ts'
import { newSessionSecret } from '#server/platform/http/session-cookie.ts'
import { sayAfter } from '#server/platform/live/announce.ts'
import { shownNetwork } from '#server/platform/network.ts'
import {
  type AccountRow,
  insertSession,
  insertSignIn,
  revokeEverySession,
  revokeSessions,
  secretOfSession,
} from '#server/accounts/queries.ts'
import { isSampleHere, rememberDevice } from './known-device.ts'
import { forgetEverySession, forgetSessions } from './session-cache.ts'
import { seeAccount } from '#server/accounts/leaving/unused-queries.ts'
import { sessionSeconds, signToken } from './token.ts'

/** How somebody got in. */
export type How = 'password' | 'register' | 'magic_link' | 'provider_link' | 'code' | 'reset' | 'login_as' | 'passkey'
export type OpenedSession = { token: string; sessionId: string; expiresAt: Date }
type Acting = { actorId: string; reason: string; seconds: number }

/** Signs an account in on the caller's device and keeps that it happened; in a transaction or outside one. */
export async function openSession(
  ctx: Context,
  account: Pick<AccountRow, 'id' | 'roles' | 'email' | 'name' | 'country_code' | 'sample'>,
  how: How,
  acting?: Acting,
): Promise<OpenedSession> {
  const seconds = acting?.seconds ?? sessionSeconds(account.roles)
  const expiresAt = new Date(ctx.now.getTime() + seconds * 1000)
  const network = shownNetwork(ctx.address)
  const actor = { actor_id: acting?.actorId ?? null }
  const session = await insertSession(ctx.db, {
    account_id: account.id,
    device: ctx.device,
    created_at: ctx.now,
    last_seen_at: ctx.now,
    expires_at: expiresAt,
    ...actor,
    acting_reason: acting?.reason ?? null,
    network,
    // Whoever signs in has shown that it is them; who acts as somebody never has.
    proven_at: acting ? null : ctx.now,
    strong_at: !acting && (how === 'passkey' || isSampleHere(ctx, account)) ? ctx.now : null,
    secret_hash: await secretFor(ctx, acting, seconds),
  })
  // Who acts as somebody is not them.
  if (!acting) {
    await seeAccount(ctx.db, account.id, ctx.now)
    await rememberDevice(ctx, account)
  }
  await insertSignIn(ctx.db, {
    account_id: account.id,
    how,
    succeeded: true,
    device: ctx.device,
    network,
    at: ctx.now,
    ...actor,
  })
  const token = await signToken(ctx, {
    accountId: account.id,
    sessionId: session.id,
    actorId: acting?.actorId ?? null,
    issuedAt: ctx.now,
    expiresAt,
  })
  return { token, sessionId: session.id, expiresAt }
}

// Acting lives in one tab of the operator's browser, which holds one cookie: what is opened there hangs on the operator's own.
async function secretFor(ctx: Context, acting: Acting | undefined, seconds: number): Promise<Buffer | null> {
  if (acting) return ctx.viewer.sessionId ? secretOfSession(ctx.db, ctx.viewer.sessionId) : null
  const { line, hash } = newSessionSecret(ctx.env.production, seconds)
  ctx.browser.give(line)
  return hash
}

/** Ends all sessions of an account, also those in which somebody acts as it or it acts as somebody; `except` may stay. */
export async function endSessions(ctx: Context, accountId: string, except: string | null = null): Promise<void> {
  await revokeSessions(ctx.db, accountId, except, ctx.now)
  forgetSessions(ctx.database, accountId)
  sayAfter(ctx)
}

/** Ends every session of everybody but one; answers how many there were. */
export async function endEverySession(ctx: Context, except: string | null): Promise<number> {
  const ended = await revokeEverySession(ctx.db, except, ctx.now)
  forgetEverySession(ctx.database)
  sayAfter(ctx)
  return ended
}
