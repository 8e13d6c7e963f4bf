import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { updateWeek } from './hours-queries.ts'
import { changeHours, weekOf } from './own-hours.ts'

/** Sets the hours of each weekday; what stands in the diary stays. */
export const setWeek = (
  ctx: Context,
  { days }: InputOf<typeof ownHours.week>,
): Promise<OutputOf<typeof ownHours.week>> =>
  changeHours(ctx, async (ctx, row) => {
    await updateWeek(ctx.db, row.id, weekOf(days, 'days'))
  })
