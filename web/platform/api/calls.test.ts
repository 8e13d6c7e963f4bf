import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callTables } from './generate-calls.ts'

test.each(Object.entries(callTables()))(
  '%s lists the endpoints of the contract; `npm run types` writes it',
  (file, source) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toBe(source)
  },
)
