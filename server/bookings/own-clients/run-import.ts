import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { LeftRow, ownImport } from '#contract/bookings/own-import.ts'
import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLines } from '#contract/csv.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownClash } from '#server/providers/diary/door.ts'
import { lockDiary, ownProvider } from '#server/providers/door.ts'
import { MOST_CLIENTS } from './add-own-client.ts'
import { MOST_APPOINTMENTS } from './enter-own-appointment.ts'
import { insertOwnAppointment, insertOwnClients, knownSources, ownNames } from './own-client-queries.ts'
import { keptOf, takeOwnTime } from './own-time.ts'
import { type FileAppointment, readFile } from './read-file.ts'
import { sortRows, type Whose } from './sort-rows.ts'

type Provider = Awaited<ReturnType<typeof ownProvider>>

/** Keeps what a file brings; what is there already is left as it is, and rows that cannot be kept come back with their reason. */
export async function runImport(
  ctx: Context,
  { content, ...said }: InputOf<typeof ownImport.run>,
): Promise<OutputOf<typeof ownImport.run>> {
  const provider = await ownProvider(ctx)
  const file = readFile(content, said, provider.country_code === 'US')
  return ctx.once(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const names = await ownNames(tx.db, provider.id)
    const { made, sorted } = sortRows(file.read, names)
    const sources = await knownSources(tx.db, provider.id)
    if (names.length + made.length > MOST_CLIENTS || sources.size + sorted.length > MOST_APPOINTMENTS)
      throw new Refusal('import_too_long')
    const rows = made.length
      ? await insertOwnClients(
          tx.db,
          made.map((client) => ({ ...client, provider_id: provider.id, created_at: tx.now })),
        )
      : []
    const idOf = (whose: Whose): string => ('id' in whose ? whose.id : (rows[whose.made]?.id as string))
    const left: LeftRow[] = [...file.left]
    const counts = { clients: made.length, appointments: 0, known: 0 }
    for (const { row, whose, isNew } of sorted) {
      const source = row.appointment?.sourceKey.toString('hex')
      if (!row.appointment || !source) {
        if (!isNew) counts.known++
        continue
      }
      if (sources.has(source)) {
        counts.known++
        continue
      }
      const why = await keepOne(tx, provider, idOf(whose), row.appointment)
      if (why) left.push({ line: row.line, cells: row.cells, why })
      else {
        sources.add(source)
        counts.appointments++
      }
    }
    left.sort((a, b) => a.line - b.line)
    const leftFile = left.length ? csvLines([file.heads, ...left.map(({ cells }) => cells)]) : ''
    return { counts, left, leftFile }
  })
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
