import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/door.ts'
import { countOwnAppointments, insertOwnAppointment, ownClientOf } from './own-client-queries.ts'
import { keptOf, takeOwnTime } from './own-time.ts'
import { visitLink } from './visit-of-key.ts'
import { presentOwn } from './present-own.ts'

/** How many own appointments are kept, those of years past among them. */
export const MOST_APPOINTMENTS = 20_000

/** Enters an appointment that was agreed elsewhere; its time is taken as a booking's is. */
export async function enterOwnAppointment(
  ctx: Context,
  { clientId, ...said }: InputOf<typeof ownClients.enter>,
): Promise<OutputOf<typeof ownClients.enter>> {
  const provider = await ownProvider(ctx)
  const kept = keptOf(said, provider.tz, ctx.now)
  const id = randomUUID()
  const link = await visitLink(ctx, id)
  return ctx.once(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const client = await ownClientOf(tx.db, provider.id, clientId)
    if (!client) throw new Refusal('not_found')
    if ((await countOwnAppointments(tx.db, provider.id)) >= MOST_APPOINTMENTS) throw new Refusal('too_many_own')
    const row = await insertOwnAppointment(tx.db, {
      ...kept,
      id,
      provider_id: provider.id,
      client_id: client.id,
      currency: markets[provider.country_code as Country].currency,
      created_at: tx.now,
      changed_at: tx.now,
    })
    const tight = await takeOwnTime(tx, provider, row)
    return { appointment: presentOwn({ ...row, name: client.name }), tight, link }
  })
}
