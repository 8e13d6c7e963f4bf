import type { apiKeys } from '#contract/accounts/api-keys.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import * as queries from './api-key-queries.ts'

/** Ends a key of the caller's; other processes hear of it within a second. */
export async function endKey(
  ctx: Context,
  { keyId }: InputOf<typeof apiKeys.end>,
): Promise<OutputOf<typeof apiKeys.end>> {
  const { id } = await callerAccount(ctx)
  if (!(await queries.endKey(ctx.db, id, keyId, ctx.now))) throw new Refusal('not_found')
  forgetSessions(ctx.database, id)
  return { ended: true }
}
