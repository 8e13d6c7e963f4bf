import type { apiKeys } from '#contract/accounts/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import type { Context } from '#server/platform/context.ts'
import { keysOf } from './api-key-queries.ts'
import { presentKey } from './present-key.ts'

/** The caller's keys that stand, newest first. */
export async function listKeys(ctx: Context): Promise<OutputOf<typeof apiKeys.list>> {
  const { id } = await callerAccount(ctx)
  return { keys: (await keysOf(ctx.db, id)).map(presentKey) }
}
