import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'

test('every public mutation is rate limited or goes through the work queue', () => {
  const open = Object.values(contract)
    .flatMap((calls) => Object.values(calls))
    .filter(({ access }) => access === 'public' || access === 'visitor')
    .filter(({ method, writes }) => method !== 'GET' || writes)
    .filter(({ limit, costly }) => !limit && !costly)
    .map(({ method, path }) => `${method} ${path}`)
  expect(open).toEqual([])
})
