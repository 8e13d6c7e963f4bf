import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { SLICE_PROVIDERS } from '#server/search/queries.ts'
import { squaresAround, squaresOf } from './around.ts'
import { numberOf, field } from './cell-snapshot.ts'
import { cellCentre, cellOf } from './cells.ts'
import { planBatches, preloadSquares } from './preload-squares.ts'

const london = cellOf(51.51, -0.13)
const watford = cellOf(51.66, -0.4)
const leeds = cellOf(53.8, -1.55)
const lerwick = cellOf(60.15, -1.15)

const provider = (no: number, radius: number) =>
  `GB|51.5|-0.12|3|4500|60|3||||${no}|3|${radius}|5000|150|9000|25|30|24|180|480|1200|420|2500|12|57|34|91|2|80|19876|1763600000|-1`

/** A database with that many providers in each square, which answers the statements of the search index alone. */
function fakeDatabase(sizes: Record<number, number>) {
  const state = { version: 1, radius: 30_000, loads: [] as number[][], beforeAnswer: async () => {} }
  const slicesOf = (cell: number) => {
    const nos = Array.from({ length: sizes[cell] as number }, (_, i) => i + 1)
    return Array.from({ length: Math.ceil(nos.length / SLICE_PROVIDERS) }, (_, slice) => {
      const some = nos.slice(slice * SLICE_PROVIDERS, (slice + 1) * SLICE_PROVIDERS)
      const packed = some.map((no) => provider(no, state.radius)).join('\n')
      return { cell, version: state.version, count: some.length, packed }
    })
  }
  const prepared = async (name: string, _text: string, params: number[][]) => {
    if (name === 'search_square_sizes')
      return Object.entries(sizes)
        .map(([cell, providers]) => ({ cell: Number(cell), providers }))
        .sort((a, b) => b.providers - a.providers)
    if (name === 'search_versions') {
      const [, lows = [], highs = []] = params
      const asked = Object.keys(sizes).filter((cell) =>
        lows.some((low, i) => low <= +cell && +cell <= Number(highs[i])),
      )
      return [{ cells: asked.map((cell) => `${cell}:${state.version}`).join(','), busy: '' }]
    }
    const [cells = []] = params
    state.loads.push(cells)
    const answer = cells.flatMap(slicesOf)
    await state.beforeAnswer()
    return answer
  }
  return { database: { prepared } as unknown as Database, state }
}

const radiusIn = async (database: Database, cell: number) => {
  const square = (await squaresOf(database, [cell])).get(cell)
  return square && numberOf(square, 0, field.radius)
}

test('the largest city comes first with its surroundings, in batches of bounded size, until the cache is full', () => {
  const sizes = new Map([
    [london, 9_000],
    [leeds, 3_000],
    [watford, 2_500],
    [lerwick, 4],
  ])
  expect(planBatches(sizes)).toEqual([
    { cells: [london], providers: 9_000 },
    { cells: [watford], providers: 2_500 },
    { cells: [leeds, lerwick], providers: 3_004 },
  ])
  expect(planBatches(sizes, 12_000).flatMap(({ cells }) => cells)).toEqual([london, watford])
})

test('all squares are loaded once, and searches find them in the cache', async () => {
  const { database, state } = fakeDatabase({ [london]: 20, [watford]: 5, [leeds]: 10 })
  expect(await preloadSquares(database, new AbortController().signal)).toBe(35)
  expect(state.loads.flat()).toEqual([london, watford, leeds])
  expect(await squaresAround(database, cellCentre(leeds), 1_000)).toHaveLength(1)
  expect(state.loads.flat()).toHaveLength(3)
})

test('a large square is decoded in slices, between which other work runs', async () => {
  const { database, state } = fakeDatabase({ [london]: 20 * SLICE_PROVIDERS })
  // The turns of the event loop are counted from the answer of the database on.
  let [turns, counting] = [0, true]
  const count = async () => {
    while (counting) {
      await setImmediate()
      turns++
    }
  }
  let counted: Promise<void> | undefined
  state.beforeAnswer = async () => {
    counted = count()
  }
  await squaresOf(database, [london])
  counting = false
  await counted
  expect(turns).toBeGreaterThanOrEqual(19)
})

test('a process that stops loads no further batch', async () => {
  const { database, state } = fakeDatabase({ [london]: 20, [leeds]: 10, [lerwick]: 4_000 })
  const stopping = new AbortController()
  state.beforeAnswer = async () => stopping.abort()
  expect(await preloadSquares(database, stopping.signal)).toBe(4_000)
  expect(state.loads).toEqual([[lerwick]])
})

test('a change that is committed while its square is loading is found by the next search', async () => {
  const { database, state } = fakeDatabase({ [london]: 20 })
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  state.beforeAnswer = () => {
    asked.resolve()
    return answer.promise
  }
  const preload = preloadSquares(database, new AbortController().signal)
  await asked.promise
  Object.assign(state, { version: 2, radius: 12_345, beforeAnswer: async () => {} })
  expect(await radiusIn(database, london)).toBe(12_345)
  answer.resolve()
  await preload
  expect(await radiusIn(database, london)).toBe(12_345)
})
