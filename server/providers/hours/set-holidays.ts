import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, todayIn } from '#server/platform/event-day.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { holidaysOf } from './holidays.ts'
import { deleteExceptions, exceptionsOf, insertExceptions } from './hours-queries.ts'
import { changeHours, holidayDays } from './own-hours.ts'

/** Makes days off of these public holidays, and working days of the others that were; other exceptions stay as they are. */
export const setHolidays = (
  ctx: Context,
  { closed }: InputOf<typeof ownHours.holidays>,
): Promise<OutputOf<typeof ownHours.holidays>> =>
  changeHours(ctx, async (ctx, row) => {
    const today = todayIn(row.tz, ctx.now)
    const holidays = holidaysOf(row.country_code, today, dateAfter(today, holidayDays))
    if (closed.some((date) => !holidays.some((holiday) => holiday.date === date)))
      throw refuseField('no_holiday', 'closed')
    const known = await exceptionsOf(ctx.db, row.id)
    const worked = known.filter(({ holiday, first_on }) => holiday && first_on >= today && !closed.includes(first_on))
    await deleteExceptions(
      ctx.db,
      row.id,
      worked.map(({ id }) => id),
    )
    const kept = known.filter((one) => !worked.includes(one))
    await insertExceptions(
      ctx.db,
      row.id,
      holidays
        .filter(({ date }) => closed.includes(date))
        .filter(({ date }) => !kept.some(({ first_on, last_on }) => first_on <= date && date <= last_on))
        .map(({ date, name }) => ({ first_on: date, last_on: date, label: name, holiday: true, windows: [] })),
    )
  })
