import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listEndedSince, type ReviewedAppointment, findReviewedAppointment } from './reviews.queries.ts'
import { getReviewClose, canReview, getReviewPath, formatWriter } from './reviews.ts'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, getSender } from '#server/notifications/index.ts'

/** Returns the review link of the caller's past appointment, for their side. */
export async function linkToReview(
  ctx: Context,
  { appointmentId }: InputOf<typeof reviews.link>,
): Promise<OutputOf<typeof reviews.link>> {
  const appointment = await findReviewedAppointment(ctx.db, appointmentId)
  const { accountId } = ctx.viewer
  const type =
    appointment?.account_id === accountId ? 'customer' : appointment?.provider_account === accountId ? 'provider' : null
  if (!appointment || !accountId || !type || !canReview(appointment, type)) throw new Refusal('not_found')
  return { path: await getReviewPath(ctx, appointmentId, type) }
}

const LATEST_MS = 2 * 86_400_000
const AT_ONCE = 200

/** Invites both sides of ended appointments, once each. */
export async function inviteReviews(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const a of await listEndedSince(ctx.db, new Date(ctx.now.getTime() - LATEST_MS), ctx.now, AT_ONCE)) {
    const [customerPath, providerPath] = [
      await getReviewPath(ctx, a.id, 'customer'),
      await getReviewPath(ctx, a.id, 'provider'),
    ]
    const values = valuesOf(ctx, a)
    await ctx.transaction(async (inner) => {
      // A deleted account has no address.
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
        values: { ...values, name: formatWriter(a.customer_name || a.requester.name) },
        fact: `review.invite provider ${a.id}`,
      })
    })
  }
}

function valuesOf(ctx: Context, a: ReviewedAppointment) {
  const until = getReviewClose(a).toISOString()
  const country = a.country_code as Country
  return {
    event: a.event,
    place: a.place.split(',')[0] ?? a.place,
    date: formatDate(a.event_date, country, ctx.now.getUTCFullYear()),
    dateTime: `${formatDate(zonedDay(until, a.tz), country, ctx.now.getUTCFullYear())}, ${formatClock(zonedTime(until, a.tz))}`,
  }
}
