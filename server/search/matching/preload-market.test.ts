import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { loadSquaresAround } from './around.ts'
import { preloadSquares } from './preload-squares.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
}, 120_000)

/** Opens the same database as a new process, and records the areas it loads. */
function newProcess() {
  const loads: number[][] = []
  const prepared = (name: string, text: string, params: unknown[]) => {
    if (name === 'search_squares') loads.push(params[0] as number[])
    return rig.database.prepared(name, text, params)
  }
  return { database: { ...rig.database, prepared } as Database, loads }
}

const melbourne = { lat: -37.81, lng: 144.96 }

test('a search in any city finds its areas in the cache, and a change reloads only its own area', async () => {
  const { database, loads } = newProcess()
  const { n } = await rig.database.db
    .selectFrom('provider_match')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(await preloadSquares(database, new AbortController().signal)).toBe(Number(n))
  loads.length = 0
  const squares = await loadSquaresAround(database, melbourne)
  expect(squares).toEqual(await loadSquaresAround(newProcess().database, melbourne))
  expect(loads).toEqual([])

  await rig.database.db
    .updateTable('provider')
    .set({ travel_radius_m: 23_456 })
    .where('no', '=', squares.find(({ count }) => count > 0)?.columns[0] as number)
    .execute()
  await loadSquaresAround(database, melbourne)
  expect(loads).toHaveLength(1)
  expect(loads.flat()).toHaveLength(1)
})
