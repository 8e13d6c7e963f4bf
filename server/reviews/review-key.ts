import type { ReviewType } from '#contract/reviews/reviews.ts'
import { readActKey, signActKey } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Reviewed, reviewedAppointment } from './queries.ts'

/** The address at which one side of an appointment writes its review; the key stands for signing in. Not inside a transaction. */
export async function reviewPath(
  ctx: Pick<Context, 'database' | 'env'>,
  appointmentId: string,
  type: ReviewType,
): Promise<string> {
  return `/review/${appointmentId}/${type}/${await signActKey(ctx.database, ctx.env, { act: 'review', subject: appointmentId, side: type })}`
}

/** The appointment that a review link is about; refuses a key that is not for it and for that side, and an appointment that did not take place. */
export async function appointmentOfKey(
  ctx: Context,
  { appointmentId, type, key }: { appointmentId: string; type: ReviewType; key: string },
): Promise<Reviewed> {
  const opens = await readActKey(ctx.database, ctx.env, 'review', key)
  if (opens?.subject !== appointmentId || opens.side !== type) throw new Refusal('not_found')
  const appointment = await reviewedAppointment(ctx.db, appointmentId)
  if (!appointment || !mayReview(appointment, type)) throw new Refusal('not_found')
  return appointment
}

/** Whether that side has something to say of it: not of one that was cancelled, and not who was not there. */
export const mayReview = ({ state, no_show_of }: Pick<Reviewed, 'state' | 'no_show_of'>, type: ReviewType): boolean =>
  state !== 'cancelled' && no_show_of !== type
