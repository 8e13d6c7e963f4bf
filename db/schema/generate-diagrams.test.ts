import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const diagrams = read('docs/schema.md')

test('each line of a diagram is a reference, an entity or an attribute of Mermaid', () => {
  const blocks = [...diagrams.matchAll(/^```mermaid\nerDiagram\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '')
  expect(blocks.length).toBe(diagrams.match(/^## /gm)?.length)
  const line =
    /^ {4}(?:[a-z]\w* (?:\|o|\|\|)--o[|{] [a-z]\w* : "[\w, ]+"|[a-z]\w* \{|\}|\s{4}[A-Za-z_][\w()[\]]* [a-z]\w*(?: (?:PK|FK|UK)(?:, (?:PK|FK|UK))*)?)$/
  expect(
    blocks.flatMap((block) =>
      block
        .trimEnd()
        .split('\n')
        .filter((text) => !line.test(text)),
    ),
  ).toEqual([])
})

test('each table of the schema is in exactly one diagram', () => {
  const tables = [...read('db/schema.sql').matchAll(/^create (?:unlogged )?table (\w+) \(/gm)].map(([, name]) => name)
  const entities = [...diagrams.matchAll(/^ {4}(\w+) \{$/gm)].map(([, name]) => name)
  expect(entities).toEqual(tables)
})
