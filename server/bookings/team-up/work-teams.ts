import { keepReserved, letGoReserved } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { letGoTeam } from './let-go-team.ts'
import { brokenTeams, depositsLeftOver } from './team-hold-queries.ts'

const AT_ONCE = 200

/** Ends what is left of teams of whose times one has ended, and takes or lets go of what their cards have reserved. */
export async function workTeams(ctx: Context): Promise<void> {
  for (const { teamId, reason } of await brokenTeams(ctx.db, AT_ONCE))
    await ctx.transaction((tx) => letGoTeam(tx, teamId, reason))
  for (const { ref, keep } of await depositsLeftOver(ctx.db, AT_ONCE))
    await ctx.transaction((tx) => (keep ? keepReserved(tx, [ref]) : letGoReserved(tx, [ref])))
}
