import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { replaceBlocks } from './hours-queries.ts'
import { changeHours, minutesOf, refuseBackwards } from './own-hours.ts'

/** Sets anew all that comes back every week. */
export const setBlocks = (
  ctx: Context,
  { blocks }: InputOf<typeof ownHours.blocks>,
): Promise<OutputOf<typeof ownHours.blocks>> =>
  changeHours(ctx, (ctx, row) =>
    replaceBlocks(
      ctx.db,
      row.id,
      blocks.map(({ label, weekdays, from, until, ...window }, i) => {
        refuseBackwards(from, until, `blocks.${i}.until`)
        const minutes = minutesOf(window, `blocks.${i}`)
        return {
          label,
          weekdays: weekdays.reduce((bits, day) => bits | (1 << day), 0),
          from_minute: minutes.from,
          to_minute: minutes.to,
          first_on: from,
          last_on: until,
        }
      }),
    ),
  )
