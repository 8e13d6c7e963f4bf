import type { Context } from '#server/platform/context.ts'
import { revokeSession } from './queries.ts'

/** Ends the caller's session; its token is refused from then on. */
export async function logOut(ctx: Context): Promise<{ done: true }> {
  if (ctx.viewer.sessionId) await revokeSession(ctx.db, ctx.viewer.sessionId, ctx.now)
  return { done: true }
}
