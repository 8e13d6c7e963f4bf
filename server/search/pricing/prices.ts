export class Prices {
  readonly #units: Int32Array
  readonly #places: Int32Array
  #count = 0
  #low = Number.MAX_SAFE_INTEGER
  #high = 0

  /** `most` is the maximum number of prices. */
  constructor(size: number, most = size) {
    this.#units = new Int32Array(size)
    this.#places = new Int32Array(most)
  }

  get count(): number {
    return this.#count
  }

  placeAt(nth: number): number {
    return this.#places[nth] as number
  }

  add(place: number, units: number): void {
    this.#units[place] = units
    this.#places[this.#count++] = place
    if (units < this.#low) this.#low = units
    if (units > this.#high) this.#high = units
  }

  at(place: number): number {
    return this.#units[place] as number
  }

  /** Null if empty. */
  get range(): [number, number] | null {
    return this.#count ? [this.#low, this.#high] : null
  }

  /** Returns the upper median, found by counting instead of sorting; 0 if empty. */
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
