import type { Database } from '#db/database.ts'
import { quoteIdentifier, type Session, acquireSession } from '#db/session.ts'

/** A schema as PostgreSQL's catalogue describes it. All definitions are SQL. */
export type Catalog = {
  extensions: string[]
  /** Sequences that belong to no column. */
  sequences: string[]
  /** Domains, enums and composite types. */
  types: { name: string; definition: string }[]
  functions: CatalogFunction[]
  tables: Table[]
  views: View[]
  rows: TableRows[]
}

export type CatalogFunction = {
  name: string
  signature: string
  definition: string
  isTrigger: boolean
  isNeededByTables: boolean
  comment: string | null
}

export type Table = {
  name: string
  unlogged: boolean
  options: string | null
  comment: string | null
  /** The key of a partitioned table, as `RANGE (at)`. Its default partition is part of the schema, others are not. */
  partitionKey: string | null
  defaultPartition: { name: string; options: string | null; triggers: string[] } | null
  columns: Column[]
  constraints: Constraint[]
  indexes: { name: string; definition: string }[]
  triggers: Trigger[]
}

type Trigger = { name: string; definition: string; calls: string }

export type View = { name: string; definition: string; comment: string | null; columns: Column[]; triggers: Trigger[] }

export type Column = { name: string; type: string; default: string; notNull: boolean; comment: string | null }

export type Constraint = {
  name: string
  /** The letter of `pg_constraint.contype`: `p` primary key, `u` unique, `x` exclusion, `c` check, `f` foreign key. */
  kind: 'p' | 'u' | 'x' | 'c' | 'f'
  definition: string
  validated: boolean
  columns: string[]
  references: string | null
  referencedColumns: string[] | null
}

type TableRows = {
  table: string
  columns: string[]
  values: string[]
  /** The columns whose sequences continue after the rows. */
  identities: string[]
}

const SCHEMA = `'public'::regnamespace`
const isOwn = (catalog: string, id: string) =>
  `not exists (select 1 from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${id} and d.deptype = 'e')`

const EXTENSIONS = `select quote_ident(extname) as name from pg_extension where extname <> 'plpgsql' order by extname`

const SEQUENCES = `
  select quote_ident(c.relname) as name from pg_class c
  where c.relnamespace = ${SCHEMA} and c.relkind = 'S' and ${isOwn('pg_class', 'c.oid')}
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0)
  order by c.relname`

// A type is older than those that are made of it.
const TYPES = `
  select quote_ident(t.typname) as name,
    case t.typtype
      when 'd' then 'domain ' || quote_ident(t.typname) || ' as ' || format_type(t.typbasetype, t.typtypmod)
        || case when t.typnotnull then ' not null' else '' end || coalesce(' default ' || t.typdefault, '')
        || coalesce((select string_agg(E'\\n  constraint ' || quote_ident(o.conname) || ' ' || pg_get_constraintdef(o.oid, true), '' order by o.conname collate "C")
          from pg_constraint o where o.contypid = t.oid and o.contype = 'c'), '')
      when 'e' then 'type ' || quote_ident(t.typname) || ' as enum (' ||
        (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) || ')'
      else 'type ' || quote_ident(t.typname) || E' as (\\n' ||
        (select string_agg('  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), E',\\n' order by a.attnum)
          from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) || E'\\n)'
    end as definition
  from pg_type t left join pg_class c on c.oid = t.typrelid
  where t.typnamespace = ${SCHEMA} and (t.typtype in ('d', 'e') or c.relkind = 'c') and ${isOwn('pg_type', 't.oid')}
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by t.oid`

const FUNCTIONS = `
  select p.proname as name, p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition, p.prorettype = 'trigger'::regtype as "isTrigger",
    exists (
      select 1 from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
        and (d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass, 'pg_rewrite'::regclass)
          or d.classid = 'pg_trigger'::regclass and p.prorettype <> 'trigger'::regtype)
    ) as "isNeededByTables",
    obj_description(p.oid, 'pg_proc') as comment
  from pg_proc p where p.pronamespace = ${SCHEMA} and p.prokind in ('f', 'p') and ${isOwn('pg_proc', 'p.oid')}
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`

const TABLES = `
  select c.relname as name, c.relpersistence = 'u' as unlogged, array_to_string(c.reloptions, ', ') as options,
    obj_description(c.oid, 'pg_class') as comment, pg_get_partkeydef(c.oid) as "partitionKey",
    (select json_build_object('name', d.relname, 'options', array_to_string(d.reloptions, ', '),
        'triggers', (select coalesce(json_agg(pg_get_triggerdef(t.oid, true) order by t.tgname), '[]') from pg_trigger t where t.tgrelid = d.oid and t.tgparentid = 0 and not t.tgisinternal))
      from pg_partitioned_table p join pg_class d on d.oid = p.partdefid where p.partrelid = c.oid) as "defaultPartition"
  from pg_class c where c.relnamespace = ${SCHEMA} and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`

const COLUMNS = `
  select c.relname as table, quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
    case
      when a.attidentity <> '' then 'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
        || case when s.seqstart <> 1 then ' (start with ' || s.seqstart || ')' else '' end
      when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(e.adbin, e.adrelid, true) || ') stored'
      when e.adbin is not null then 'default ' || pg_get_expr(e.adbin, e.adrelid, true)
      else ''
    end as default,
    col_description(c.oid, a.attnum) as comment
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
    left join pg_depend d on a.attidentity <> '' and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i'
    left join pg_sequence s on s.seqrelid = d.objid
  where c.relnamespace = ${SCHEMA} and c.relkind in ('r', 'p', 'v') and not c.relispartition order by c.relname collate "C", a.attnum`

const columnNames = (table: string, numbers: string) =>
  `(select array_agg(quote_ident(a.attname) order by k.position) from unnest(${numbers}) with ordinality as k(number, position)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number)`

const CONSTRAINTS = `
  select c.relname as table, quote_ident(o.conname) as name, o.contype::text as kind, pg_get_constraintdef(o.oid, true) as definition,
    o.convalidated as validated, coalesce(${columnNames('o.conrelid', 'o.conkey')}, '{}') as columns,
    f.relname as references, ${columnNames('o.confrelid', 'o.confkey')} as "referencedColumns"
  from pg_constraint o join pg_class c on c.oid = o.conrelid left join pg_class f on f.oid = o.confrelid
  where o.connamespace = ${SCHEMA} and o.contype in ('p', 'u', 'x', 'c', 'f') and not c.relispartition
  order by array_position(array['p', 'u', 'x', 'c', 'f'], o.contype::text), o.conname collate "C"`

const INDEXES = `
  select c.relname as table, i.relname as name, replace(pg_get_indexdef(i.oid, 0, true), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where c.relnamespace = ${SCHEMA} and not c.relispartition and not exists (select 1 from pg_constraint o where o.conindid = i.oid and o.contype in ('p', 'u', 'x'))
  order by i.relname collate "C"`

const TRIGGERS = `
  select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid, true) as definition, p.proname as calls
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = ${SCHEMA} and not t.tgisinternal and not c.relispartition order by t.tgname collate "C"`

// A view is older than the views that select from it. PostgreSQL 15 qualifies the columns of a view that reads a single
// table, later versions do not.
const VIEWS = `
  select quote_ident(c.relname) as name,
    case when cardinality(source.names) = 1 then regexp_replace(pg_get_viewdef(c.oid, true), '\\m' || source.names[1] || '\\.', '', 'g') else pg_get_viewdef(c.oid, true) end as definition,
    obj_description(c.oid, 'pg_class') as comment
  from pg_class c cross join lateral (
    select array_agg(distinct s.relname::text) as names from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> c.oid
      join pg_class s on s.oid = d.refobjid
    where r.ev_class = c.oid
  ) source
  where c.relnamespace = ${SCHEMA} and c.relkind = 'v' and ${isOwn('pg_class', 'c.oid')} order by c.oid`

export async function readCatalog(database: Database): Promise<Catalog> {
  const session = await acquireSession(database)
  try {
    const names = async (query: string) => (await session.rows<{ name: string }>(query)).map(({ name }) => name)
    const byTable = async <Part>(query: string) =>
      Map.groupBy(await session.rows<Part & { table: string }>(query), ({ table }) => table)
    const [columns, constraints, indexes, triggers] = [
      await byTable<Column>(COLUMNS),
      await byTable<Constraint>(CONSTRAINTS),
      await byTable<Table['indexes'][number]>(INDEXES),
      await byTable<Trigger>(TRIGGERS),
    ]
    const views = (await session.rows<Omit<View, 'columns' | 'triggers'>>(VIEWS)).map((view) => ({
      ...view,
      columns: columns.get(view.name) ?? [],
      triggers: triggers.get(view.name) ?? [],
    }))
    const tables = (await session.rows<Omit<Table, 'columns'>>(TABLES)).map((table) => ({
      ...table,
      columns: columns.get(table.name) ?? [],
      constraints: constraints.get(table.name) ?? [],
      indexes: indexes.get(table.name) ?? [],
      triggers: triggers.get(table.name) ?? [],
    }))
    return {
      extensions: await names(EXTENSIONS),
      sequences: await names(SEQUENCES),
      types: await session.rows<Catalog['types'][number]>(TYPES),
      functions: await session.rows<CatalogFunction>(FUNCTIONS),
      tables,
      views,
      rows: await readRows(session, tables),
    }
  } finally {
    session.release()
  }
}

async function readRows(session: Session, tables: readonly Table[]): Promise<TableRows[]> {
  const found: TableRows[] = []
  for (const { name: table, columns } of tables) {
    if (table === 'migration') continue
    const names = columns.filter((column) => !column.default.endsWith('stored')).map(({ name }) => name)
    const rows = await session.rows<{ values: string }>(
      `select concat_ws(', ', ${names.map((name) => `quote_nullable(${name}::text)`).join(', ')}) as values from ${quoteIdentifier(table)} order by 1`,
    )
    const identities = columns.filter((column) => column.default.includes('as identity')).map(({ name }) => name)
    if (rows.length) found.push({ table, columns: names, values: rows.map(({ values }) => values), identities })
  }
  return found
}
