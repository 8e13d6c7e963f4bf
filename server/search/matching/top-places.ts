export type Place = { group: number; key: number; no: number }

const before = (a: Place, group: number, key: number, no: number): boolean =>
  a.group !== group ? a.group < group : a.key !== key ? a.key < key : a.no < no

export const isPlaceBefore = (a: Place, b: Place): boolean => before(a, b.group, b.key, b.no)

/** Keeps the first few after a cursor without sorting the rest. */
export class TopPlaces<T extends Place> {
  readonly list: T[] = []
  /** True if something after the list was offered. */
  more = false
  readonly #size: number
  readonly #after: Place | null

  constructor(size: number, after: Place | null) {
    this.#size = size
    this.#after = after
  }

  isClosedTo(group: number, lowestKey = Number.NEGATIVE_INFINITY): boolean {
    const last = this.list[this.#size - 1]
    if (!last || last.group > group || (last.group === group && last.key >= lowestKey)) return false
    this.more = true
    return true
  }

  takes(group: number, key: number, no: number): boolean {
    if (this.#after && !before(this.#after, group, key, no)) return false
    const last = this.list[this.#size - 1]
    if (!last || !before(last, group, key, no)) return true
    this.more = true
    return false
  }

  add(place: T): void {
    if (this.list.length === this.#size) {
      this.more = true
      this.list.pop()
    }
    let low = 0
    let high = this.list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(this.list[middle] as T, place.group, place.key, place.no)) low = middle + 1
      else high = middle
    }
    this.list.splice(low, 0, place)
  }
}
