import { demandLeast } from '#contract/constants.ts'
import type { DemandArea, demand } from '#contract/search/demand/demand.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { percent } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { demandDays } from './demand-day-queries.ts'

/** Areas and their days, those with most searches without an artist first; what fewer than ten people searched for is not shown. */
export async function showDemandAreas(
  ctx: Context,
  { countryCode }: InputOf<typeof demand.areas>,
): Promise<OutputOf<typeof demand.areas>> {
  const rows = await demandDays(ctx.reads, ctx.now.toISOString().slice(0, 10), countryCode ?? null)
  const areas = [...Map.groupBy(rows, (row) => row.cell)].map(([cell, days]): DemandArea => {
    const [first] = days as [(typeof days)[number]]
    const sum = (of: (row: (typeof days)[number]) => number) => days.reduce((total, row) => total + of(row), 0)
    return {
      cell,
      place: first.place,
      countryCode: first.country_code as CountryCode,
      lat: first.lat,
      lng: first.lng,
      searches: sum((row) => row.searches),
      people: sum((row) => row.people),
      withoutArtist: sum((row) => row.without_artist),
      unanswered: sum((row) => row.unanswered),
      days: days
        .filter((row) => row.people >= demandLeast.people)
        .map((row) => ({
          eventDate: row.event_date,
          category: row.label,
          searches: row.searches,
          people: row.people,
          reaching: row.reaching,
          bookedPercent: row.reaching >= demandLeast.reaching ? Math.round(percent(row.booked, row.reaching)) : null,
          withoutArtist: row.without_artist,
          unanswered: row.unanswered,
        })),
    }
  })
  const newest = rows.reduce<Date | null>(
    (latest, row) => (latest && latest > row.refreshed_at ? latest : row.refreshed_at),
    null,
  )
  return {
    areas: areas
      .filter(({ people }) => people >= demandLeast.people)
      .sort((a, b) => b.withoutArtist - a.withoutArtist || b.unanswered - a.unanswered || b.people - a.people)
      .slice(0, 200),
    refreshedAt: newest?.toISOString() ?? null,
  }
}
