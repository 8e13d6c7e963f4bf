import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Database } from '#db/database.ts'
import { alsoKeep } from '#server/search/matching/around.ts'
import {
  bitsOf,
  type CellSnapshot,
  fieldCount,
  readCell,
  skillIdsNow,
  withSkillBits,
} from '#server/search/matching/cell-snapshot.ts'

// Head: what made it, then what the rest adds up to; lengths behind it, then skills and hours, points, columns, services.
const headBytes = 40
const at = { mark: 0, sum: 4, version: 8, cell: 16, count: 20, opensFrom: 24, services: 28, words: 32 } as const
// Anything longer is no square: the whole market has 300 MB.
const mostBytes = 512 * 1024 * 1024

/**
 * Squares as they were decoded, a file each, for every process of the machine: the next to start reads columns where it
 * would have to read text. A file is right for as long as its version stands, and versions are never given twice.
 */
export class KeptSquares {
  readonly #folder: string
  readonly #made: Promise<unknown>
  #writing: Promise<void> = Promise.resolve()
  #waiting = new Map<number, CellSnapshot>()
  #off = false

  constructor(folder: string) {
    this.#folder = folder
    this.#made = mkdir(folder, { recursive: true, mode: 0o700 })
    // A folder that cannot be written costs time alone.
    this.#made.catch(() => this.#stop())
  }

  /** Those of these squares that lie here at exactly that version. */
  async read(versions: ReadonlyMap<number, number>): Promise<Map<number, CellSnapshot>> {
    const squares = new Map<number, CellSnapshot>()
    if (this.#off) return squares
    await Promise.all(
      Array.from(versions, async ([cell, version]) => {
        const bytes = await readFile(this.#path(cell)).catch(() => null)
        const square = bytes && unpackSquare(bytes, cell, version)
        if (square) squares.set(cell, square)
      }),
    )
    return squares
  }

  /** Which of these squares do not lie here at that version, by what their files say of themselves. */
  async lacking(versions: ReadonlyMap<number, number>): Promise<number[]> {
    const head = Buffer.alloc(headBytes)
    const cells: number[] = []
    for (const [cell, version] of versions) {
      const file = await open(this.#path(cell)).catch(() => null)
      const there = file && (await file.read(head, 0, headBytes, 0).finally(() => file.close())).bytesRead === headBytes
      if (!there || !isSquare(head, cell, version)) cells.push(cell)
    }
    return cells
  }

  /** Leaves these for who asks next; nobody waits for it. */
  keep(squares: ReadonlyMap<number, CellSnapshot>): void {
    if (this.#off || squares.size === 0) return
    const busy = this.#waiting.size > 0
    for (const [cell, square] of squares) {
      // A newer one of what is being written stands last, so that its turn comes.
      this.#waiting.delete(cell)
      this.#waiting.set(cell, square)
    }
    if (!busy) this.#writing = this.#writing.then(() => this.#write()).catch(() => this.#stop())
  }

  /** When all that was left so far is on the disk. */
  written(): Promise<void> {
    return this.#writing
  }

  async #write(): Promise<void> {
    await this.#made
    for (const [cell, square] of this.#waiting) {
      const path = this.#path(cell)
      const own = `${path}.${process.pid}`
      // Others read while this writes: a file is there whole or not at all.
      await writeFile(own, packSquare(cell, square))
      await rename(own, path).catch(async (fault) => {
        await rm(own, { force: true })
        throw fault
      })
      if (this.#waiting.get(cell) === square) this.#waiting.delete(cell)
    }
  }

  #stop(): void {
    this.#off = true
    this.#waiting.clear()
  }

  #path = (cell: number) => join(this.#folder, `${cell}.square`)
}

/** Keeps the squares of that database in a folder too, for the next process of the machine. */
export function keepSquaresIn(database: Database, folder: string): KeptSquares {
  const kept = new KeptSquares(folder)
  alsoKeep(database, kept)
  return kept
}

/** A square as its file holds it. */
export function packSquare(cell: number, square: CellSnapshot): Buffer {
  const words = Buffer.from(JSON.stringify([skillIdsNow(), [...square.hours], [...square.selling]]))
  // Numbers of eight bytes lie at a multiple of eight.
  const room = Math.ceil(words.length / 8) * 8
  const { points, columns, services } = square
  const file = Buffer.alloc(headBytes + room + points.byteLength + columns.byteLength + services.byteLength)
  file.writeDoubleLE(square.version, at.version)
  file.writeUInt32LE(cell, at.cell)
  file.writeUInt32LE(square.count, at.count)
  file.writeUInt32LE(square.opensFrom, at.opensFrom)
  file.writeUInt32LE(services.length, at.services)
  file.writeUInt32LE(words.length, at.words)
  words.copy(file, headBytes)
  let end = headBytes + room
  for (const { buffer, byteOffset, byteLength } of [points, columns, services]) {
    file.set(new Uint8Array(buffer, byteOffset, byteLength), end)
    end += byteLength
  }
  file.writeUInt32LE(markOfReading(), at.mark)
  file.writeUInt32LE(crc32(file.subarray(at.version)), at.sum)
  return file
}

/** The square of such a file; null where it is another's, another version's, of another program or broken. */
export function unpackSquare(read: Buffer, cell: number, version: number): CellSnapshot | null {
  if (read.length < headBytes || read.length > mostBytes) return null
  if (!isSquare(read, cell, version) || read.readUInt32LE(at.sum) !== crc32(read.subarray(at.version))) return null
  const file = read.byteOffset % 8 === 0 ? read : Buffer.from(new Uint8Array(read).buffer)
  const [count, long, named] = [at.count, at.services, at.words].map((field) => file.readUInt32LE(field)) as [
    number,
    number,
    number,
  ]
  const [ids, hours, selling] = JSON.parse(file.toString('utf8', headBytes, headBytes + named)) as [
    string[],
    (readonly [number, string])[],
    (readonly [number, string])[],
  ]
  const from = file.byteOffset + headBytes + Math.ceil(named / 8) * 8
  const points = new Float64Array(file.buffer, from, count * 4)
  const columns = new Int32Array(file.buffer, from + points.byteLength, count * fieldCount)
  const services = new Int32Array(file.buffer, from + points.byteLength + columns.byteLength, long)
  const square = {
    version,
    count,
    opensFrom: file.readUInt32LE(at.opensFrom),
    columns,
    services,
    points,
    hours: new Map(hours),
    selling: new Map(selling),
  }
  return withSkillBits(square, bitsOf(ids))
}

/** Whether a head says that it is of that square at that version, read as this program reads. */
const isSquare = (head: Buffer, cell: number, version: number): boolean =>
  head.readUInt32LE(at.mark) === markOfReading() &&
  head.readDoubleLE(at.version) === version &&
  head.readUInt32LE(at.cell) === cell

let mark: number | undefined

// Two teams as the database packs them, no number of theirs zero: read differently, they add up to something else.
const samples = [
  'GB|51.5123|-0.1234|3,40,201|4500,12000,3000|60,90,30|3,40;201||||7|31|30000|5000|150|9000|25|30|24|180|480|1200|420|2500|12|57|34|91|2|80|19876|1763600000|1799999999',
  'AU|-33.8123|151.2094|17|25050|45|17||{"opens":360}|{"shares":[],"lower":[]}|9|34|80000|1000|275|1|50|15|48|365|360|1320|390|1000|340|1650|600|55|12|7|20123|1763500000|1801234567',
]

/** Stands for how this program reads a square: what another has read otherwise is read anew. */
function markOfReading(): number {
  if (mark === undefined) {
    const { columns, services, points } = readCell(1, samples.length, samples.join('\n'))
    mark = crc32(`layout 5, ${fieldCount} columns, ${endianness()}`)
    for (const part of [columns, services, points]) mark = crc32(new Uint8Array(part.buffer), mark)
  }
  return mark
}

const endianness = () => new Uint8Array(new Uint32Array([1]).buffer)[0]
