import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { LeftRow, ownImport } from '#contract/bookings/own-import.ts'
import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLines } from '#contract/csv.ts'
import { liftWaitBudget } from '#db/postgres/wait-budget.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { ownClash } from '#server/providers/diary/door.ts'
import { lockDiary, ownProvider } from '#server/providers/door.ts'
import { MOST_CLIENTS } from './add-own-client.ts'
import { MOST_APPOINTMENTS } from './own-appointments.ts'
import {
  countOwnAppointments,
  countOwnClients,
  insertOwnAppointment,
  insertOwnClients,
  knownSources,
  ownNames,
} from './own-client-queries.ts'
import { keptOf, takeOwnTime } from './own-time.ts'
import { type FileAppointment, type FileClient, type ReadRow, readFile } from './read-file.ts'
import { type ClientMatcher, type Known, matcherOf, sortRows } from './sort-rows.ts'

type Provider = Awaited<ReturnType<typeof ownProvider>>

/** Milliseconds that one transaction aims for: the embedded database does nothing else meanwhile. */
const BATCH_MS = 50
const ROWS_OF_A_BATCH = { least: 10, first: 20, most: 200 }

/**
 * Imports a file of clients and appointments in short transactions and returns what was added, what was known already
 * and the rows that were left out, with their reason. Safe to run again: what an earlier run committed is known.
 */
export async function runImport(
  ctx: Context,
  { content, ...said }: InputOf<typeof ownImport.run>,
): Promise<OutputOf<typeof ownImport.run>> {
  // A file of thousands of rows takes longer than a request may otherwise wait for the database.
  liftWaitBudget()
  const provider = await ownProvider(ctx)
  const file = readFile(content, said, provider.country_code === 'US')
  const names = await ownNames(ctx.db, provider.id)
  await refuseTooLong(ctx, provider, file.read, names)
  let known: KnownClients = { matcher: matcherOf(names), count: names.length }
  const counts = { clients: 0, appointments: 0, known: 0 }
  const left: LeftRow[] = [...file.left]
  const { least, first, most } = ROWS_OF_A_BATCH
  for (let next = 0, size = first; next < file.read.length; ) {
    const rows = file.read.slice(next, next + size)
    const done = await ctx.transaction((tx) => importBatch(tx, provider, rows, known))
    known = done.known
    for (const { client, id } of done.clients) known.matcher.add(client, { id })
    counts.clients += done.created
    counts.appointments += done.appointments
    counts.known += done.repeated
    left.push(...done.left)
    next += rows.length
    size = Math.min(most, Math.max(least, Math.round(size * Math.min(2, BATCH_MS / Math.max(1, done.ms)))))
    await nextTurn()
  }
  left.sort((a, b) => a.line - b.line)
  const leftFile = left.length ? csvLines([file.heads, ...left.map(({ cells }) => cells)]) : ''
  return ctx.once(async () => ({ counts, left, leftFile }))
}

/** The clients that rows are matched with, and how many the database held when they were read. */
type KnownClients = { matcher: ClientMatcher; count: number }

async function refuseTooLong(
  ctx: Context,
  provider: Provider,
  rows: readonly ReadRow[],
  names: readonly Known[],
): Promise<void> {
  const { made } = sortRows(rows, matcherOf(names))
  const sources = await knownSources(ctx.db, provider.id, sourceKeysOf(rows))
  const fresh = new Set(sourceKeysOf(rows).map((key) => key.toString('hex'))).difference(sources)
  const appointments = await countOwnAppointments(ctx.db, provider.id)
  if (names.length + made.length > MOST_CLIENTS || appointments + fresh.size > MOST_APPOINTMENTS)
    throw new Refusal('import_too_long')
}

const sourceKeysOf = (rows: readonly ReadRow[]): Buffer[] =>
  rows.flatMap(({ appointment }) => appointment?.sourceKey ?? [])

/**
 * Imports some rows under the lock of the diary, so that an import beside this one makes nothing twice. Changes
 * nothing but the database, because a transaction may be run again; the caller adds up what it returns.
 */
async function importBatch(ctx: Context, provider: Provider, rows: readonly ReadRow[], before: KnownClients) {
  await lockDiary(ctx.db, provider.id)
  const started = performance.now()
  const known = await refreshed(ctx, provider, before)
  const { made, sorted } = sortRows(rows, known.matcher)
  if (known.count + made.length > MOST_CLIENTS) throw new Refusal('import_too_long')
  const created = made.length
    ? await insertOwnClients(
        ctx.db,
        made.map((client) => ({ ...client, provider_id: provider.id, created_at: ctx.now })),
      )
    : []
  const sources = await knownSources(ctx.db, provider.id, sourceKeysOf(rows))
  let room = MOST_APPOINTMENTS - (await countOwnAppointments(ctx.db, provider.id))
  let [appointments, repeated] = [0, 0]
  const left: LeftRow[] = []
  const clients: { client: FileClient; id: string }[] = []
  for (const { row, whose, isNew } of sorted) {
    const id = 'id' in whose ? whose.id : (created[whose.made]?.id as string)
    clients.push({ client: row.client, id })
    const source = row.appointment?.sourceKey.toString('hex')
    if (!row.appointment || !source) {
      if (!isNew) repeated++
      continue
    }
    if (sources.has(source)) {
      repeated++
      continue
    }
    if (room-- <= 0) throw new Refusal('import_too_long')
    const why = await keepOne(ctx, provider, id, row.appointment)
    if (why) left.push({ line: row.line, cells: row.cells, why })
    else {
      sources.add(source)
      appointments++
    }
  }
  return {
    known: { matcher: known.matcher, count: known.count + created.length },
    created: created.length,
    appointments,
    repeated,
    left,
    clients,
    ms: performance.now() - started,
  }
}

/** Returns the known clients, read again if somebody else has added or removed one meanwhile. */
async function refreshed(ctx: Context, provider: Provider, known: KnownClients): Promise<KnownClients> {
  if ((await countOwnClients(ctx.db, provider.id)) === known.count) return known
  const names = await ownNames(ctx.db, provider.id)
  return { matcher: matcherOf(names), count: names.length }
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
