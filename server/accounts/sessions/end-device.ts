import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sayAfter } from '#server/platform/live/announce.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { revokeSession } from '#server/accounts/queries.ts'
import { forgetSessions } from './session-cache.ts'

/** Logs one of the caller's devices out. */
export async function endDevice(ctx: Context, { sessionId }: InputOf<typeof own.endSession>): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  if (!(await revokeSession(ctx.db, sessionId, id, ctx.now))) throw new Refusal('not_found')
  forgetSessions(ctx.database, id)
  sayAfter(ctx)
  return { done: true }
}
