import { hashOfKey, openedBy } from '#server/platform/http/act-key.ts'
import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, appointmentOfSheet } from '#server/bookings/appointments/appointment-queries.ts'

/** A link of a run sheet works for so long after the day. */
const OPEN_MS = 90 * 86_400_000

/** The appointment whose run sheet a link shows; none for a key that is not ours, or whose time has passed. */
export async function sheetOfKey(
  ctx: Pick<Context, 'database' | 'db' | 'env' | 'now'>,
  key: string,
): Promise<AppointmentRow | undefined> {
  const id = await openedBy(ctx.database, ctx.env, 'sheet', key)
  return appointmentOfSheet(ctx.db, { id, hash: hashOfKey(key), since: new Date(ctx.now.getTime() - OPEN_MS) })
}
