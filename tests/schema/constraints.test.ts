import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { openCopy } from '#server/test-databases.ts'
import { bookingInputs, bookingMappings, conditionMappings } from './booking-mappings.ts'
import {
  compareRules,
  constantRule,
  expandColumns,
  isAbout,
  type Mapping,
  mapInputs,
  wordsRule,
} from './contract-rules.ts'
import { internalColumns, internalConditions } from './internal-rules.ts'
import { profileInputs, profileMappings } from './profile-mappings.ts'
import {
  type ColumnRule,
  type Condition,
  parseRule,
  readSchemaRules,
  type SchemaRules,
  splitConditions,
} from './read-rules.ts'

const mapped = new Map<string, Mapping[0][]>()
const internal = new Set(expandColumns(Object.values(internalColumns).flat()))

let database: Database
let schema: SchemaRules
beforeAll(async () => {
  database = (await openCopy('reference')).database
  schema = await readSchemaRules(database.db)
  const columns = [...new Set(schema.rules.filter((rule) => !isSign(rule)).map(({ column }) => column))]
  const inputs = mapInputs([...profileInputs, ...bookingInputs], columns)
  for (const [rule, ...names] of [...profileMappings, ...bookingMappings, ...inputs])
    for (const column of expandColumns(names)) mapped.set(column, [...(mapped.get(column) ?? []), rule])
})
afterAll(() => database.close())

/** A sum or count that is not negative or not zero, which contracts do not repeat. */
const isSign = ({ kind, least, most }: ColumnRule): boolean =>
  kind === 'range' && most === undefined && (least === 0 || least === 1)

/** Numbers and words of a condition beyond column rules and comparisons with zero. */
function strangeParts({ table, text }: Condition, rules: readonly ColumnRule[]): string[] {
  const known = new Set(
    rules.filter(({ column }) => column.startsWith(`${table}.`)).flatMap(({ words }) => words ?? []),
  )
  const words = [...text.matchAll(/'([^']*)'/g)].flatMap((found) =>
    (found[1] ?? '').replace(/^\{(.+)\}$/, '$1').split(','),
  )
  const numbers = [...text.replaceAll(/'[^']*'/g, '').matchAll(/\b\d+\b/g)].map((found) => found[0])
  const plainTypes = ['', '{}', 'array', 'object']
  return [
    ...words.filter((word) => !known.has(word) && !plainTypes.includes(word)),
    ...numbers.filter((digits) => Number(digits) > 1),
  ]
}

describe('The database and the contract agree', () => {
  test('on every bound, length and list of values', () => {
    const differences = schema.rules.flatMap((rule) =>
      (mapped.get(rule.column) ?? [])
        .filter((contract) => isAbout(contract, rule.kind))
        .flatMap((contract) => compareRules(rule, contract) ?? []),
    )
    expect(differences).toEqual([])
  })

  test('every rule of a column has a counterpart, or is internal for a reason', () => {
    const isMapped = ({ column, kind }: ColumnRule) => mapped.get(column)?.some((contract) => isAbout(contract, kind))
    const open = schema.rules
      .filter((rule) => !isSign(rule) && !isMapped(rule) && !internal.has(rule.column))
      .map(
        ({ column, kind, least, most, words, pattern }) =>
          `${column} ${kind} ${words ?? pattern ?? `${least}..${most}`}`,
      )
    expect(open, 'Add these columns to tests/schema/*-mappings.ts, or to internal-rules.ts with a reason.').toEqual([])
  })

  test('every number and word in a condition between columns has a counterpart, or is internal for a reason', () => {
    const parts = new Map<string, string[]>()
    for (const condition of schema.conditions) {
      const known = parts.get(condition.constraint) ?? []
      parts.set(condition.constraint, [...known, ...strangeParts(condition, schema.rules)])
    }
    const sorted = (list: readonly (string | number)[]) => [...new Set(list.map(String))].toSorted().join(', ')
    const open = [...parts]
      .filter(([constraint]) => !(constraint in internalConditions))
      .map(([constraint, own]) => [constraint, sorted(own), sorted(conditionMappings[constraint] ?? [])])
      .filter(([, own, expected]) => own !== expected)
      .map(([constraint, own, expected]) => `${constraint}: the database has ${own}, the contract ${expected}`)
    expect(open, 'Add these to conditionMappings, or to internal-rules.ts with a reason.').toEqual([])
  })

  test('no mapping is unused', () => {
    const columns = new Set(schema.rules.filter((rule) => !isSign(rule)).map(({ column }) => column))
    expect([...mapped.keys(), ...internal].filter((column) => !columns.has(column))).toEqual([])
    const names = new Set(schema.conditions.map(({ constraint }) => constraint))
    expect(
      [...Object.keys(internalConditions), ...Object.keys(conditionMappings)].filter((name) => !names.has(name)),
    ).toEqual([])
  })

  test('lengths and values are check constraints, not types', async () => {
    const { rows } = await sql<{
      name: string
    }>`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and character_maximum_length is not null
      union all select typname from pg_type where typtype = 'e' and typnamespace = 'public'::regnamespace`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  })
})

describe('The comparison', () => {
  test.each([
    ['(percent >= 20) AND (percent <= 50)', { kind: 'range', least: 20, most: 50 }],
    ['(length(name) >= 1) AND (length(name) <= 80)', { kind: 'length', least: 1, most: 80 }],
    ['cardinality(files) < 7', { kind: 'items', most: 6 }],
  ])('reads %s', (text, expected) => {
    const rules = splitConditions(text).map((part) => parseRule('t', part))
    expect(Object.assign({}, ...rules)).toMatchObject(expected)
  })

  test('reads values, and ignores conditions between columns', () => {
    expect(parseRule('t', "state = ANY (ARRAY['open', 'done'])")).toMatchObject({ words: ['open', 'done'] })
    expect(parseRule('t', "(state = 'done') = (done_at IS NOT NULL)")).toBeNull()
  })

  test('reports each difference', () => {
    const share: ColumnRule = { column: 't.share', kind: 'range', least: 20, most: 50 }
    expect(compareRules(share, constantRule('shares', { least: 20, most: 50 }))).toBeNull()
    expect(compareRules(share, constantRule('shares', { least: 15, most: 50 }))).toBe(
      't.share: the database has the minimum 20, shares has 15',
    )
    expect(compareRules(share, constantRule('shares', { least: 20, most: 60 }))).toContain('the maximum 50')
    const state: ColumnRule = { column: 't.state', kind: 'words', words: ['open'] }
    expect(compareRules(state, wordsRule('states', ['open', 'done']))).toContain('the words open')
  })
})
