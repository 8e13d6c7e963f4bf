import type { account as own } from '#contract/accounts/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { standingSessions } from '#server/accounts/queries.ts'

/** Where the caller is logged in, the latest first. */
export async function listDevices(ctx: Context): Promise<OutputOf<typeof own.sessions>> {
  const { id } = await callerAccount(ctx)
  const sessions = await standingSessions(ctx.db, id, ctx.now)
  return sessions.map((s) => ({
    id: s.id,
    device: s.device,
    network: s.network,
    since: s.created_at.toISOString(),
    lastSeen: s.last_seen_at.toISOString(),
    current: s.id === ctx.viewer.sessionId,
  }))
}
