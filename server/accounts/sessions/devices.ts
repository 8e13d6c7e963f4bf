import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { revokeSession, standingSessions } from '#server/accounts/queries.ts'
import { forgetSessions } from './session-cache.ts'
import { endSessions } from './sessions.ts'

/** Where the caller is logged in, the latest first. */
export async function listDevices(ctx: Context): Promise<OutputOf<typeof own.sessions>> {
  const { id } = await callerAccount(ctx)
  const sessions = await standingSessions(ctx.db, id, ctx.now)
  return sessions.map((s) => ({
    id: s.id,
    device: s.device,
    since: s.created_at.toISOString(),
    lastSeen: s.last_seen_at.toISOString(),
    current: s.id === ctx.viewer.sessionId,
  }))
}

/** Logs one of the caller's devices out. */
export async function endDevice(ctx: Context, { sessionId }: InputOf<typeof own.endSession>): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  if (!(await revokeSession(ctx.db, sessionId, id, ctx.now))) throw new Refusal('not_found')
  forgetSessions(ctx.database, id)
  return { done: true }
}

/** Logs every other device of the caller out. */
export async function endOtherDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  await endSessions(ctx, id, ctx.viewer.sessionId)
  return { done: true }
}
