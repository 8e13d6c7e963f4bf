import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { loadSquaresAround, loadSquares } from './around.ts'
import { readColumns } from '#db/typed-columns.ts'
import {
  CellBuilder,
  type CellSnapshot,
  field,
  hasSkill,
  readCellNumber,
  unpackServiceDoers,
  unpackServiceMinutes,
  unpackServiceNo,
  findSkillBit,
} from './cell-snapshot.ts'
import { getCellCentre, getCell } from './cells.ts'
import { planBatches, preloadSquares } from './preload-squares.ts'
import { countryShift, flag, numberNames, providerColumns, SLICE_PROVIDERS } from './square-queries.ts'

const london = getCell(51.51, -0.13)
const watford = getCell(51.66, -0.4)
const leeds = getCell(53.8, -1.55)
const lerwick = getCell(60.15, -1.15)

/** Builds the database answer for one slice of an area with equal providers. */
function sliceOf(cell: number, version: number, nos: readonly number[], radius: number) {
  const bytes = (numbers: readonly number[], size: 4 | 8) => {
    const buffer = Buffer.alloc(numbers.length * size)
    for (const [i, number] of numbers.entries())
      if (size === 4) buffer.writeInt32BE(number, i * size)
      else buffer.writeDoubleBE(number, i * size)
    return buffer
  }
  const all = (number: number) =>
    bytes(
      nos.map(() => number),
      4,
    )
  const list = (text: string) => nos.map(() => text).join(',')
  return {
    cell,
    version,
    count: nos.length,
    ...Object.fromEntries(numberNames.map((name) => [name, all(20)])),
    no: bytes(nos, 4),
    flags: all(1 | (2 << countryShift)),
    radius: all(radius),
    serviceCount: all(2),

    lat: bytes(
      nos.map(() => 51.5),
      8,
    ),
    lng: bytes(
      nos.map(() => -0.12),
      8,
    ),
    serviceNos: list('3,7'),
    serviceMinutes: list('60,45'),
    serviceCosts: list('4500,5000'),
    crew: list('[[3],[3,7]]'),
    skills: list('["bridal"]'),
    hours: null,
    selling: null,
  }
}

/** A database with so many providers per area, which answers only the statements of the search index. */
function fakeDatabase(sizes: Record<number, number>) {
  const state = { version: 1, radius: 30_000, loads: [] as number[][], beforeAnswer: async () => {} }
  const slicesOf = (cell: number) => {
    const nos = Array.from({ length: sizes[cell] as number }, (_, i) => i + 1)
    return Array.from({ length: Math.ceil(nos.length / SLICE_PROVIDERS) }, (_, slice) => {
      const some = nos.slice(slice * SLICE_PROVIDERS, (slice + 1) * SLICE_PROVIDERS)
      return sliceOf(cell, state.version, some, state.radius)
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
      return [{ day: null, cells: asked.map(Number), versions: asked.map(() => state.version) }]
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
  const square = (await loadSquares(database, [cell])).get(cell)
  return square && readCellNumber(square, 0, field.radius)
}

test('the largest city and its surroundings are loaded first, in limited batches until the cache is full', () => {
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

test('all areas are loaded once, and searches find them in the cache', async () => {
  const { database, state } = fakeDatabase({ [london]: 20, [watford]: 5, [leeds]: 10 })
  expect(await preloadSquares(database, new AbortController().signal)).toBe(35)
  expect(state.loads.flat()).toEqual([london, watford, leeds])
  expect(await loadSquaresAround(database, getCellCentre(leeds), 1_000)).toHaveLength(1)
  expect(state.loads.flat()).toHaveLength(3)
})

test('a large area is decoded in slices, and other work runs in between', async () => {
  const { database, state } = fakeDatabase({ [london]: 20 * SLICE_PROVIDERS })
  // Counts event loop turns from the database answer on.
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
  await loadSquares(database, [london])
  counting = false
  await counted
  expect(turns).toBeGreaterThanOrEqual(19)
})

test('a process that is stopping loads no further batch', async () => {
  const { database, state } = fakeDatabase({ [london]: 20, [leeds]: 10, [lerwick]: 4_000 })
  const stopping = new AbortController()
  state.beforeAnswer = async () => stopping.abort()
  expect(await preloadSquares(database, stopping.signal)).toBe(4_000)
  expect(state.loads).toEqual([[lerwick]])
})

test('a search sees a change that was committed while its area was loading', async () => {
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

test('database columns become numbers, services and skills of each provider', async () => {
  const { database } = fakeDatabase({ [london]: 3 })
  const square = (await loadSquares(database, [london])).get(london) as CellSnapshot
  const { services } = square
  expect([0, 1, 2].map((row) => readCellNumber(square, row, field.no))).toEqual([1, 2, 3])
  expect(readCellNumber(square, 2, field.flags)).toBe(flag.mobile | (2 << countryShift))
  expect([field.servicesFrom, field.servicesTo].map((column) => readCellNumber(square, 1, column))).toEqual([4, 8])
  expect(
    [unpackServiceNo, unpackServiceMinutes, unpackServiceDoers].map((read) => read(services[6] as number)),
  ).toEqual([7, 45, 0b10])
  expect(services[7]).toBe(5_000)
  expect(readCellNumber(square, 1, field.offers)).toBe((1 << 3) | (1 << 7))
  expect(hasSkill(square, 2, findSkillBit('bridal') as number)).toBe(true)
  expect(square.opensFrom).toBe(20)
})

test('providers in an unexpected order are refused', () => {
  const builder = new CellBuilder(1, 2)
  const read = (nos: number[]) => readColumns(providerColumns, sliceOf(london, 1, nos, 1))
  expect(() => builder.add(read([2, 1]))).toThrow(/not sorted by number/)
})
