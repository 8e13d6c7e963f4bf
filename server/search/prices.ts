/** Prices in whole units of those who fit, by their place in a list; the middle one without sorting. */
export class Prices {
  readonly #units: Float64Array
  readonly #known: number[] = []
  #sorted: Float64Array | null = null

  constructor(size: number) {
    this.#units = new Float64Array(size)
  }

  add(place: number, units: number): void {
    this.#units[place] = units
    this.#known.push(units)
    this.#sorted = null
  }

  at(place: number): number {
    return this.#units[place] as number
  }

  /** Lowest and highest, or null where there is none. */
  get range(): [number, number] | null {
    const sorted = this.#inOrder()
    return sorted.length ? [sorted[0] as number, sorted[sorted.length - 1] as number] : null
  }

  /** The middle price, the upper one of two; 0 where there is none. */
  get middle(): number {
    const sorted = this.#inOrder()
    return sorted[sorted.length >> 1] ?? 0
  }

  #inOrder(): Float64Array {
    this.#sorted ??= Float64Array.from(this.#known).sort()
    return this.#sorted
  }
}
