import { trialIn } from '#contract/bookings/trials/trial-price.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { insertTest, missingOf } from '#server/bookings/patch-tests/test-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { becomeAppointment } from '#server/providers/diary/door.ts'
import { insertTrial } from '#server/bookings/trials/trial-queries.ts'
import type { KeptVisit } from './visit-queries.ts'

/** Books the held visits before the day together with the day itself, in the transaction that books it. */
export async function bookVisits(ctx: Context, row: AppointmentRow, visits: readonly KeptVisit[]): Promise<void> {
  for (const visit of visits) {
    const { id } = await (visit.kind === 'trial' ? bookTrial : bookTest)(ctx, row, visit)
    if (!(await becomeAppointment(ctx.db, visit.id, id))) throw new Error(`visit ${visit.id} stands without its time`)
  }
}

const timesOf = ({ from, to, event_date: eventDate }: KeptVisit) => ({
  ...{ startsAt: new Date(from), endsAt: new Date(to), eventDate },
})

const bookTest = (ctx: Context, row: AppointmentRow, visit: KeptVisit): Promise<{ id: string }> =>
  insertTest(ctx.db, { row, services: visit.services, now: ctx.now, ...timesOf(visit) })

async function bookTrial(ctx: Context, row: AppointmentRow, visit: KeptVisit): Promise<{ id: string }> {
  const times = timesOf(visit)
  const { id } = await insertTrial(ctx.db, {
    ...{ row, services: visit.services, now: ctx.now, ...times },
    ...{ minutes: (visit.to - visit.from) / 60_000, rule: { hours: visit.hours, months: visit.months } },
    worth: trialIn(row.body.lines) ?? { priceMinor: 0, offMinor: 0 },
  })
  const missing = visit.with_test ? await missingOf(ctx.db, row) : []
  // One visit for both: the trial has the time, and the test goes with it.
  if (missing.length > 0)
    await insertTest(ctx.db, { row, services: missing.map((one) => one.id), now: ctx.now, ...times, trialId: id })
  return { id }
}
