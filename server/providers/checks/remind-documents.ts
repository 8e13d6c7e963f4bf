import { date } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { addressOf } from '#server/accounts/registering/door.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { endingDocuments } from './check-queries.ts'
import { checkIn, marketOf } from './present-document.ts'
import { LATE_DAYS, reminderAt } from './reminder-at.ts'

/** Tells artists of what runs out, each reminder once. */
export async function remindDocuments(ctx: Context): Promise<void> {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  const day = ctx.now.toISOString().slice(0, 10)
  // A day more on each side: it is another day elsewhere.
  const ending = await endingDocuments(ctx.db, dateAfter(day, -LATE_DAYS - 1), dateAfter(day, 31))
  for (const row of ending) {
    const market = marketOf(catalog, row.country_code)
    const until = row.valid_until ?? day
    const left = daysBetween(todayIn(market.tz, ctx.now), until)
    const reminder = reminderAt(left)
    if (reminder === undefined) continue
    const kind = reminder === 0 ? ('document.ends' as const) : ('document.endsSoon' as const)
    await ctx.transaction((inner) =>
      notify(inner, sender, {
        kind,
        to: addressOf({
          id: row.account_id,
          email: row.email,
          name: row.name,
          country_code: row.country_code as CountryCode,
        }),
        values: { what: checkIn(market, row.kind).label, date: date(until, market.countryCode), n: Math.max(left, 0) },
        path: '/dashboard/checks',
        fact: `document.ends ${row.id} ${reminder}`,
      }),
    )
  }
}
