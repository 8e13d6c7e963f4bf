import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateCallTables } from './generate-calls.ts'

test.each(Object.entries(generateCallTables()))(
  '%s lists the endpoints of the contract; `npm run types` writes it',
  (file, source) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toBe(source)
  },
)
