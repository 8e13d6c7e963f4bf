import type { BusyCell } from './busy-cell.ts'
import { type CellSnapshot, field, readCellNumber } from './cell-snapshot.ts'

export const notThatWay = 7

const spares = 6
const spare: CandidateColumns[] = []

/** Candidates of a search in columns: a few arrays instead of 100,000 objects. */
export class CandidateColumns {
  count = 0
  readonly cell: Uint16Array
  readonly row: Int32Array
  readonly metres: Int32Array
  readonly minutes: Int32Array
  /** Mobile fit in the lower three bits, studio fit in the next three. */
  readonly fit: Uint8Array
  /**
   * Cost of the services in minor units and price in whole units, before travel, early start and minimum-booking
   * top-up.
   */
  readonly cost: Int32Array
  readonly units: Int32Array

  /** Returns columns of a given capacity, recycled from a pool if possible. */
  static borrow(size: number): CandidateColumns {
    const at = spare.findIndex((found) => found.row.length >= size)
    const found = at < 0 ? new CandidateColumns(size) : (spare.splice(at, 1)[0] as CandidateColumns)
    found.count = 0
    return found
  }

  /** Returns the arrays to the pool. They must not be read afterwards. */
  recycle(): void {
    spare.push(this)
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

/** A published provider within 50 km who offers all wanted services. */
export type Candidate = {
  cell: CellSnapshot
  row: number
  busy: readonly BusyCell[]
  no: number
  metres: number
  /** Null if the provider does not work in this mode. */
  mobile: number | null
  studio: number | null
  minutes: number
  /** Job start in milliseconds; null without a time. */
  from: number | null
}

const orNull = (fit: number) => (fit === notThatWay ? null : fit)

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
