import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { squaresAround } from '#server/search/matching/around.ts'
import { bitsOf, type CellSnapshot, hasSkill, readCell, skillBit } from '#server/search/matching/cell-snapshot.ts'
import { KeptSquares, keepSquaresIn, packSquare, unpackSquare } from './kept-squares.ts'

const line = (skills: string, hours = '') =>
  `GB|51.5|-0.12|3|4500|60|3|${skills}|${hours}|7|3|30000|5000|150|9000|25|30|24|180|480|1200|420|2500|12|57|34|91|2|80|19876|1763600000|-1`
const square = () => readCell(1234567890123456, 2, `${line('kept-a,kept-b')}\n${line('kept-b', '{"opens": 300}')}`)

let folder: string
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
}, 120_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'squares-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const plain = ({ version, count, opensFrom, columns, services, points, hours }: CellSnapshot) => ({
  version,
  count,
  opensFrom,
  columns: [...columns],
  services: [...services],
  points: [...points],
  hours: [...hours],
})

test('a square comes out of its file as it went in', () => {
  const read = unpackSquare(packSquare(5, square()), 5, 1234567890123456)
  expect(read && plain(read)).toEqual(plain(square()))
})

test('what is broken, cut off, of another square, version or program is read anew', () => {
  const file = packSquare(5, square())
  expect(unpackSquare(file, 6, 1234567890123456)).toBeNull()
  expect(unpackSquare(file, 5, 1234567890123457)).toBeNull()
  expect(unpackSquare(file.subarray(0, 20), 5, 1234567890123456)).toBeNull()
  expect(unpackSquare(file.subarray(0, file.length - 4), 5, 1234567890123456)).toBeNull()
  for (const at of [0, 5, 24, 60, file.length - 1]) {
    const broken = Buffer.from(file)
    broken[at] = (broken[at] as number) ^ 1
    expect(unpackSquare(broken, 5, 1234567890123456), `byte ${at}`).toBeNull()
  }
})

test('a process that met skills in another order reads the same skills', () => {
  const file = packSquare(5, square())
  // The list of who wrote it, with two of its names the other way round and as long as before.
  const text = file.toString('latin1')
  const [a, b] = ['"kept-a"', '"kept-b"']
  const turned = Buffer.from(text.replace(a, '"kept-x"').replace(b, a).replace('"kept-x"', b), 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(turned.subarray(8)))
  sum.copy(turned, 4)
  const read = unpackSquare(turned, 5, 1234567890123456) as CellSnapshot
  bitsOf(['kept-a', 'kept-b'])
  const has = (row: number, id: string) => hasSkill(read, row, skillBit(id) as number)
  expect([has(0, 'kept-a'), has(0, 'kept-b'), has(1, 'kept-a'), has(1, 'kept-b')]).toEqual([true, true, true, false])
})

test('the next process reads from the folder what the database has not changed, and the rest anew', async () => {
  const london = { lat: 51.51, lng: -0.13 }
  const database = () => Object.create(rig.database) as TestRig['database']
  const [first, second, third] = [database(), database(), database()]
  const kept = keepSquaresIn(first, folder)
  const before = await squaresAround(first, london)
  await kept.written()
  expect(readdirSync(folder)).toHaveLength(before.length)

  const reads = countsReads(second)
  keepSquaresIn(second, folder)
  expect((await squaresAround(second, london)).map(plain)).toEqual(before.map(plain))
  expect(reads()).toBe(0)

  const changed = await rig.database.db
    .updateTable('provider')
    .set({ travel_radius_m: 12_345 })
    .where('no', '=', (before.find(({ count }) => count > 0) as CellSnapshot).columns[0] as number)
    .execute()
  expect(changed).toHaveLength(1)
  keepSquaresIn(third, folder)
  const plainly = database()
  expect((await squaresAround(third, london)).map(plain)).toEqual((await squaresAround(plainly, london)).map(plain))
})

test('a folder that cannot be written is done without', async () => {
  writeFileSync(join(folder, 'file'), '')
  const kept = new KeptSquares(join(folder, 'file', 'under'))
  kept.keep(new Map([[5, square()]]))
  await kept.written()
  expect((await kept.read(new Map([[5, 1234567890123456]]))).size).toBe(0)
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('')
})

/** How often squares were read out of that database as text. */
function countsReads(database: TestRig['database']): () => number {
  let reads = 0
  const { prepared } = database
  database.prepared = ((name: string, ...rest: [string, unknown[]]) => {
    if (name === 'search_packed_cells') reads++
    return prepared.call(rig.database, name, ...rest)
  }) as typeof prepared
  return () => reads
}
