import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { reviewedAppointment } from './queries.ts'
import { mayReview, reviewPath } from './review-key.ts'

/** The caller's own way to the review of an appointment that they had, on the side on which they stood. */
export async function linkToReview(
  ctx: Context,
  { appointmentId }: InputOf<typeof reviews.link>,
): Promise<OutputOf<typeof reviews.link>> {
  const appointment = await reviewedAppointment(ctx.db, appointmentId)
  const { accountId } = ctx.viewer
  const type =
    appointment?.account_id === accountId ? 'customer' : appointment?.provider_account === accountId ? 'provider' : null
  if (!appointment || !accountId || !type || !mayReview(appointment, type)) throw new Refusal('not_found')
  return { path: await reviewPath(ctx, appointmentId, type) }
}
