import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/door.ts'
import { deleteOwnAppointment } from './own-client-queries.ts'

/** Forgets an own appointment; its time is free again. */
export async function forgetOwnAppointment(
  ctx: Context,
  { appointmentId }: InputOf<typeof ownClients.forget>,
): Promise<OutputOf<typeof ownClients.forget>> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if (!(await deleteOwnAppointment(tx.db, provider.id, appointmentId))) throw new Refusal('not_found')
    return { done: true as const }
  })
}
