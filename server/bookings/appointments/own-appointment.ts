import { takeOverNamed } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { findSearch, owns } from '#server/search/index.ts'

import { appointmentById, type AppointmentRow } from './appointment-queries.ts'

/** An appointment as its customer: by account, or by the browser that booked it; somebody else's is not found. */
export async function ownAppointment(ctx: Context, id: string): Promise<AppointmentRow> {
  const row = await appointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  if (ctx.viewer.accountId !== null && row.account_id === ctx.viewer.accountId) return row
  if (row.account_id && (await takeOverNamed(ctx, row.account_id))) return (await appointmentById(ctx.db, id)) ?? row
  const search = ctx.viewer.visitorHash ? await findSearch(ctx.database, row.search_id) : null
  if (!search || !owns(ctx.viewer, search)) throw new Refusal('not_found')
  return row
}

/** An appointment as its artist; somebody else's is not found. */
export async function appointmentOfOwn(ctx: Context, id: string): Promise<AppointmentRow> {
  const provider = await ownProvider(ctx)
  const row = await appointmentById(ctx.db, id)
  if (!row || row.provider_id !== provider.id) throw new Refusal('not_found')
  return row
}
