import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentShared, readShared, visitOfKey } from './visit-of-key.ts'

/** An appointment that an artist entered, for whoever has its link. */
export async function showVisit(
  ctx: Context,
  { key }: InputOf<typeof ownClients.visit>,
): Promise<OutputOf<typeof ownClients.visit>> {
  const row = await readShared(ctx, await visitOfKey(ctx, key))
  if (!row) throw new Refusal('not_found')
  return { visit: presentShared(row, ctx.now) }
}
