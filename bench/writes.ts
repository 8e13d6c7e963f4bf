import pg from 'pg'
import { round } from './measure.ts'

/** Database writes per booking, counted in the write-ahead log. A GIN index entry counts as one. */
export type Writes = { transactions: number; rows: number; heapOnly: number; indexEntries: number; logKb: number }

const kinds: Readonly<Record<Exclude<keyof Writes, 'logKb'>, readonly string[]>> = {
  transactions: ['Transaction/COMMIT'],
  rows: ['Heap/INSERT', 'Heap/INSERT+INIT', 'Heap/UPDATE', 'Heap/UPDATE+INIT', 'Heap/HOT_UPDATE', 'Heap/DELETE'],
  heapOnly: ['Heap/HOT_UPDATE'],
  indexEntries: [
    'Btree/INSERT_LEAF',
    'Btree/INSERT_POST',
    'Btree/SPLIT_L',
    'Btree/SPLIT_R',
    'Gin/UPDATE_META_PAGE',
    'Gist/PAGE_UPDATE',
  ],
}

/** The end of the log. Null without a local superuser, who may read it. */
export async function logPosition(databaseUrl: string | undefined): Promise<string | null> {
  if (!databaseUrl) return null
  return ask(databaseUrl, async (client) => {
    await client.query('create extension if not exists pg_walinspect')
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
    return rows[0]?.at ?? null
  }).catch(() => null)
}

export async function writesSince(
  databaseUrl: string | undefined,
  from: string | null,
  bookings: number,
): Promise<Writes | null> {
  const to = await logPosition(databaseUrl)
  if (!databaseUrl || !from || !to || bookings === 0) return null
  const { rows } = await ask(databaseUrl, (client) =>
    client.query<{ kind: string; n: number; bytes: number }>(
      `select "resource_manager/record_type" as kind, count::float8 as n, combined_size::float8 as bytes
       from pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, true)`,
      [from, to],
    ),
  )
  const count = (of: readonly string[]) =>
    round(rows.reduce((sum, { kind, n }) => sum + (of.includes(kind) ? n : 0), 0) / bookings, 1)
  return {
    transactions: count(kinds.transactions),
    rows: count(kinds.rows),
    heapOnly: count(kinds.heapOnly),
    indexEntries: count(kinds.indexEntries),
    logKb: round(rows.reduce((sum, { bytes }) => sum + bytes, 0) / bookings / 1024, 1),
  }
}

async function ask<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}
