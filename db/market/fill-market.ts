import { type TablePart, tableParts } from '#db/bare-tables.ts'
import { type Bulk, bulkLoad } from '#db/bulk.ts'
import type { Database } from '#db/database.ts'
import { IMPORT_SCHEMA } from '#db/migrate.ts'
import type { City } from './cities.ts'
import { type Rows, syntheticRows } from './synthetic.ts'
import { templatesByCountry } from './templates.ts'

const HALF =
  'A synthetic market is half loaded into this database, and its constraints are off: drop it, and load another.'

/**
 * Fills an empty database with a synthetic market: rows by COPY, then keys and indexes, then the squares of the search grid.
 * Diaries and all the rest at once, a connection each: the exclusion constraint of diaries takes as long as everything
 * else. One that breaks off leaves a database that no site starts on.
 */
export async function fillMarket(
  database: Database,
  cities: readonly City[],
  say: (line: string) => void,
): Promise<void> {
  const found = await database.db.selectFrom('provider').select('id').limit(1).executeTakeFirst()
  if (found) throw new Error('This database already has providers; a synthetic market needs one of its own.')
  const rows = syntheticRows(cities, templatesByCountry())
  const tables = rows.map(({ table }) => table)
  const parts = await bulkLoad(database, async (bulk) => {
    await bulk.run(`create schema ${IMPORT_SCHEMA}; comment on schema ${IMPORT_SCHEMA} is '${HALF}'`)
    const listed = await tableParts(bulk, tables)
    for (const { off } of listed) await bulk.run(off)
    return listed.toReversed()
  })
  const put = async (bulk: Bulk, which: (part: TablePart) => boolean) => {
    for (const { name, on } of parts.filter(which)) {
      await bulk.run(on)
      say(`built ${name}`)
    }
  }
  const ofRows = ({ kind }: TablePart) => kind === 'key' || kind === 'index'
  const load = async (bulk: Bulk, which: Rows[]) => {
    await bulk.run(`set local maintenance_work_mem = '512MB'`)
    for (const { table, columns, lines } of which) {
      await bulk.copyAnew(table, columns, lines())
      say(`copied ${table}`)
    }
  }

  const diaries = Promise.withResolvers<void>()
  diaries.promise.catch(() => {})
  await atOnce(database, [
    async (bulk) => {
      await load(
        bulk,
        rows.filter(({ table }) => table === 'busy'),
      ).catch((fault) => {
        diaries.reject(fault)
        throw fault
      })
      diaries.resolve()
      await put(bulk, (part) => ofRows(part) && part.table === 'busy')
    },
    async (bulk) => {
      // One core writes the rows of both: the diaries first, whose index is waited for.
      await diaries.promise
      await load(
        bulk,
        rows.filter(({ table }) => table !== 'busy'),
      )
      await put(bulk, (part) => ofRows(part) && part.table !== 'busy')
      await bulk.run('insert into match_cell (cell) select distinct cell from provider_match on conflict do nothing')
    },
  ])
  const longest = ({ table, kind }: TablePart) => kind === 'reference' && table === 'busy_day'
  await atOnce(database, [
    (bulk) => put(bulk, longest),
    (bulk) => put(bulk, (part) => part.kind === 'reference' && !longest(part)),
  ])
  await bulkLoad(database, async (bulk) => {
    await put(bulk, ({ kind }) => kind === 'triggers')
    for (const [table, column] of [
      ['provider', 'no'],
      ['media', 'id'],
      ['busy', 'id'],
    ] as const)
      await bulk.run(
        `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
      )
    await bulk.run(`drop schema ${IMPORT_SCHEMA}`)
  })
  // Reads from an index alone need the map of pages that everybody may see.
  const left = [...tables, 'match_cell']
  const vacuum = async () => {
    for (let table = left.pop(); table; table = left.pop()) await database.exec(`vacuum (analyze) ${table}`)
  }
  await Promise.all([vacuum(), vacuum()])
  say('vacuumed')
}

/** Parts of one load, each in a transaction and on a connection of its own; the embedded database, which has one, does them in turn. */
async function atOnce(database: Database, loads: readonly ((bulk: Bulk) => Promise<void>)[]): Promise<void> {
  if (database.pglite) {
    for (const load of loads) await bulkLoad(database, load)
    return
  }
  const done = await Promise.allSettled(loads.map((load) => bulkLoad(database, load, { part: true })))
  for (const one of done) if (one.status === 'rejected') throw one.reason
}
