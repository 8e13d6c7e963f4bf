import { bulkLoad } from '#db/bulk.ts'
import type { Database } from '#db/database.ts'
import type { City } from './cities.ts'
import { bareTables } from '#db/bare-tables.ts'
import { syntheticRows } from './synthetic.ts'
import { templatesByCountry } from './templates.ts'

/** Fills an empty database with a synthetic market in one transaction: rows by COPY, then keys and indexes, then the squares of the search grid. */
export async function fillMarket(
  database: Database,
  cities: readonly City[],
  say: (line: string) => void,
): Promise<void> {
  const found = await database.db.selectFrom('provider').select('id').limit(1).executeTakeFirst()
  if (found) throw new Error('This database already has providers; a synthetic market needs one of its own.')
  const rows = syntheticRows(cities, templatesByCountry())
  await bulkLoad(database, async (bulk) => {
    await bulk.run(`set local maintenance_work_mem = '512MB'`)
    const restore = await bareTables(
      bulk,
      rows.map(({ table }) => table),
    )
    for (const { table, columns, lines } of rows) {
      await bulk.copy(table, columns, lines())
      say(`copied ${table}`)
    }
    await restore((name) => say(`built ${name}`))
    await bulk.run('insert into match_cell (cell) select distinct cell from provider_match on conflict do nothing')
    for (const [table, column] of [
      ['provider', 'no'],
      ['media', 'id'],
      ['busy', 'id'],
    ] as const)
      await bulk.run(
        `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
      )
  })
  // Reads from an index alone need the map of pages that everybody may see.
  for (const { table } of rows) await database.exec(`vacuum (analyze) ${table}`)
  await database.exec('analyze match_cell')
  say('vacuumed')
}
