import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { endSessions } from './sessions.ts'

/** Logs the caller out everywhere, here too. */
export async function endAllDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  await endSessions(ctx, id)
  return { done: true }
}
