import { fileURLToPath } from 'node:url'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formerCodes, refusals } from '#contract/refusals.ts'

const renamed = Object.entries(formerCodes) as [code: string, former: string][]

test('a former code belongs to exactly one renamed code', () => {
  const former = renamed.map(([, name]) => name)
  expect(new Set(former).size).toBe(former.length)
  expect(former.filter((name) => name in refusals)).toEqual([])
})

test('no page compares a renamed code, because pages and servers of two releases run side by side', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const names = new RegExp(`\\b(?:${renamed.flat().join('|')})\\b`)
  const dependent = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    names.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(dependent).toEqual([])
})
