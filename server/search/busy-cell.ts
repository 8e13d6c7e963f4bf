import type { Diary } from './match.ts'

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

/** The diaries of one square's providers, who come in ascending order. */
export class BusyWalk implements Diary {
  readonly #days: readonly BusyCell[]
  readonly #at: Int32Array
  #no = 0

  constructor(days: readonly BusyCell[]) {
    this.#days = days
    this.#at = new Int32Array(days.length)
  }

  /** Opens the diary of a provider whose number is higher than any before. */
  turnTo(no: number): this {
    this.#no = no
    for (let d = 0; d < this.#days.length; d++) {
      const numbers = (this.#days[d] as BusyCell).no
      let at = this.#at[d] as number
      while (at < numbers.length && (numbers[at] as number) < no) at++
      this.#at[d] = at
    }
    return this
  }

  clashes(from: number, until: number): boolean {
    for (let d = 0; d < this.#days.length; d++) {
      const day = this.#days[d] as BusyCell
      for (let at = this.#at[d] as number; at < day.no.length && day.no[at] === this.#no; at++) {
        if ((day.from[at] as number) < until && (day.to[at] as number) > from) return true
      }
    }
    return false
  }

  times(): readonly number[] {
    const times: number[] = []
    for (const [d, day] of this.#days.entries()) {
      for (let at = this.#at[d] as number; day.no[at] === this.#no; at++) times.push(day.from[at] as number, day.to[at] as number)
    }
    return times
  }
}
