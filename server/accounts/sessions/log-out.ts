import type { Context } from '#server/platform/context.ts'
import { sayAfter } from '#server/platform/live/announce.ts'
import { revokeSession } from '#server/accounts/queries.ts'
import { forgetSessions } from './session-cache.ts'

/** Ends the caller's session; its token is refused from then on. */
export async function logOut(ctx: Context): Promise<{ done: true }> {
  const { accountId, sessionId } = ctx.viewer
  if (accountId && sessionId) {
    await revokeSession(ctx.db, sessionId, accountId, ctx.now)
    forgetSessions(ctx.database, accountId)
    sayAfter(ctx)
  }
  return { done: true }
}
