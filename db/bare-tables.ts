import type { Bulk } from './bulk.ts'

type Definition = { table: string; name: string; definition: string }

/** Takes indexes, constraints and triggers off tables while they are filled; the answer puts all of them back, one at a time, and says which. */
export async function bareTables(
  bulk: Bulk,
  tables: readonly string[],
): Promise<(say?: (name: string) => void) => Promise<void>> {
  const constraints = await bulk.rows<Definition & { kind: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype as kind from pg_constraint
     where contype in ('f', 'u', 'p', 'x') and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
    [tables],
  )
  const indexes = await bulk.rows<Definition>(
    `select tablename as table, indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and schemaname = current_schema() and indexname not in (select conname from pg_constraint)`,
    [tables],
  )
  // References first, then the keys they lean on; back in the other order.
  const order = ['f', 'x', 'u', 'p']
  constraints.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : 1))
  for (const { table, name } of constraints) await bulk.run(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await bulk.run(`drop index ${name}`)
  for (const table of tables) await bulk.run(`alter table ${table} disable trigger user`)
  return async (say = () => {}) => {
    for (const { table, name, definition } of constraints.toReversed().filter(({ kind }) => kind !== 'f')) {
      await bulk.run(`alter table ${table} add constraint ${name} ${definition}`)
      say(name)
    }
    for (const { name, definition } of indexes) {
      await bulk.run(definition)
      say(name)
    }
    for (const { table, name, definition } of constraints.filter(({ kind }) => kind === 'f')) {
      await bulk.run(`alter table ${table} add constraint ${name} ${definition}`)
      say(name)
    }
    for (const table of tables) await bulk.run(`alter table ${table} enable trigger user`)
  }
}
