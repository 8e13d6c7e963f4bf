import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import type { DB } from './schema.generated.ts'

export type Db = Kysely<DB> | Transaction<DB>

export type Database = {
  engine: 'pglite' | 'postgres'
  db: Kysely<DB>
  /** Reads that decide no write; the primary itself where there are no replicas. */
  reads: Kysely<DB>
  /** A statement prepared once by its name, for the few queries where planning costs more than running. */
  prepared: <Row>(name: string, text: string, params: unknown[]) => Promise<Row[]>
  /** Several statements in one text, as migrations and bulk loads need. */
  exec: (text: string) => Promise<void>
  /** The embedded engine or the pool behind it, for what only one of them can do (COPY, LISTEN). */
  pglite: PGlite | undefined
  pool: pg.Pool | undefined
  close: () => Promise<void>
}

const pgliteExtensions = { btree_gist, citext, cube, earthdistance, pg_trgm, pgcrypto, unaccent }

const DATE = 1082
const INT8 = 20
const NUMERIC = 1700
const asNumber = (text: string): number => Number(text)
const asText = (text: string): string => text
const parsers = { [DATE]: asText, [INT8]: asNumber, [NUMERIC]: asNumber }

/** Opens the embedded database in a directory (or in memory), refusing a directory that another process has open. */
export async function openEmbedded(directory: string | undefined, seed?: Blob): Promise<Database> {
  let unlock = () => {}
  if (directory) {
    mkdirSync(directory, { recursive: true })
    unlock = lockDirectory(directory)
  }
  const pglite = await PGlite.create({
    ...(directory ? { dataDir: join(directory, 'pg') } : {}),
    ...(seed ? { loadDataDir: seed } : {}),
    extensions: pgliteExtensions,
    parsers,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB'],
  })
  await pglite.exec(`set time zone 'UTC'`)
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }) })
  return {
    engine: 'pglite',
    db,
    reads: db,
    pglite,
    pool: undefined,
    prepared: async <Row>(_name: string, text: string, params: unknown[]) =>
      (await pglite.query<Row>(text, params)).rows,
    exec: async (text) => {
      await pglite.exec(text)
    },
    close: async () => {
      await pglite.close()
      unlock()
    },
  }
}

const INT8_ARRAY = 1016
const asNumbers = (text: string): number[] =>
  (pg.types.getTypeParser(INT8_ARRAY as never, 'text') as (text: string) => string[])(text).map(Number)

// The embedded engine reads a list by the parser of what it holds; this one does not.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (oid === INT8_ARRAY && format !== 'binary' && asNumbers) ||
    (format !== 'binary' && parsers[oid as keyof typeof parsers]) ||
    pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

const poolOf = (url: string): pg.Pool => {
  // Ten for calls, and one for each channel that the process listens to.
  const pool = new pg.Pool({ connectionString: url, max: 15, types, options: '-c timezone=UTC -c jit=off' })
  // An idle connection that breaks is replaced; the next query reports what matters.
  pool.on('error', () => {})
  return pool
}

/** Opens a PostgreSQL 15 or later, with its replicas for reads. */
export async function openPostgres(url: string, readUrls: readonly string[] = []): Promise<Database> {
  const pool = poolOf(url)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // Each process keeps to one replica, drawn at its start; many processes use them all.
  const readUrl = readUrls[Math.floor(Math.random() * readUrls.length)]
  const readPool = readUrl ? poolOf(readUrl) : undefined
  const reads = readPool ? new Kysely<DB>({ dialect: new PostgresDialect({ pool: readPool }) }) : db
  return {
    engine: 'postgres',
    db,
    reads,
    pglite: undefined,
    pool,
    prepared: async <Row>(name: string, text: string, params: unknown[]) =>
      (await pool.query({ name, text, values: params })).rows as Row[],
    exec: async (text) => {
      await pool.query(text)
    },
    close: async () => {
      await Promise.all([pool.end(), readPool?.end()])
    },
  }
}
