import type { BusyCell } from './busy-cell.ts'
import { type CellSnapshot, field, readCellNumber } from './cell-snapshot.ts'

/** A fit of nobody: the provider does not work that way. */
export const notThatWay = 7

const spares = 6
const spare: CandidateColumns[] = []

/** The candidates of one search in columns: a hundred thousand of them are a few arrays, not as many objects. */
export class CandidateColumns {
  count = 0
  readonly cell: Uint16Array
  readonly row: Int32Array
  readonly metres: Int32Array
  readonly minutes: Int32Array
  /** Mobile fit in the lower three bits, studio fit in the next three. */
  readonly fit: Uint8Array
  /** What the services cost in minor units, and their price in whole units; travel, early start and top-up come on top. */
  readonly cost: Int32Array
  readonly units: Int32Array

  /** Room for so many, in arrays that an earlier search has given back where there are any. */
  static borrow(size: number): CandidateColumns {
    const at = spare.findIndex((found) => found.row.length >= size)
    const found = at < 0 ? new CandidateColumns(size) : (spare.splice(at, 1)[0] as CandidateColumns)
    found.count = 0
    return found
  }

  /** Lets the next search have these arrays; nothing may read them any more. */
  recycle(): void {
    spare.push(this)
    // The largest are worth most: a search of any town fits into them.
    if (spare.length > spares) spare.sort((a, b) => b.row.length - a.row.length).pop()
  }

  private constructor(size: number) {
    this.cell = new Uint16Array(size)
    this.row = new Int32Array(size)
    this.metres = new Int32Array(size)
    this.minutes = new Int32Array(size)
    this.fit = new Uint8Array(size)
    this.cost = new Int32Array(size)
    this.units = new Int32Array(size)
  }

  fitOf(i: number, mode: 'mobile' | 'studio'): number {
    const both = this.fit[i] as number
    return mode === 'mobile' ? both & 7 : both >> 3
  }
}

/** A live provider of the country who offers everything wanted within 50 km, taken out of the columns to be shown. */
export type Candidate = {
  cell: CellSnapshot
  row: number
  /** The busy times of their square on the days of the search. */
  busy: readonly BusyCell[]
  no: number
  metres: number
  /** Null where the provider does not work that way. */
  mobile: number | null
  studio: number | null
  minutes: number
  /** When the job would begin, in milliseconds; null without a time. */
  from: number | null
}

const orNull = (fit: number) => (fit === notThatWay ? null : fit)

/** One of the found, by its place among them. */
export function getCandidateAt(
  found: CandidateColumns,
  cells: readonly { cell: CellSnapshot; busy: readonly BusyCell[] }[],
  i: number,
  from: (minutes: number) => number | null,
): Candidate {
  const { cell, busy } = cells[found.cell[i] as number] as (typeof cells)[number]
  const row = found.row[i] as number
  const minutes = found.minutes[i] as number
  return {
    cell,
    row,
    busy,
    no: readCellNumber(cell, row, field.no),
    metres: found.metres[i] as number,
    mobile: orNull(found.fitOf(i, 'mobile')),
    studio: orNull(found.fitOf(i, 'studio')),
    minutes,
    from: from(minutes),
  }
}
