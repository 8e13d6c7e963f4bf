import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { squaresAround } from '#server/search/matching/around.ts'
import { squareVersions } from '#server/search/queries.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { bringSquares } from './bring-squares.ts'
import { startBringing } from './bringing.ts'
import { KeptSquares, keepSquaresIn } from './kept-squares.ts'

let rig: TestRig
let folder: string
beforeAll(async () => {
  rig = await openRig()
}, 120_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'squares-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const files = () =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.square'))
      .map((name) => [name, statSync(join(folder, name)).ino]),
  )

/** Another process on the same database and folder, and how often it had to decode. */
function otherProcess() {
  const database = Object.create(rig.database) as TestRig['database']
  let decoded = 0
  database.prepared = ((name: string, ...rest: [string, unknown[]]) => {
    if (name === 'search_packed_cells') decoded++
    return rig.database.prepared(name, ...rest)
  }) as typeof database.prepared
  keepSquaresIn(database, folder)
  return { database, decoded: () => decoded }
}

const melbourne = { lat: -37.81, lng: 144.96 }

test('what nobody has searched yet is at hand for who searches there first, and an edit brings its square alone', async () => {
  const all = await squareVersions(rig.database)
  const kept = new KeptSquares(folder)
  expect(await kept.lacking(all)).toEqual([...all.keys()])
  await bringSquares(rig.database, kept, [...all.keys()], 0)
  expect(files().size).toBe(all.size)
  expect(await kept.lacking(all)).toEqual([])
  const first = otherProcess()
  const squares = await squaresAround(first.database, melbourne)
  expect(squares.some(({ count }) => count > 0)).toBe(true)
  expect(first.decoded()).toBe(0)

  const before = files()
  await rig.database.db
    .updateTable('provider')
    .set({ travel_radius_m: 23_456 })
    .where('no', '=', squares.find(({ count }) => count > 0)?.columns[0] as number)
    .execute()
  const lacking = await new KeptSquares(folder).lacking(await squareVersions(rig.database))
  expect(lacking).toHaveLength(1)
  await bringSquares(rig.database, new KeptSquares(folder), lacking, 0)
  expect([...files()].filter(([name, ino]) => before.get(name) !== ino)).toHaveLength(1)
  const second = otherProcess()
  await squaresAround(second.database, melbourne)
  expect(second.decoded()).toBe(0)
})

const bring = (told: (said: unknown) => void) =>
  startBringing(rig.database, { url: rig.databaseUrl as string, prepare: true, folder }, told, {
    firstMs: 0,
    againMs: 50,
  })

test('a thread does so beside each machine’s processes, one of them at a time, and the next when that one is gone', async () => {
  const [one, two] = [[] as unknown[], [] as unknown[]]
  const stopOne = bring((said) => one.push(said))
  await expect.poll(() => one.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(one[0]).toBe((await squareVersions(rig.database)).size)
  const stopTwo = bring((said) => two.push(said))
  await expect.poll(() => one.length, { timeout: 20_000 }).toBeGreaterThan(2)
  expect(one.slice(1).every((brought) => brought === 0)).toBe(true)
  expect(two).toEqual([])
  await stopOne()
  await expect.poll(() => two.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(two[0]).toBe(0)
  await stopTwo()
}, 60_000)

test('a database that is away is said, and looked for again', async () => {
  const told: unknown[] = []
  const stop = startBringing(
    rig.database,
    { url: 'postgres://primp@127.0.0.1:1/none', prepare: true, folder },
    (said) => told.push(said),
    { firstMs: 0, againMs: 50 },
  )
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(1)
  expect(String(told[0])).toMatch(/ECONNREFUSED|No server/)
  await stop()
}, 30_000)
