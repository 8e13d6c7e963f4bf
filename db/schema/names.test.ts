import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8')
const find = (pattern: RegExp) => [...schema.matchAll(pattern)].map(([, name = '', table = '']) => ({ name, table }))
const namesOf = (pattern: RegExp) => find(pattern).map(({ name }) => name)

const tables = namesOf(/^create (?:unlogged )?table (\w+) \(/gm)
const indexes = find(/^create (?:unique )?index (\w+) ON (\w+)/gm)
const triggers = namesOf(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+)/gm)
const functions = namesOf(/^create (?:function|procedure) (\w+)/gm)

test('table names are singular nouns', () => {
  // Words without a plural, and names that customers and contracts use.
  const exceptions = new Set(['appointment_progress', 'own_series', 'own_words', 'voucher_terms'])
  expect(tables.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([])
  expect(tables.filter((name) => /[^s]s$/.test(name) && !exceptions.has(name))).toEqual([])
})

test('index names begin with the name of their table', () => {
  expect(indexes.filter(({ name, table }) => !name.startsWith(`${table}_`))).toEqual([])
})

test('names of trigger functions begin with a verb', () => {
  const verbs =
    'check delete enqueue insert invalidate limit notify publish refresh reject release reserve schedule set update'
  const isVerb = new Set(verbs.split(' '))
  const called = new Set(namesOf(/EXECUTE FUNCTION (\w+)/gm))
  // Serves the views of the previous release.
  called.delete('linked_appointment_from_view')
  expect([...called].filter((name) => !isVerb.has(name.split('_')[0] ?? ''))).toEqual([])
})

test('no name of a table, index, trigger or function uses a private word', () => {
  const words = /_(anew|gone|kept|says|spoke|stands|stays|tells|told|untold|whose|without)(_|$)|^(keep|tell)_/
  // Former names for the previous release.
  const former = new Set(['keep_answer', 'keep_reserved', 'time_stands'])
  const all = [...tables, ...indexes.map(({ name }) => name), ...triggers, ...functions]
  expect(all.filter((name) => words.test(name) && !former.has(name))).toEqual([])
})
