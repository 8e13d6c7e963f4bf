import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A bound, length, number of items, list of values or pattern that a check constraint sets for one column. */
export type ColumnRule = {
  column: string
  kind: 'range' | 'length' | 'items' | 'words' | 'pattern'
  least?: number
  most?: number
  words?: readonly string[]
  pattern?: string
}

/** A condition that no `ColumnRule` can express, with its names, words and numbers. */
export type Condition = { constraint: string; table: string; text: string }

export type SchemaRules = { rules: readonly ColumnRule[]; conditions: readonly Condition[] }

type CheckRow = { owner: string; name: string; definition: string; columns: string[] }

// Constraints of a domain count for its columns. The domain `earth` belongs to an extension.
const checkQuery = sql<CheckRow>`
  select r.relname as owner, c.conname as name, pg_get_constraintdef(c.oid) as definition, '{}'::text[] as columns
  from pg_constraint c join pg_class r on r.oid = c.conrelid
  where c.contype = 'c' and c.connamespace = 'public'::regnamespace and not r.relispartition
  union all
  select t.typname, c.conname, pg_get_constraintdef(c.oid),
    (select coalesce(array_agg(r.relname || '.' || a.attname order by r.relname, a.attname), '{}')
      from pg_attribute a join pg_class r on r.oid = a.attrelid where a.atttypid = t.oid and r.relkind in ('r', 'p'))
  from pg_constraint c join pg_type t on t.oid = c.contypid
  where c.contype = 'c' and c.connamespace = 'public'::regnamespace and t.typname <> 'earth'
  order by 1, 2`

/** Reads all check constraints of the schema `public`, also those of domains. */
export async function readSchemaRules(db: Db): Promise<SchemaRules> {
  const { rows } = await checkQuery.execute(db)
  const parts = rows.flatMap(({ owner, name, definition, columns }) =>
    splitConditions(simplify(definition)).flatMap((text) =>
      columns.length > 0
        ? columns.map((column) => {
            const [table = '', own = ''] = column.split('.')
            return { table, constraint: `${owner}.${name}`, text: text.replaceAll(/\bVALUE\b/g, own) }
          })
        : [{ table: owner, constraint: `${owner}.${name}`, text }],
    ),
  )
  const rules = new Map<string, ColumnRule>()
  const conditions: Condition[] = []
  for (const part of parts) {
    const rule = parseRule(part.table, part.text)
    if (!rule) {
      conditions.push(part)
      continue
    }
    const key = `${rule.column} ${rule.kind}`
    rules.set(key, { ...rules.get(key), ...rule })
  }
  return { rules: [...rules.values()], conditions }
}

/** Removes casts, quotes of names and the outer parts of a definition printed by PostgreSQL. */
const simplify = (definition: string): string =>
  definition
    .replace(/^CHECK \(/, '')
    .replace(/\)( NOT VALID)?$/, '')
    .replaceAll(/::(text|integer|double precision|bigint|numeric|citext|smallint|date|interval)(\[\])?/g, '')
    .replaceAll(/"(\w+)"/g, '$1')
    .replaceAll(/TRIM\(BOTH FROM (\w+)\)/g, '$1')
    .replaceAll(/\s+/g, ' ')

function unwrap(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('(')) return trimmed
  let depth = 0
  for (const [i, sign] of [...trimmed].entries()) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth === 0) return i === trimmed.length - 1 ? unwrap(trimmed.slice(1, -1)) : trimmed
  }
  return trimmed
}

/** Splits a condition at each AND outside parentheses and quotes. */
export function splitConditions(text: string): string[] {
  const whole = unwrap(text)
  if (whole.startsWith('CASE')) return [whole]
  const parts: string[] = []
  let [depth, from, isQuoted] = [0, 0, false]
  for (let i = 0; i < whole.length; i++) {
    if (whole[i] === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (whole[i] === '(') depth++
    if (whole[i] === ')') depth--
    if (depth > 0 || !whole.startsWith(' AND ', i)) continue
    parts.push(whole.slice(from, i))
    from = i + 5
  }
  parts.push(whole.slice(from))
  return parts.length === 1 ? [whole] : parts.flatMap(splitConditions)
}

const number = String.raw`\(?'?(-?\d+(?:\.\d+)?)'?\)?`
const compared = new RegExp(`^(\\w+) (>=|<=|>|<|=) ${number}$`)
const measured = new RegExp(
  `^(length|octet_length|cardinality|jsonb_array_length)\\(\\(*(\\w+)\\)*\\) (>=|<=|>|<|=) ${number}$`,
)
const arrayInCase =
  /^CASE WHEN \(jsonb_typeof\((\w+)\) = 'array'\) THEN \(jsonb_array_length\(\1\) <= (\d+)\) ELSE false END$/
const kinds = { length: 'length', octet_length: 'length', cardinality: 'items', jsonb_array_length: 'items' } as const

const toBounds = (operator: string, value: number): Pick<ColumnRule, 'least' | 'most'> => ({
  ...(operator === '>=' || operator === '=' ? { least: value } : {}),
  ...(operator === '>' ? { least: value + 1 } : {}),
  ...(operator === '<=' || operator === '=' ? { most: value } : {}),
  ...(operator === '<' ? { most: value - 1 } : {}),
})

const wordsIn = (list: string): string[] => list.split(/, ?/).map((word) => word.replaceAll(/^'|'$/g, ''))

/** Parses a condition on one column. Returns null for any other. */
export function parseRule(table: string, condition: string): ColumnRule | null {
  const text = unwrap(condition)
  const range = compared.exec(text)
  if (range) return { column: `${table}.${range[1]}`, kind: 'range', ...toBounds(range[2] ?? '', Number(range[3])) }
  const size = measured.exec(text)
  if (size)
    return {
      column: `${table}.${size[2]}`,
      kind: kinds[size[1] as keyof typeof kinds],
      ...toBounds(size[3] ?? '', Number(size[4])),
    }
  const most = arrayInCase.exec(text)
  if (most) return { column: `${table}.${most[1]}`, kind: 'items', most: Number(most[2]) }
  const words =
    /^\(?(\w+)\)? = ANY \(ARRAY\[(.*)\]\)$/.exec(text) ??
    /^(\w+) <@ '\{(.+)\}'$/.exec(text) ??
    /^(\w+) <@ ARRAY\[(.*)\]$/.exec(text)
  if (words) return { column: `${table}.${words[1]}`, kind: 'words', words: wordsIn(words[2] ?? '') }
  const pattern = /^(\w+) ~ '(.*)'$/.exec(text)
  if (pattern) return { column: `${table}.${pattern[1]}`, kind: 'pattern', pattern: pattern[2] ?? '' }
  return null
}
