import type { TeamMates } from '#contract/bookings/team-up/teams.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { livesOf } from '#server/bookings/day/live-of.ts'
import type { Context } from '#server/platform/context.ts'
import type { MateRow } from './team-hold-queries.ts'

/** The others of a team in the order of its parts, each with how far they are on the day. */
export async function presentMates(ctx: Context, rows: readonly MateRow[]): Promise<TeamMates['mates']> {
  const lives = await livesOf(ctx.db, rows, ctx.now)
  return rows.map((row) => {
    const live = lives.get(row.id)
    const iso = isoIn(row)
    const at = (instant: Date | null) => instant && iso(instant.getTime())
    return {
      slug: row.slug,
      name: row.name,
      people: row.people,
      arriveAt: row.starts_at.toISOString(),
      doneAt: row.ends_at.toISOString(),
      arrivedAt: at(row.arrived_at),
      finishedAt: at(row.done_at),
      expectedAt: live?.seen.plan.doneAt ?? iso(row.ends_at.getTime()),
      behind: live?.seen.behind ?? 0,
    }
  })
}
