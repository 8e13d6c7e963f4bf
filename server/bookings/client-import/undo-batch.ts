import {
  deleteOwnAppointments,
  deleteOwnClient,
  ownClientOf,
  updateOwnClient,
} from '#server/bookings/own-clients/own-client-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { freeOwn, lockDiary, ownClash } from '#server/providers/index.ts'
import {
  countAppointmentsWith,
  type EarlierAppointment,
  findAppointmentValues,
  listRowsToUndo,
  lockImport,
  setRowsUndone,
  updateImport,
} from './import-queries.ts'
import type { ImportProvider } from './load-state.ts'
import { type AppointmentValues, equalValues } from './plan-appointment.ts'
import type { ClientFields } from './read-import.ts'
import { restoreAppointment } from './save-appointment.ts'

type UndoRow = Awaited<ReturnType<typeof listRowsToUndo>>[number]

/**
 * Undoes the last rows of an import that are left, under the lock of the diary: deletes what it created and restores what
 * it changed. Keeps what somebody has changed since, and says so in its row.
 */
export async function undoBatch(ctx: Context, id: string, provider: ImportProvider, most: number) {
  await lockDiary(ctx.db, provider.id)
  const started = performance.now()
  const record = await lockImport(ctx.db, id, ['undoing'])
  if (!record) return { isDone: true, ms: 0 }
  const rows = await listRowsToUndo(ctx.db, id, most)
  const kept: number[] = []
  for (const row of rows) {
    const appointment = await undoAppointment(ctx, provider, row)
    const client = await undoClient(ctx, provider, row)
    if (!appointment || !client) kept.push(row.row_no)
  }
  const undone = rows.map(({ row_no }) => row_no).filter((row) => !kept.includes(row))
  await setRowsUndone(ctx.db, id, undone, 'undone')
  await setRowsUndone(ctx.db, id, kept, 'kept')
  const isDone = rows.length < most
  const end = isDone ? { state: 'undone', undone_at: ctx.now, done_rows: 0 } : {}
  await updateImport(ctx.db, id, { done_rows: Math.max(0, record.done_rows - rows.length), failures: 0, ...end })
  return { isDone, ms: performance.now() - started }
}

/** Returns whether nothing of the row's appointment is left to undo. */
async function undoAppointment(ctx: Context, provider: ImportProvider, row: UndoRow): Promise<boolean> {
  const after = row.appointment_after as AppointmentValues | null
  if (!after || !row.appointment_id) return true
  const now = await findAppointmentValues(ctx.db, row.appointment_id)
  if (!now) return true
  if (!equalValues(after, now)) return false
  const before = row.appointment_before as EarlierAppointment | null
  if (!before) {
    await freeOwn(ctx, row.appointment_id)
    await deleteOwnAppointments(ctx.db, provider.id, [row.appointment_id])
    return true
  }
  // The earlier time may be taken by now; it counts without the time that the appointment has today.
  await freeOwn(ctx, row.appointment_id)
  const [from, to] = [Date.parse(before.starts_at), Date.parse(before.ends_at)]
  const isTaken = !before.cancelled && to > ctx.now.getTime() && (await ownClash(ctx.db, provider.id, from, to))
  await restoreAppointment(
    ctx,
    provider,
    row.appointment_id,
    isTaken ? now : before,
    isTaken ? {} : getImported(before),
  )
  return !isTaken
}

const getImported = ({ imported }: EarlierAppointment) => ({ imported: imported && JSON.stringify(imported) })

/** Returns whether nothing of the row's client is left to undo. */
async function undoClient(ctx: Context, provider: ImportProvider, row: UndoRow): Promise<boolean> {
  const after = row.client_after as Partial<ClientFields> | null
  if (!after || !row.client_id) return true
  const now = await ownClientOf(ctx.db, provider.id, row.client_id)
  if (!now) return true
  const fields = Object.keys(after) as (keyof ClientFields)[]
  const same = fields.filter((field) => now[field] === after[field])
  const before = row.client_before as Partial<ClientFields> | null
  if (!before) {
    const isUsed = same.length < fields.length || now.look !== '' || (await countAppointmentsWith(ctx.db, now.id)) > 0
    return !isUsed && deleteOwnClient(ctx.db, provider.id, now.id)
  }
  if (same.length > 0)
    await updateOwnClient(ctx.db, provider.id, now.id, Object.fromEntries(same.map((field) => [field, before[field]])))
  return same.length === fields.length
}
