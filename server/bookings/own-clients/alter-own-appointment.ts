import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/door.ts'
import { type NamedAppointment, ownAppointmentOf, updateOwnAppointment } from './own-client-queries.ts'
import { keptOf, takeOwnTime } from './own-time.ts'
import { visitLink } from './visit-of-key.ts'
import { presentOwn } from './present-own.ts'

/** Changes an own appointment; one that moves takes its new time in the same transaction, one that is called off frees it. */
export async function alterOwnAppointment(
  ctx: Context,
  { appointmentId, cancelled, ...said }: InputOf<typeof ownClients.alter>,
): Promise<OutputOf<typeof ownClients.alter>> {
  const provider = await ownProvider(ctx)
  const kept = keptOf(said, provider.tz, ctx.now)
  const link = await visitLink(ctx, appointmentId)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const known = await ownAppointmentOf(tx.db, provider.id, appointmentId)
    if (!known) throw new Refusal('not_found')
    const row = await updateOwnAppointment(tx.db, known.id, {
      ...kept,
      // What was agreed to was another time, or another price.
      ...(isSame(known, kept) ? {} : { answered_at: null }),
      cancelled_at: cancelled ? (known.cancelled_at ?? tx.now) : null,
      changed_at: tx.now,
    })
    const tight = await takeOwnTime(tx, provider, row)
    return { appointment: presentOwn({ ...row, name: known.name }), tight, link }
  })
}

const isSame = (known: NamedAppointment, kept: ReturnType<typeof keptOf>): boolean =>
  known.starts_at.getTime() === kept.starts_at.getTime() &&
  known.ends_at.getTime() === kept.ends_at.getTime() &&
  known.price_minor === kept.price_minor
