import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { endedSince, type Reviewed } from './queries.ts'
import { reviewPath } from './review-key.ts'
import { closesAt, writerName } from './show-review.ts'

const LATEST_MS = 2 * 86_400_000
const AT_ONCE = 200

/** Asks both sides of appointments that have ended how it was, each once. */
export async function inviteReviews(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (const a of await endedSince(ctx.db, new Date(ctx.now.getTime() - LATEST_MS), ctx.now, AT_ONCE)) {
    const [customerPath, providerPath] = [
      await reviewPath(ctx, a.id, 'customer'),
      await reviewPath(ctx, a.id, 'provider'),
    ]
    const values = valuesOf(ctx, a)
    await ctx.transaction(async (inner) => {
      // Whoever has left has no address any more.
      const email = a.customer_email ?? a.requester.email
      if (email)
        await notify(inner, sender, {
          kind: 'review.invite.customer',
          to: {
            email,
            name: a.customer_name || a.requester.name,
            accountId: a.account_id,
            country: a.customer_country ?? a.country_code,
          },
          path: customerPath,
          values: { ...values, name: a.provider_name },
          fact: `review.invite customer ${a.id}`,
        })
      if (!a.provider_email) return
      await notify(inner, sender, {
        kind: 'review.invite.provider',
        to: {
          email: a.provider_email,
          name: a.owner_name,
          accountId: a.provider_account,
          country: a.provider_country ?? a.country_code,
        },
        path: providerPath,
        values: { ...values, name: writerName(a.customer_name || a.requester.name) },
        fact: `review.invite provider ${a.id}`,
      })
    })
  }
}

function valuesOf(ctx: Context, a: Reviewed) {
  const until = closesAt(a).toISOString()
  const country = a.country_code as Country
  return {
    event: a.event,
    place: a.place.split(',')[0] ?? a.place,
    date: date(a.event_date, country, ctx.now.getUTCFullYear()),
    dateTime: `${date(zonedDay(until, a.tz), country, ctx.now.getUTCFullYear())}, ${clock(zonedTime(until, a.tz))}`,
  }
}
