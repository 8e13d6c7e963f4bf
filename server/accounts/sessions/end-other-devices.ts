import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { endSessions } from './sessions.ts'

/** Logs every other device of the caller out. */
export async function endOtherDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  await endSessions(ctx, id, ctx.viewer.sessionId)
  return { done: true }
}
