import { appointmentById } from '#server/bookings/appointments/appointment-queries.ts'
import { nearestSteps } from '#server/bookings/notices/nearest-steps.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { tellTest, tellUnspoken } from './tell-test.ts'
import { anyTest, bookingsUntested, testsStarting, testsUnspoken } from './test-queries.ts'

const DAY_MS = 86_400_000
/** So long after a patch test of which nobody has said anything its artist is asked whether it was done, and then its customer for another. */
const unspoken = { artist: DAY_MS, customer: 2 * DAY_MS } as const

/** When a patch test that is not booked is asked for: at once, and again so many days before the booking; the artist hears of it with the last two. */
const asking = [
  { name: 'test.asked', days: 800, both: false },
  { name: 'test.month', days: 30, both: false },
  { name: 'test.weeks', days: 14, both: true },
  { name: 'test.week', days: 7, both: true },
] as const

/** Asks for patch tests that bookings need, each time once for each time that is agreed, reminds both sides of those that are booked a day before, and the artist of one that nobody has said anything of. */
export async function remindTests(ctx: Context): Promise<void> {
  if (!(await anyTest(ctx.db))) return
  const sender = await senderOf(ctx)
  for (const { step, ...within } of nearestSteps(asking, ctx.now)) {
    const { name, both } = step
    for (const row of await bookingsUntested(ctx.db, {
      ...within,
      fact: name,
      spoken: new Date(ctx.now.getTime() - unspoken.customer),
    })) {
      const about = `${row.id} ${Math.round(row.starts_at.getTime() / 60_000)}`
      await ctx.transaction(async (inner) => {
        await tell(inner, sender, row, 'customer', 'test.needed.customer', { fact: `${name} ${about}` })
        if (both)
          await tell(inner, sender, row, 'provider', 'test.needed.provider', { fact: `${name}.artist ${about}` })
      })
    }
  }
  const within = { from: ctx.now, to: new Date(ctx.now.getTime() + DAY_MS), fact: 'test.soon' }
  for (const test of await testsStarting(ctx.db, within)) {
    await ctx.transaction(async (inner) => {
      const row = await appointmentById(inner.db, test.appointment_id)
      if (row) await tellTest(inner, sender, row, 'soon', test)
    })
  }
  for (const test of await testsUnspoken(ctx.db, new Date(ctx.now.getTime() - unspoken.artist), ctx.now)) {
    await ctx.transaction(async (inner) => {
      const row = await appointmentById(inner.db, test.appointment_id)
      if (row) await tellUnspoken(inner, sender, row, test)
    })
  }
}
