import { type TablePart, tableParts } from '#db/bare-tables.ts'
import { type Bulk, bulkLoad } from '#db/bulk.ts'
import type { Database } from '#db/database.ts'
import { IMPORT_SCHEMA } from '#db/migrate.ts'
import type { City } from './cities.ts'
import { generateSyntheticRows } from './synthetic.ts'
import { getTemplatesByCountry } from './templates.ts'

const HALF =
  'A synthetic market is only partly loaded into this database, without its constraints: drop the database and load it again.'

/**
 * Fills an empty database with a synthetic market on two connections: rows by COPY, then keys and indexes, then the
 * search grid. Only the calendar's exclusion constraint exists from the start: checked per row it uses both cores,
 * built later only one. After an interrupted load the site refuses to start.
 */
export async function fillMarket(
  database: Database,
  cities: readonly City[],
  say: (line: string) => void,
): Promise<void> {
  const found = await database.db.selectFrom('provider').select('id').limit(1).executeTakeFirst()
  if (found) throw new Error('This database already has providers. A synthetic market needs a new database.')
  const { rows, diaries } = generateSyntheticRows(cities, getTemplatesByCountry())
  const tables = ['busy', ...rows.map(({ table }) => table)]
  const parts = await bulkLoad(database, async (bulk) => {
    await bulk.run(`create schema ${IMPORT_SCHEMA}; comment on schema ${IMPORT_SCHEMA} is '${HALF}'`)
    const off = (await tableParts(bulk, tables)).filter(({ name }) => name !== 'busy_no_overlap')
    for (const part of off) await bulk.run(part.off)
    return off.toReversed()
  })
  const put = async (bulk: Bulk, which: (part: TablePart) => boolean) => {
    await bulk.run(`set local maintenance_work_mem = '512MB'`)
    for (const { name, on } of parts.filter(which)) {
      await bulk.run(on)
      say(`built ${name}`)
    }
  }
  const putOf = (bulk: Bulk, which: (table: string) => boolean) =>
    put(bulk, ({ kind, table }) => (kind === 'key' || kind === 'index') && which(table))
  const load = async (bulk: Bulk, which: (table: string) => boolean) => {
    for (const { table, columns, lines } of rows.filter(({ table }) => which(table))) {
      await bulk.copyAnew(table, columns, lines())
      say(`copied ${table}`)
    }
    await putOf(bulk, which)
  }
  const ofProvider = (table: string) => table !== 'busy' && table !== 'busy_day'

  await runInParallel(
    database,
    diaries.map(({ table, columns, lines }) => async (bulk) => {
      await bulk.copy(table, columns, lines())
      say('copied half of busy')
    }),
  )
  await runInParallel(database, [
    async (bulk) => {
      await load(bulk, (table) => table === 'busy_day')
      await putOf(bulk, (table) => table === 'busy')
    },
    async (bulk) => {
      await load(bulk, ofProvider)
      await bulk.run('insert into match_cell (cell) select distinct cell from provider_match on conflict do nothing')
    },
  ])
  await runInParallel(database, [
    (bulk) => put(bulk, ({ kind, table }) => kind === 'reference' && table === 'busy_day'),
    (bulk) => put(bulk, ({ kind, table }) => kind === 'reference' && table !== 'busy_day'),
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
  const left = [...tables, 'match_cell'].toReversed()
  const vacuum = async () => {
    for (let table = left.pop(); table; table = left.pop()) await database.exec(`vacuum (analyze) ${table}`)
  }
  await Promise.all([vacuum(), vacuum()])
  say('vacuumed')
}

async function runInParallel(database: Database, loads: readonly ((bulk: Bulk) => Promise<void>)[]): Promise<void> {
  if (database.pglite) {
    for (const load of loads) await bulkLoad(database, load)
    return
  }
  const done = await Promise.allSettled(loads.map((load) => bulkLoad(database, load, { part: true })))
  for (const one of done) if (one.status === 'rejected') throw one.reason
}
