import type { Bulk } from './bulk.ts'

type Definition = { table: string; name: string; definition: string }

/** A trigger, constraint or index of a table, in the order of removal; restored in reverse. */
export type TablePart = {
  kind: 'triggers' | 'reference' | 'index' | 'key'
  table: string
  name: string
  off: string
  on: string
}

export async function tableParts(bulk: Pick<Bulk, 'rows'>, tables: readonly string[]): Promise<TablePart[]> {
  const constraints = await bulk.rows<Definition & { kind: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype as kind from pg_constraint
     where contype in ('f', 'u', 'p', 'x') and conparentid = 0 and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
    [tables],
  )
  // A partition has triggers of its own, which its table does not switch.
  const partitions = await bulk.rows<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid and c.relkind = 'r'
     where inhparent::regclass::text = any($1)`,
    [tables],
  )
  const indexes = await bulk.rows<Definition>(
    `select tablename as table, indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
     where tablename = any($1) and schemaname = current_schema() and indexname not in (select conname from pg_constraint)`,
    [tables],
  )
  // Foreign keys before the keys they reference.
  const order = ['f', 'x', 'u', 'p']
  constraints.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : 1))
  const constraintPart = ({ table, name, definition, kind }: Definition & { kind: string }): TablePart => ({
    kind: kind === 'f' ? 'reference' : 'key',
    table,
    name,
    off: `alter table ${table} drop constraint if exists ${name}`,
    on: `alter table ${table} add constraint ${name} ${definition}`,
  })
  return [
    ...[...tables, ...partitions.map(({ name }) => name)].map((table) => ({
      kind: 'triggers' as const,
      table,
      name: `triggers of ${table}`,
      off: `alter table ${table} disable trigger user`,
      on: `alter table ${table} enable trigger user`,
    })),
    ...constraints.filter(({ kind }) => kind === 'f').map(constraintPart),
    ...indexes.map(({ table, name, definition }) => ({
      kind: 'index' as const,
      table,
      name,
      off: `drop index if exists ${name}`,
      on: definition,
    })),
    ...constraints.filter(({ kind }) => kind !== 'f').map(constraintPart),
  ]
}

/**
 * Drops indexes, constraints and triggers of tables for a bulk load. Returns a function that restores them one at a
 * time and reports each. With `keepIndexes` only the triggers are dropped: for a few rows into a filled table.
 */
export async function dropTableIndexes(
  bulk: Bulk,
  tables: readonly string[],
  { keepIndexes = false } = {},
): Promise<(say?: (name: string) => void) => Promise<void>> {
  const parts = (await tableParts(bulk, tables)).filter(({ kind }) => kind === 'triggers' || !keepIndexes)
  for (const { off } of parts) await bulk.run(off)
  return async (say = () => {}) => {
    for (const { name, on } of parts.toReversed()) {
      await bulk.run(on)
      say(name)
    }
  }
}
