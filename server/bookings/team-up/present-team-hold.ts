import type { Hold } from '#contract/bookings/holds.ts'
import type { TeamHold } from '#contract/bookings/team-up/teams.ts'
import { major, minor } from '#contract/money.ts'
import { presentHold } from '#server/bookings/holds/present-hold.ts'
import type { Context } from '#server/platform/context.ts'
import { holdsOfTeam } from './team-hold-queries.ts'

/** What is kept, or booked, of a team, as its customer sees it; null where nothing ever was. */
export async function presentTeamHold(ctx: Context, teamId: string): Promise<TeamHold | null> {
  const rows = await holdsOfTeam(ctx.db, teamId)
  if (rows.length === 0) return null
  const parts: Hold[] = []
  for (const { id } of rows) parts.push(await presentHold(ctx, id))
  const sum = (of: 'deposit' | 'total') => major(parts.reduce((all, { quote }) => all + minor(quote[of]), 0))
  const states = new Set(parts.map(({ state }) => state))
  const first = parts.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt))[0] as (typeof parts)[number]
  return {
    state: states.size > 1 ? 'ended' : states.has('held') ? 'held' : states.has('booked') ? 'booked' : 'ended',
    expiresAt: first.expiresAt,
    secondsLeft: first.secondsLeft,
    parts,
    deposit: sum('deposit'),
    total: sum('total'),
    currency: first.quote.currency,
  }
}
