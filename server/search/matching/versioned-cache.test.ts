import { expect, test } from 'vitest'
import { isBudgetSpent, waitLeftMs, runWithWaitBudget } from '#db/postgres/wait-budget.ts'
import { VersionedCache } from './versioned-cache.ts'

type Thing = { version: number; weight: number }

function open(most: number) {
  const asked: number[][] = []
  const source = new Map<number, Thing>()
  const cache = new VersionedCache<Thing>(most, (thing) => thing.weight)
  const at = async (...keys: number[]) =>
    cache.at(new Map(keys.map((key) => [key, source.get(key)?.version ?? 0])), async (stale) => {
      asked.push(stale)
      return new Map(stale.map((key) => [key, source.get(key) ?? { version: 0, weight: 1 }]))
    })
  return { asked, source, cache, at }
}

test('an entry is read once until its version changes', async () => {
  const { asked, source, at } = open(100)
  source.set(1, { version: 1, weight: 5 })
  await at(1, 2)
  await at(2, 1)
  expect(asked).toEqual([[1, 2]])
  source.set(1, { version: 2, weight: 7 })
  expect((await at(1, 2))[0]).toEqual({ version: 2, weight: 7 })
  expect(asked).toEqual([[1, 2], [1]])
})

test('the cache stays within its limit, and evicts the least recently used entries', async () => {
  const { asked, source, cache, at } = open(10)
  for (let key = 1; key <= 5; key++) source.set(key, { version: 1, weight: 4 })
  await at(1)
  await at(2)
  await at(1)
  await at(3)
  expect(cache.weight).toBeLessThanOrEqual(10)
  asked.length = 0
  await at(1)
  await at(2)
  expect(asked).toEqual([[2]])
})

test('a search that needs more entries than the limit still gets a complete answer', async () => {
  const { source, cache, at } = open(10)
  for (let key = 1; key <= 5; key++) source.set(key, { version: key, weight: 4 })
  expect((await at(1, 2, 3, 4, 5)).map((thing) => thing.version)).toEqual([1, 2, 3, 4, 5])
  expect(cache.weight).toBeLessThanOrEqual(10)
})

test('concurrent requests for one entry read it once', async () => {
  const { asked, source, at } = open(100)
  for (let key = 1; key <= 3; key++) source.set(key, { version: 1, weight: 1 })
  const all = await Promise.all([at(1, 2), at(1, 2), at(2, 3), at(3, 1)])
  expect(asked.flat().sort()).toEqual([1, 2, 3])
  expect(all.flat().every((thing) => thing.version === 1)).toBe(true)
  source.set(2, { version: 2, weight: 1 })
  expect((await Promise.all([at(2), at(2)])).flat().map((thing) => thing.version)).toEqual([2, 2])
  expect(asked.flat().sort()).toEqual([1, 2, 2, 3])
})

test('the next request retries a failed read', async () => {
  const cache = new VersionedCache<Thing>(10, () => 1)
  const versions = new Map([[1, 1]])
  await expect(
    cache.at(versions, async () => {
      throw new Error('gone')
    }),
  ).rejects.toThrow('gone')
  expect(await cache.at(versions, async () => new Map([[1, { version: 1, weight: 1 }]]))).toHaveLength(1)
})

test('concurrent searches do not evict each other’s areas', async () => {
  const { source, at } = open(4)
  for (let key = 1; key <= 8; key++) source.set(key, { version: key, weight: 4 })
  const all = await Promise.all([at(1, 2), at(3, 4), at(2, 3), at(5, 1), at(8, 7, 6)])
  expect(all.map((things) => things.map((thing) => thing.version))).toEqual([
    [1, 2],
    [3, 4],
    [2, 3],
    [5, 1],
    [8, 7, 6],
  ])
})

test('a request that times out fails alone, and others that wait for the same entries get them', async () => {
  const cache = new VersionedCache<Thing>(10, (thing) => thing.weight)
  const lefts: number[] = []
  const gate = Promise.withResolvers<void>()
  const at = () =>
    cache.at(new Map([[1, 1]]), async () => {
      lefts.push(waitLeftMs())
      await gate.promise
      return new Map([[1, { version: 1, weight: 1 }]])
    })
  const limited = runWithWaitBudget(50, at)
  const unlimited = at()
  await expect(limited).rejects.toSatisfy(isBudgetSpent)
  gate.resolve()
  expect([await unlimited, lefts]).toEqual([[{ version: 1, weight: 1 }], [Number.POSITIVE_INFINITY]])
}, 5_000)
