/** Prices of those who fit, by their place among the found; the middle one by counting instead of sorting. */
export class Prices {
  readonly #units: Int32Array
  readonly #places: Int32Array
  #count = 0
  #low = Number.MAX_SAFE_INTEGER
  #high = 0

  /** Room for so many places, and for so many of them to have a price. */
  constructor(size: number, most = size) {
    this.#units = new Int32Array(size)
    this.#places = new Int32Array(most)
  }

  /** How many have a price. */
  get count(): number {
    return this.#count
  }

  /** The place of one of them, in the order in which they were kept. */
  placeAt(nth: number): number {
    return this.#places[nth] as number
  }

  /** Keeps a price in whole units; each place once. */
  add(place: number, units: number): void {
    this.#units[place] = units
    this.#places[this.#count++] = place
    if (units < this.#low) this.#low = units
    if (units > this.#high) this.#high = units
  }

  at(place: number): number {
    return this.#units[place] as number
  }

  /** Lowest and highest, or null where there is none. */
  get range(): [number, number] | null {
    return this.#count ? [this.#low, this.#high] : null
  }

  /** The middle price, the upper one of two; 0 where there is none. */
  get middle(): number {
    if (this.#count === 0) return 0
    const tally = new Int32Array(this.#high - this.#low + 1)
    for (let i = 0; i < this.#count; i++) {
      const at = this.at(this.#places[i] as number) - this.#low
      tally[at] = (tally[at] as number) + 1
    }
    let left = this.#count >> 1
    let at = 0
    while (left >= (tally[at] as number)) left -= tally[at++] as number
    return this.#low + at
  }
}
