import { senderOf } from '#server/notifications/index.ts'
import { nearestSteps } from '#server/bookings/notices/nearest-steps.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import type { Context } from '#server/platform/context.ts'
import { anyForm, bookingsUnsigned } from './signed-queries.ts'

/** When a form that is not signed is asked for: at once, and again so many days before; the artist hears of it with the last. */
const asking = [
  { name: 'form.asked', days: 800, both: false },
  { name: 'form.week', days: 7, both: false },
  { name: 'form.soon', days: 2, both: true },
] as const

/** Asks the customers of bookings that need a form signed for it, each time once, until they have. */
export async function remindForms(ctx: Context): Promise<void> {
  if (!(await anyForm(ctx.db))) return
  const sender = await senderOf(ctx)
  for (const { step, ...within } of nearestSteps(asking, ctx.now)) {
    const { name, both } = step
    for (const row of await bookingsUnsigned(ctx.db, { ...within, fact: name })) {
      await ctx.transaction(async (inner) => {
        await tell(inner, sender, row, 'customer', 'form.sign.customer', { fact: `${name} ${row.id}` })
        if (both)
          await tell(inner, sender, row, 'provider', 'form.unsigned.provider', { fact: `${name} artist ${row.id}` })
      })
    }
  }
}
