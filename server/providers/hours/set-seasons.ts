import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { replaceSeasons } from './hours-queries.ts'
import { changeHours, refuseBackwards, weekOf } from './own-hours.ts'

/** Sets all seasons anew, none sharing a day with another of its kind. */
export const setSeasons = (
  ctx: Context,
  { seasons }: InputOf<typeof ownHours.seasons>,
): Promise<OutputOf<typeof ownHours.seasons>> =>
  changeHours(ctx, (ctx, row) =>
    replaceSeasons(
      ctx.db,
      row.id,
      seasons.map(({ yearly, name, from, until, week }, i) => {
        // One of every year may go on past New Year.
        if (!yearly) refuseBackwards(from, until, `seasons.${i}.until`)
        const dated = (day: string) => (yearly ? `2000-${day}` : day)
        return { yearly, name, first_on: dated(from), last_on: dated(until), week: weekOf(week, `seasons.${i}.week`) }
      }),
    ),
  )
