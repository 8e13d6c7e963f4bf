import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { LeftRow, ownImport } from '#contract/bookings/own-import.ts'
import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLines } from '#contract/csv.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { ownClash } from '#server/providers/diary/door.ts'
import { lockDiary, ownProvider } from '#server/providers/door.ts'
import { MOST_CLIENTS } from './add-own-client.ts'
import { MOST_APPOINTMENTS } from './enter-own-appointment.ts'
import {
  countOwnAppointments,
  insertOwnAppointment,
  insertOwnClients,
  knownSources,
  ownNames,
} from './own-client-queries.ts'
import { keptOf, takeOwnTime } from './own-time.ts'
import { type FileAppointment, type ReadRow, readFile } from './read-file.ts'
import { type Known, sortRows } from './sort-rows.ts'

type Provider = Awaited<ReturnType<typeof ownProvider>>

type Progress = { clients: number; appointments: number; known: number; left: LeftRow[]; aliases: Known[] }

/** Milliseconds that one transaction aims for: the embedded database does nothing else meanwhile. */
const BATCH_MS = 50
const MOST_ROWS_OF_A_BATCH = 200

/**
 * Imports a file of clients and appointments in short transactions and returns what was added, what was known already
 * and the rows that were left out, with their reason. Safe to run again: what an earlier run committed is known.
 */
export async function runImport(
  ctx: Context,
  { content, ...said }: InputOf<typeof ownImport.run>,
): Promise<OutputOf<typeof ownImport.run>> {
  const provider = await ownProvider(ctx)
  const file = readFile(content, said, provider.country_code === 'US')
  await refuseTooLong(ctx, provider, file.read)
  const progress: Progress = { clients: 0, appointments: 0, known: 0, left: [...file.left], aliases: [] }
  for (let next = 0, size = 20; next < file.read.length; ) {
    const batch = file.read.slice(next, next + size)
    const started = performance.now()
    await ctx.transaction((tx) => importBatch(tx, provider, batch, progress))
    next += batch.length
    await nextTurn()
    const scale = BATCH_MS / Math.max(1, performance.now() - started)
    size = Math.min(MOST_ROWS_OF_A_BATCH, Math.max(1, Math.round(size * Math.min(2, scale))))
  }
  const { left, clients, appointments, known } = progress
  left.sort((a, b) => a.line - b.line)
  const leftFile = left.length ? csvLines([file.heads, ...left.map(({ cells }) => cells)]) : ''
  return ctx.once(async () => ({ counts: { clients, appointments, known }, left, leftFile }))
}

async function refuseTooLong(ctx: Context, provider: Provider, rows: readonly ReadRow[]): Promise<void> {
  const names = await ownNames(ctx.db, provider.id)
  const { made, sorted } = sortRows(rows, names)
  const appointments = await countOwnAppointments(ctx.db, provider.id)
  if (names.length + made.length > MOST_CLIENTS || appointments + sorted.length > MOST_APPOINTMENTS)
    throw new Refusal('import_too_long')
}

/** Imports some rows under the lock of the diary. Adds to `progress`; an import beside this one makes nothing twice. */
async function importBatch(ctx: Context, provider: Provider, rows: ReadRow[], progress: Progress): Promise<void> {
  await lockDiary(ctx.db, provider.id)
  const names = await ownNames(ctx.db, provider.id)
  const { made, sorted } = sortRows(rows, [...names, ...progress.aliases])
  const created = made.length
    ? await insertOwnClients(
        ctx.db,
        made.map((client) => ({ ...client, provider_id: provider.id, created_at: ctx.now })),
      )
    : []
  progress.clients += created.length
  const sources = await knownSources(
    ctx.db,
    provider.id,
    rows.flatMap(({ appointment }) => appointment?.sourceKey ?? []),
  )
  for (const { row, whose, isNew } of sorted) {
    const id = 'id' in whose ? whose.id : (created[whose.made]?.id as string)
    progress.aliases.push({ ...row.client, id })
    const source = row.appointment?.sourceKey.toString('hex')
    if (!row.appointment || !source) {
      if (!isNew) progress.known++
      continue
    }
    if (sources.has(source)) {
      progress.known++
      continue
    }
    const why = await keepOne(ctx, provider, id, row.appointment)
    if (why) progress.left.push({ line: row.line, cells: row.cells, why })
    else {
      sources.add(source)
      progress.appointments++
    }
  }
}

async function keepOne(
  ctx: Context,
  provider: Provider,
  clientId: string,
  { sourceKey, cancelled, ...said }: FileAppointment,
): Promise<LeftRow['why'] | null> {
  const kept = timeOf(ctx, provider, said)
  if (typeof kept === 'string') return kept
  const takes = !cancelled && kept.ends_at > ctx.now
  if (takes && (await ownClash(ctx.db, provider.id, kept.starts_at.getTime(), kept.ends_at.getTime()))) return 'taken'
  const row = await insertOwnAppointment(ctx.db, {
    ...kept,
    provider_id: provider.id,
    client_id: clientId,
    currency: markets[provider.country_code as Country].currency,
    source_key: sourceKey,
    cancelled_at: cancelled ? ctx.now : null,
    created_at: ctx.now,
    changed_at: ctx.now,
  })
  if (takes) await takeOwnTime(ctx, provider, row)
  return null
}

function timeOf(ctx: Context, provider: Provider, said: Omit<FileAppointment, 'sourceKey' | 'cancelled'>) {
  try {
    return keptOf({ ...said, coordinates: null }, provider.tz, ctx.now)
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code === 'date_too_far' ? 'far' : 'time'
    throw fault
  }
}
