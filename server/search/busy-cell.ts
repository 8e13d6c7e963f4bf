/** Everyone's busy times of one day (UTC) in one square, ascending by provider, in seconds since the epoch. */
export type BusyCell = { version: number; no: Int32Array; from: Int32Array; to: Int32Array }

const rowBytes = 12

/** Reads the rows that the database packs a day of a square into: number, from, to, big-endian, ascending by number. */
export function readBusyCell(version: number, packed: Uint8Array): BusyCell {
  const rows = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = packed.byteLength / rowBytes
  const read = (offset: number) => Int32Array.from({ length: count }, (_, row) => rows.getInt32(row * rowBytes + offset))
  return { version, no: read(0), from: read(4), to: read(8) }
}

/** Walks the days of one square along with its providers, who come in ascending order. */
export class BusyWalk {
  readonly #days: readonly BusyCell[]
  readonly #next: number[]
  /** `[from, to, from, to, …]` of the provider last asked for. */
  readonly times: number[] = []

  constructor(days: readonly BusyCell[]) {
    this.#days = days
    this.#next = days.map(() => 0)
  }

  /** The busy times of a provider whose number is higher than any asked for before. */
  of(no: number): readonly number[] {
    this.times.length = 0
    for (let d = 0; d < this.#days.length; d++) {
      const day = this.#days[d] as BusyCell
      let at = this.#next[d] as number
      while ((day.no[at] as number) < no) at++
      for (; day.no[at] === no; at++) this.times.push(day.from[at] as number, day.to[at] as number)
      this.#next[d] = at
    }
    return this.times
  }
}
