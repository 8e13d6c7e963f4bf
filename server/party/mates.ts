import type { teamBookings, TeamMates } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn, type AppointmentRow, isoIn, ownAppointment } from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { matesOf, teamOfSearch } from '#server/checkout/index.ts'
import { teamOfAppointment } from './team-talk.queries.ts'
import { livesAmong } from './live-day.ts'

/** Who else does a part of the party of the caller's own booking, and the team that it belongs to. */
export async function showMates(
  ctx: Context,
  { appointmentId }: InputOf<typeof teamBookings.mates>,
): Promise<OutputOf<typeof teamBookings.mates>> {
  const row = await ownAppointment(ctx, appointmentId)
  const teamId = await teamOfSearch(ctx.db, row.search_id)
  return { teamId, talks: teamId !== null, mates: teamId ? await presentMates(ctx, row) : [] }
}

/** Who else comes to the party of an artist's own appointment. */
export async function showOwnMates(
  ctx: Context,
  { appointmentId }: InputOf<typeof teamBookings.ownMates>,
): Promise<OutputOf<typeof teamBookings.ownMates>> {
  const row = await appointmentOfOwn(ctx, appointmentId)
  const talks = (await teamOfAppointment(ctx.db, row.id)) !== null
  return { teamId: null, talks, mates: await presentMates(ctx, row) }
}

/** The others who do a part of the party of an appointment, in the order of its parts, each with how far they are on the day. */
async function presentMates(ctx: Context, own: AppointmentRow): Promise<TeamMates['mates']> {
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
