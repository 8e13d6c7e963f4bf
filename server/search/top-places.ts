/** Where something stands: its group, then its key, then its number; lower comes first. */
export type Place = { group: number; key: number; no: number }

const before = (a: Place, b: Place): boolean =>
  a.group !== b.group ? a.group < b.group : a.key !== b.key ? a.key < b.key : a.no < b.no

/** Keeps the first few after a place without sorting the rest. */
export class TopPlaces<T extends Place> {
  readonly list: T[] = []
  more = false
  readonly #size: number
  readonly #after: Place | null

  constructor(size: number, after: Place | null) {
    this.#size = size
    this.#after = after
  }

  offer(place: T): void {
    if (this.#after && !before(this.#after, place)) return
    const last = this.list[this.#size - 1]
    if (last) {
      this.more = true
      if (!before(place, last)) return
      this.list.pop()
    }
    let low = 0
    let high = this.list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (before(this.list[middle] as T, place)) low = middle + 1
      else high = middle
    }
    this.list.splice(low, 0, place)
  }
}

/** A place as text for the next page, and back; null for text that names none. */
export const cursorOf = ({ group, key, no }: Place): string => Buffer.from(JSON.stringify([group, key, no])).toString('base64url')
export function placeOfCursor(cursor: string): Place | null {
  try {
    const [group, key, no] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    return typeof group === 'number' && typeof key === 'number' && typeof no === 'number' ? { group, key, no } : null
  } catch {
    return null
  }
}
