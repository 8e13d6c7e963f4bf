import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sheetOfKey } from './sheet-of-key.ts'
import { presentShared } from '#server/bookings/appointments/present-appointment.ts'

type Calls = typeof bookings

/** The run sheet for whoever has its link. */
export async function showSheet(ctx: Context, { key }: InputOf<Calls['sheet']>): Promise<OutputOf<Calls['sheet']>> {
  const row = await sheetOfKey(ctx, key)
  if (!row) throw new Refusal('not_found')
  return { sheet: await presentShared(ctx, row) }
}
