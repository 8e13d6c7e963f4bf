import type { Diary } from './match.ts'
import type { BusyTimes } from './square-queries.ts'

export type BusyCell = Pick<BusyTimes, 'version' | 'nos' | 'from' | 'until'>

/** Cursor over the busy times of one square. Providers must ascend by number. */
export class BusyWalk implements Diary {
  readonly #days: readonly BusyCell[]
  readonly #at: Int32Array
  #no = 0

  constructor(days: readonly BusyCell[]) {
    this.#days = days
    this.#at = new Int32Array(days.length)
  }

  /** The number must be higher than before. */
  turnTo(no: number): this {
    this.#no = no
    for (let d = 0; d < this.#days.length; d++) {
      const { nos } = this.#days[d] as BusyCell
      let at = this.#at[d] as number
      while (at < nos.length && (nos[at] as number) < no) at++
      this.#at[d] = at
    }
    return this
  }

  get isEmpty(): boolean {
    for (let d = 0; d < this.#days.length; d++)
      if ((this.#days[d] as BusyCell).nos[this.#at[d] as number] === this.#no) return false
    return true
  }

  clashes(start: number, end: number): boolean {
    for (let d = 0; d < this.#days.length; d++) {
      const { nos, from, until } = this.#days[d] as BusyCell
      for (let at = this.#at[d] as number; at < nos.length && nos[at] === this.#no; at++) {
        if ((from[at] as number) < end && (until[at] as number) > start) return true
      }
    }
    return false
  }

  times(): readonly number[] {
    const times: number[] = []
    for (const [d, { nos, from, until }] of this.#days.entries()) {
      for (let at = this.#at[d] as number; nos[at] === this.#no; at++)
        times.push(from[at] as number, until[at] as number)
    }
    return times
  }
}
