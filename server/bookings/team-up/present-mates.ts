import type { TeamMates } from '#contract/bookings/team-up/teams.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { livesAmong } from '#server/bookings/day/live-of.ts'
import type { Context } from '#server/platform/context.ts'
import { matesOf } from './team-hold-queries.ts'

/** The others who do a part of the party of an appointment, in the order of its parts, each with how far they are on the day. */
export async function presentMates(ctx: Context, own: AppointmentRow): Promise<TeamMates['mates']> {
  const rows = await matesOf(ctx.db, own.search_id)
  if (rows.length === 0) return []
  const [, ...lives] = await livesAmong(ctx.db, own, rows, ctx.now)
  return rows.map((row, i) => {
    const live = lives[i]
    const iso = isoIn(row)
    const at = (instant: Date | null) => instant && iso(instant.getTime())
    return {
      slug: row.slug,
      name: row.name,
      people: row.theirs.length,
      arriveAt: row.starts_at.toISOString(),
      doneAt: row.ends_at.toISOString(),
      arrivedAt: at(row.arrived_at),
      finishedAt: at(row.done_at),
      expectedAt: live?.seen.plan.doneAt ?? iso(row.ends_at.getTime()),
      behind: live?.seen.behind ?? 0,
    }
  })
}
