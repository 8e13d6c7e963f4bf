import type { ImportCounts } from '#contract/calendar/client-imports.ts'
import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import {
  deleteOwnAppointments,
  deleteOwnClient,
  insertOwnAppointment,
  insertOwnClients,
  findPrivateClient,
  updateOwnAppointment,
  updateOwnClient,
} from './private-clients.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import { releasePrivateTime, lockDiary, hasBusyConflict, findProviderById } from '#server/providers/index.ts'
import {
  countAppointmentsWith,
  type EarlierAppointment,
  findAppointmentValues,
  findImportFile,
  type ImportRecord,
  insertImportRows,
  listOpenImports,
  listRowsToUndo,
  lockImport,
  readFingerprint,
  setClientKeys,
  setRowsUndone,
  updateImport,
} from './client-imports.queries.ts'
import { createClock, formatOutcome, type ImportProvider, type ImportState, loadState } from './import-state.ts'
import {
  type AppointmentValues,
  type ClientPlan,
  countRow,
  areEqualValues,
  ImportPlanner,
  type PlannedAppointment,
  type RowPlan,
} from './plan-import.ts'
import { type ClientFields, type ImportFile, readImport } from './import-file.ts'
import { reservePrivateTime } from './private-appointments.ts'

export const CLIENT_IMPORTS = 'client-imports'
const MOST_FAILURES = 5
/** Target duration of a transaction in milliseconds, because PGlite runs one transaction at a time. */
const BATCH_MS = 50
const batchRows = { least: 10, first: 20, most: 200 }

type File = { file: ImportFile; planned: readonly string[]; answers: Parameters<typeof readImport>[1]['answers'] }
type Known = { state: ImportState; fingerprint: string }
type Batch = (rows: number) => Promise<{ isDone: boolean; ms: number }>

/**
 * Runs open imports and undos in short transactions. Each saves its progress, so that a restart resumes there. A lock
 * prevents two processes from processing the same rows.
 */
export async function runClientImports(ctx: Context): Promise<void> {
  for (const { id, provider_id, state } of await listOpenImports(ctx.db)) {
    try {
      const provider = await findProviderById(ctx.db, provider_id)
      if (!provider) continue
      await runBatches(state === 'undoing' ? prepareUndo(ctx, id, provider) : await prepareImport(ctx, id, provider))
    } catch (fault) {
      ctx.log.error({ import: id, ...toFaultFields(fault) }, 'import failed')
      await ctx.transaction((tx) => countFailure(tx, id))
    }
  }
}

async function runBatches(run: Batch): Promise<void> {
  const { least, first, most } = batchRows
  for (let size: number = first; ; ) {
    const { isDone, ms } = await run(size)
    if (isDone) return
    size = Math.min(most, Math.max(least, Math.round(size * Math.min(2, BATCH_MS / Math.max(1, ms)))))
    await yieldToEventLoop()
  }
}

async function countFailure(ctx: Context, id: string): Promise<void> {
  const record = await lockImport(ctx.db, id, ['queued', 'running', 'undoing'])
  if (!record) return
  const failures = record.failures + 1
  const givenUp = failures >= MOST_FAILURES
  // After a failed undo, the import returns to the state from which an undo can be requested again.
  const end = record.finished_at ? {} : { content: null, finished_at: ctx.now }
  await updateImport(ctx.db, id, givenUp ? { failures: 0, state: 'failed', ...end } : { failures })
}

async function prepareImport(ctx: Context, id: string, provider: ImportProvider): Promise<Batch> {
  const found = await findImportFile(ctx.db, id)
  if (!found) return async () => ({ isDone: true, ms: 0 })
  const { content, options, planned } = found
  const file = await readImport(content, options, { country: provider.country_code, tz: provider.tz })
  let known: Known | null = null
  return (rows) =>
    ctx.transaction(async (tx) => {
      const before = known
      known = null
      const done = await importBatch(tx, id, provider, { file, planned, answers: options.answers }, before, rows)
      known = done.known
      return done
    })
}

const prepareUndo =
  (ctx: Context, id: string, provider: ImportProvider): Batch =>
  (rows) =>
    ctx.transaction((tx) => undoBatch(tx, id, provider, rows))

async function importBatch(
  ctx: Context,
  id: string,
  provider: ImportProvider,
  { file, planned, answers }: File,
  before: Known | null,
  rows: number,
) {
  await lockDiary(ctx.db, provider.id)
  const started = performance.now()
  const record = await lockImport(ctx.db, id, ['queued', 'running'])
  if (!record) return { isDone: true, ms: 0, known: null }
  const isKnown = before !== null && before.fingerprint === (await readFingerprint(ctx.db, provider.id))
  const state = isKnown ? before.state : await loadState(ctx.db, provider, file, ctx.now, id)
  const planner = new ImportPlanner(file, state, answers, createClock(provider, ctx.now))
  const next = file.rows.slice(record.done_rows, record.done_rows + rows)
  const plans = next.map((fileRow, i) => {
    const plan = planner.plan(fileRow)
    plan.shown.unexpected = formatOutcome(plan.shown) !== planned[record.done_rows + i]
    return plan
  })
  await savePlans(ctx, provider, id, plans)
  const doneRows = record.done_rows + next.length
  const counts = plans.reduce((sum, { shown }) => countRow(sum, shown), record.counts)
  await updateImport(ctx.db, id, getProgress(record, doneRows, counts, ctx.now))
  const fingerprint = await readFingerprint(ctx.db, provider.id)
  const isDone = doneRows >= record.total_rows
  return { isDone, ms: performance.now() - started, known: { state, fingerprint } }
}

function getProgress(record: ImportRecord, doneRows: number, counts: ImportCounts, now: Date) {
  const progress = { done_rows: doneRows, counts, failures: 0 }
  return doneRows >= record.total_rows
    ? { ...progress, state: 'done', content: null, finished_at: now }
    : { ...progress, state: 'running' }
}

async function savePlans(ctx: Context, provider: ImportProvider, importId: string, plans: RowPlan[]): Promise<void> {
  const created = plans.flatMap(({ client }) => (client?.kind === 'new' ? [client] : []))
  if (created.length > 0)
    await insertOwnClients(
      ctx.db,
      created.map(({ id, fields, key, rowKey }) => ({
        ...fields,
        id,
        provider_id: provider.id,
        source_key: key ? Buffer.from(key, 'hex') : null,
        row_key: rowKey ? Buffer.from(rowKey, 'hex') : null,
        created_at: ctx.now,
      })),
    )
  const currency = markets[provider.country_code as Country].currency
  for (const { client, appointment } of plans) {
    if (client?.kind === 'changed')
      await updateOwnClient(ctx.db, provider.id, client.id, { ...client.after, changed_at: ctx.now })
    if (client && client.kind !== 'new' && (client.key || client.rowKey)) await setClientKeys(ctx.db, client.id, client)
    if (appointment) await saveAppointment(ctx, provider, appointment, currency)
  }
  await insertImportRows(
    ctx.db,
    importId,
    plans.map(({ row, client, appointment, shown }) => ({
      row_no: row,
      client_id: client?.id ?? null,
      appointment_id: appointment?.id ?? null,
      shown,
      ...getClientValues(client),
      appointment_before:
        appointment?.kind === 'changed' ? { ...appointment.before, imported: appointment.importedBefore } : null,
      appointment_after: appointment?.after ?? null,
    })),
  )
}

function getClientValues(client: ClientPlan | null) {
  if (client?.kind === 'new') return { client_before: null, client_after: client.fields }
  if (client?.kind === 'changed') return { client_before: client.before, client_after: client.after }
  return { client_before: null, client_after: null }
}

/** Requires `lockDiary`. */
async function saveAppointment(
  ctx: Context,
  provider: ImportProvider,
  planned: PlannedAppointment,
  currency: string,
): Promise<void> {
  const source = { source_key: Buffer.from(planned.key, 'hex'), imported: JSON.stringify(planned.imported) }
  const columns = toColumns(planned.after, ctx.now)
  if (planned.kind === 'changed') {
    const row = await updateOwnAppointment(ctx.db, planned.id, { ...columns, ...source })
    await reservePrivateTime(ctx, provider, row)
    return
  }
  const row = await insertOwnAppointment(ctx.db, {
    ...columns,
    ...source,
    id: planned.id,
    provider_id: provider.id,
    currency,
    created_at: ctx.now,
  })
  if (!planned.after.cancelled && row.ends_at > ctx.now) await reservePrivateTime(ctx, provider, row)
}

/** Requires `lockDiary`. */
async function restoreAppointment(
  ctx: Context,
  provider: ImportProvider,
  id: string,
  values: AppointmentValues,
  more: { imported?: string | null },
): Promise<void> {
  const row = await updateOwnAppointment(ctx.db, id, { ...toColumns(values, ctx.now), ...more })
  await reservePrivateTime(ctx, provider, row)
}

function toColumns(values: AppointmentValues, now: Date) {
  const { client_id, event_date, tz, services, place, lat, lng, price_minor, note } = values
  const { cancelled, answered, starts_at, ends_at } = values
  return {
    client_id,
    event_date,
    tz,
    services,
    place,
    lat,
    lng,
    price_minor,
    note,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
    cancelled_at: cancelled ? now : null,
    answered_at: answered ? new Date(answered) : null,
    changed_at: now,
  }
}

type UndoRow = Awaited<ReturnType<typeof listRowsToUndo>>[number]

/**
 * Undoes a batch of rows, last first: deletes what the import created and restores what it changed. Later edits by the
 * artist stay and are reported. Locks the diary.
 */
async function undoBatch(ctx: Context, id: string, provider: ImportProvider, most: number) {
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

async function undoAppointment(ctx: Context, provider: ImportProvider, row: UndoRow): Promise<boolean> {
  const after = row.appointment_after as AppointmentValues | null
  if (!after || !row.appointment_id) return true
  const now = await findAppointmentValues(ctx.db, row.appointment_id)
  if (!now) return true
  if (!areEqualValues(after, now)) return false
  const before = row.appointment_before as EarlierAppointment | null
  if (!before) {
    await releasePrivateTime(ctx, row.appointment_id)
    await deleteOwnAppointments(ctx.db, provider.id, [row.appointment_id])
    return true
  }
  // Checks the earlier time for conflicts, ignoring the appointment's current time.
  await releasePrivateTime(ctx, row.appointment_id)
  const [from, to] = [Date.parse(before.starts_at), Date.parse(before.ends_at)]
  const isTaken = !before.cancelled && to > ctx.now.getTime() && (await hasBusyConflict(ctx.db, provider.id, from, to))
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

async function undoClient(ctx: Context, provider: ImportProvider, row: UndoRow): Promise<boolean> {
  const after = row.client_after as Partial<ClientFields> | null
  if (!after || !row.client_id) return true
  const now = await findPrivateClient(ctx.db, provider.id, row.client_id)
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
