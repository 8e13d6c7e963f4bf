import type { TeamBooking } from '#contract/bookings/team-up/teams.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { presentQuote, quoteById } from '#server/search/index.ts'
import { standingOfTeam } from './team-hold-queries.ts'

/** The bookings of a team that stand, in the order of its parts: whoever came by a rescue as well, and each at the price and the plan of today. */
export async function presentTeamBookings(ctx: Context, teamId: string): Promise<TeamBooking[]> {
  const bookings: TeamBooking[] = []
  for (const row of await standingOfTeam(ctx.db, teamId)) {
    const quote = await quoteById(ctx.db, row.search_id, row.quote_id)
    if (!quote) throw new Error(`appointment ${row.id} stands without its quote`)
    const { lines, plan } = row.body
    bookings.push({
      searchId: row.search_id,
      profileId: row.provider_id,
      name: quote.name,
      appointmentId: row.id,
      quote: {
        ...presentQuote(quote),
        lines,
        plan,
        total: major(row.total_minor),
        deposit: major(row.deposit_minor),
        balance: major(row.total_minor - row.deposit_minor),
      },
    })
  }
  return bookings
}
