import type { Database } from '#db/database.ts'
import { type CellSnapshot, readCell } from './cell-snapshot.ts'
import { packedCells } from './queries.ts'

// About 300 bytes a provider: enough for a million, and a bound all the same.
const mostProviders = 1_200_000
const empty: CellSnapshot = { version: 0, count: 0, rows: new Int32Array(0), services: new Int32Array(0), points: new Float64Array(0) }

/** Decoded squares of the grid by the version that the database has of them; the longest unused leave first. */
export class CellCache {
  readonly #kept = new Map<number, CellSnapshot>()
  readonly #most: number
  #providers = 0

  constructor(most = mostProviders) {
    this.#most = most
  }

  get providers(): number {
    return this.#providers
  }

  /** These squares at exactly these versions or newer ones, reading only those that are not at hand. */
  async at(database: Database, versions: ReadonlyMap<number, number>): Promise<CellSnapshot[]> {
    const stale = [...versions].filter(([cell, version]) => this.#kept.get(cell)?.version !== version).map(([cell]) => cell)
    const read = new Map<number, CellSnapshot>()
    if (stale.length > 0) {
      for (const { cell, version, count, packed } of await packedCells(database, stale)) {
        const snapshot = readCell(version, count, packed)
        read.set(cell, snapshot)
        this.#keep(cell, snapshot)
      }
    }
    const cells = [...versions.keys()].map((cell) => read.get(cell) ?? this.#use(cell))
    this.#trim()
    return cells
  }

  #use(cell: number): CellSnapshot {
    const snapshot = this.#kept.get(cell)
    if (!snapshot) return empty
    this.#kept.delete(cell)
    this.#kept.set(cell, snapshot)
    return snapshot
  }

  #keep(cell: number, snapshot: CellSnapshot): void {
    this.#providers += snapshot.count - (this.#kept.get(cell)?.count ?? 0)
    this.#kept.delete(cell)
    this.#kept.set(cell, snapshot)
  }

  #trim(): void {
    for (const [cell, snapshot] of this.#kept) {
      if (this.#providers <= this.#most) return
      this.#kept.delete(cell)
      this.#providers -= snapshot.count
    }
  }
}

const caches = new WeakMap<Database, CellCache>()

/** The squares this process keeps of a database. */
export function cellCacheOf(database: Database): CellCache {
  const kept = caches.get(database) ?? new CellCache()
  caches.set(database, kept)
  return kept
}
