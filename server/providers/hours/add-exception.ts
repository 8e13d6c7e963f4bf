import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { exceptionsOf, forgetExceptions, insertExceptions } from './hours-queries.ts'
import { changeHours, refuseBackwards, windowsOf } from './own-hours.ts'

const most = 200
const keptDays = 31
const longest = 366

/** Adds a day, or several in a row, that are unlike the others; said twice it is there once. */
export const addException = (
  ctx: Context,
  { from, until, label, windows }: InputOf<typeof ownHours.addException>,
): Promise<OutputOf<typeof ownHours.addException>> =>
  changeHours(ctx, async (ctx, row) => {
    const today = todayIn(row.tz, ctx.now)
    refuseBackwards(from, until, 'until')
    if (until < today) throw refuseField('date_past', 'until')
    if (daysBetween(today, until) > limits.searchYearsAhead * 366 || daysBetween(from, until) > longest)
      throw refuseField('date_too_far', 'until')
    await forgetExceptions(ctx.db, row.id, dateAfter(today, -keptDays))
    const known = await exceptionsOf(ctx.db, row.id)
    const open = windowsOf(windows, 'windows')
    if (
      known.some(
        (one) =>
          one.first_on === from && one.last_on === until && one.label === label && String(one.windows) === String(open),
      )
    )
      return
    if (known.length >= most) throw new Refusal('too_many_exceptions')
    await insertExceptions(ctx.db, row.id, [{ first_on: from, last_on: until, label, holiday: false, windows: open }])
  })
