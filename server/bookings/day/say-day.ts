import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import { senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { sayWords } from './say-words.ts'

type Said = InputOf<typeof providerBookings.sayDay>

/** What the artist, or whoever acts as them, says of the day; words that were said without a connection have the time at which they were said. */
export async function sayDay(
  ctx: Context,
  { appointmentId, words, sentAt }: Said,
): Promise<OutputOf<typeof providerBookings.sayDay>> {
  await appointmentOfOwn(ctx, appointmentId)
  const sender = await senderOf(ctx)
  const drift = driftOf(sentAt, ctx.now)
  const right = words.map((word) => ({ ...word, at: new Date(Date.parse(word.at) + drift).toISOString() }))
  return ctx.transaction(async (tx) => ({ said: await sayWords(tx, sender, appointmentId, right) }))
}

/** What has to be added to a caller's clock: nothing where it is slow by less than an answer may take. */
function driftOf(sentAt: string, now: Date): number {
  const drift = now.getTime() - Date.parse(sentAt)
  return drift < 0 || drift > 60_000 ? drift : 0
}
