import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { Connection } from './connections.ts'
import { from as copyFrom } from 'pg-copy-streams'
import { retryForLocks, SCHEMA_LOCK_MS } from './postgres/lock-retries.ts'
import type { Database } from './database.ts'

export type Bulk = {
  run: (text: string) => Promise<void>
  rows: <Row>(text: string, params?: unknown[]) => Promise<Row[]>
  copy: (table: string, columns: readonly string[], lines: Iterable<string>) => Promise<void>
  /** Truncates the table, then copies lines with FREEZE, so that no vacuum is needed. */
  copyAnew: (table: string, columns: readonly string[], lines: Iterable<string>) => Promise<void>
}

export type CopyValue = string | number | boolean | null | readonly (string | number)[] | { json: unknown }

export const copyLine = (values: readonly CopyValue[]): string => values.map(copyText).join('\t')

function copyText(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if ('json' in value) return escaped(JSON.stringify(value.json))
  return escaped(
    `{${value.map((item) => (typeof item === 'number' ? item : `"${item.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`,
  )
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => special[sign] as string) : text

const LOCK = 7_704_002

/**
 * Runs a bulk load in one transaction with the triggers of the search tables switched off; the load fills those tables
 * itself. Only one load runs at a time, except for parts of the same load.
 */
export async function bulkLoad<T>(
  database: Database,
  load: (bulk: Bulk) => Promise<T>,
  { part = false } = {},
): Promise<T> {
  const asleep = `set local primp.bulk = 'on'; select pg_advisory_xact_lock${part ? '_shared' : ''}(${LOCK})`
  if (database.pglite) {
    return database.pglite.transaction(async (tx) => {
      await tx.exec(asleep)
      return load({
        run: async (text) => {
          await tx.exec(text)
        },
        rows: async <Row>(text: string, params?: unknown[]) => (await tx.query<Row>(text, params)).rows,
        copy: (table, columns, lines) => copyEmbedded(tx, table, columns, lines),
        copyAnew: async (table, columns, lines) => {
          await tx.exec(`truncate ${table}`)
          await copyEmbedded(tx, table, columns, lines, frozen)
        },
      })
    })
  }
  const { pool } = database
  if (!pool) throw new Error('The database must be either embedded or a pool.')
  const loadOnce = async () => {
    const connection = await pool.connect()
    try {
      await connection.query('begin')
      await connection.query(asleep)
      // A load empties tables and drops indexes, so it must not block others while it waits for a lock. Parts run while
      // the site cannot start: only an automatic vacuum can be in their way, and it gives way after a while.
      if (!part) await connection.query(`set local lock_timeout = ${SCHEMA_LOCK_MS}`)
      const result = await load(bulkOf(connection))
      await connection.query('commit')
      return result
    } catch (fault) {
      await connection.query('rollback').catch(() => {})
      throw fault
    } finally {
      connection.release()
    }
  }
  // Parts of a load share its lock and keep their progress, so they are not retried here.
  return part ? loadOnce() : retryForLocks(loadOnce)
}

function bulkOf(connection: Connection): Bulk {
  const copy = (table: string, columns: readonly string[], lines: Iterable<string>, how = '') =>
    pipeline(
      Readable.from(chunks(lines)),
      connection.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin${how}`)),
    )
  return {
    run: async (text) => {
      await connection.query(text)
    },
    rows: async <Row>(text: string, params?: unknown[]) => (await connection.query(text, params)).rows as Row[],
    copy: (table, columns, lines) => copy(table, columns, lines),
    copyAnew: async (table, columns, lines) => {
      await connection.query(`truncate ${table}`)
      await copy(table, columns, lines, frozen)
    },
  }
}

const frozen = ' with (freeze)'

type Embedded = Pick<PGlite, 'query'>

async function copyEmbedded(
  tx: Embedded,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
  how = '',
): Promise<void> {
  for (const chunk of chunks(lines))
    await tx.query(`copy ${table} (${columns.join(', ')}) from '/dev/blob'${how}`, [], { blob: new Blob([chunk]) })
}

const chunkLength = 4_000_000

/** Joins lines into texts of a few megabytes, so that the whole load is never in memory twice. */
function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = []
  let length = 0
  for (const line of lines) {
    chunk.push(line)
    length += line.length + 1
    if (length > chunkLength) {
      yield `${chunk.join('\n')}\n`
      chunk = []
      length = 0
    }
  }
  if (chunk.length) yield `${chunk.join('\n')}\n`
}
