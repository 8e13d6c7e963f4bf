import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { retentionDays } from '#contract/constants.ts'
import { formatRetention } from './periods.ts'
import { getPersonalColumns, listColumns, register } from './register.ts'
import { topics } from './topics.ts'

/** Reads the tables and columns of db/schema.generated.ts. */
function readSchema(): Map<string, string[]> {
  const text = readFileSync(new URL('../schema.generated.ts', import.meta.url), 'utf8')
  const columnsOf = (name: string): [string, string][] => {
    const body = text.match(new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`))?.[1] ?? ''
    return [...body.matchAll(/^ {2}"?(\w+)"?: (.*);$/gm)].map((m) => [m[1] ?? '', m[2] ?? ''])
  }
  return new Map(columnsOf('DB').map(([table, name]) => [table, columnsOf(name).map(([column]) => column)]))
}

const schema = readSchema()

describe('Register of personal data', () => {
  test('the schema is found', () => {
    expect(schema.size).toBeGreaterThan(150)
    expect(schema.get('account')).toContain('email')
  })

  test('every table has an entry, and every entry a table', () => {
    expect(Object.keys(register).toSorted()).toEqual([...schema.keys()].toSorted())
  })

  test('every column has one entry, and every entry a column', () => {
    const listed = (table: string) => {
      const entry = register[table]
      return entry ? listColumns(entry).toSorted() : []
    }
    const different = [...schema].filter(([table, columns]) => listed(table).join() !== columns.toSorted().join())
    expect(
      different.map(([table, columns]) => ({ table, listed: listed(table), columns: columns.toSorted() })),
    ).toEqual([])
  })

  test('every topic has a personal column', () => {
    const used = new Set(
      Object.keys(register).flatMap((table) => [...getPersonalColumns(table).values()].map((c) => c.topic)),
    )
    expect(Object.keys(topics).filter((id) => !used.has(id as keyof typeof topics))).toEqual([])
  })

  test('every retention period of a topic is a known one', () => {
    const known = Object.keys(formatRetention(retentionDays))
    const named = Object.values(topics).flatMap(({ retention }) =>
      [...retention.matchAll(/\{retention\.(\w+)\}/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !named.includes(name))).toEqual([])
  })

  test('a column that outlives the account has a reason', () => {
    const without = Object.keys(register).flatMap((table) =>
      [...getPersonalColumns(table)]
        .filter(([, { onDeletion, keptFor }]) => onDeletion === 'kept' && keptFor === null)
        .map(([column]) => `${table}.${column}`),
    )
    expect(without).toEqual([])
  })
})
