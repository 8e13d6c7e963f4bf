import type { Diary } from './match.ts'

/** Everyone's busy times of one day (UTC) in one square: number, from, to in seconds since the epoch, row after row, ascending by number. */
export type BusyCell = { version: number; rows: Int32Array }

const width = 3

/** Takes over the rows that the database packs a day of a square into: the same three numbers, big-endian. */
export function readBusyCell(version: number, packed: Uint8Array): BusyCell {
  const bytes = new Uint8Array(packed)
  if (isLittleEndian) Buffer.from(bytes.buffer).swap32()
  return { version, rows: new Int32Array(bytes.buffer) }
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

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
      const { rows } = this.#days[d] as BusyCell
      let at = this.#at[d] as number
      while (at < rows.length && (rows[at] as number) < no) at += width
      this.#at[d] = at
    }
    return this
  }

  get isEmpty(): boolean {
    for (let d = 0; d < this.#days.length; d++)
      if ((this.#days[d] as BusyCell).rows[this.#at[d] as number] === this.#no) return false
    return true
  }

  clashes(from: number, until: number): boolean {
    for (let d = 0; d < this.#days.length; d++) {
      const { rows } = this.#days[d] as BusyCell
      for (let at = this.#at[d] as number; at < rows.length && rows[at] === this.#no; at += width) {
        if ((rows[at + 1] as number) < until && (rows[at + 2] as number) > from) return true
      }
    }
    return false
  }

  times(): readonly number[] {
    const times: number[] = []
    for (const [d, { rows }] of this.#days.entries()) {
      for (let at = this.#at[d] as number; rows[at] === this.#no; at += width)
        times.push(rows[at + 1] as number, rows[at + 2] as number)
    }
    return times
  }
}
