import type { teamBookings, TeamMates } from '#contract/checkout/team-holds.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  getProviderAppointment,
  type AppointmentRow,
  createIsoFormatter,
  getCustomerAppointment,
} from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listTeammates, findTeamOfSearch } from '#server/checkout/index.ts'
import { findTeamOfAppointment } from './team-talk.queries.ts'
import { getLiveDays } from './live-day.ts'

export async function listTeammatesOfBooking(
  ctx: Context,
  { appointmentId }: InputOf<typeof teamBookings.listTeammates>,
): Promise<OutputOf<typeof teamBookings.listTeammates>> {
  const row = await getCustomerAppointment(ctx, appointmentId)
  const teamId = await findTeamOfSearch(ctx.db, row.search_id)
  return { teamId, talks: teamId !== null, mates: teamId ? await presentMates(ctx, row) : [] }
}

export async function listTeammatesOfProviderBooking(
  ctx: Context,
  { appointmentId }: InputOf<typeof teamBookings.listTeammatesAsProvider>,
): Promise<OutputOf<typeof teamBookings.listTeammatesAsProvider>> {
  const row = await getProviderAppointment(ctx, appointmentId)
  const talks = (await findTeamOfAppointment(ctx.db, row.id)) !== null
  return { teamId: null, talks, mates: await presentMates(ctx, row) }
}

async function presentMates(ctx: Context, own: AppointmentRow): Promise<TeamMates['mates']> {
  const rows = await listTeammates(ctx.db, own.search_id)
  if (rows.length === 0) return []
  const [, ...lives] = await getLiveDays(ctx.db, own, rows, ctx.now)
  return rows.map((row, i) => {
    const live = lives[i]
    const iso = createIsoFormatter(row)
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
