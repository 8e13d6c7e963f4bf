/** Things decoded from the database by the version it has of them; the longest unused leave first. */
export class VersionedCache<T extends { version: number }> {
  readonly #kept = new Map<number, T>()
  readonly #most: number
  readonly #weightOf: (thing: T) => number
  #weight = 0

  /** Keeps things up to that weight in all. */
  constructor(most: number, weightOf: (thing: T) => number) {
    this.#most = most
    this.#weightOf = weightOf
  }

  get weight(): number {
    return this.#weight
  }

  /** Each thing at exactly the version asked for, or a newer one, in the order asked for; `load` reads those that are not at hand. */
  async at(versions: ReadonlyMap<number, number>, load: (keys: number[]) => Promise<ReadonlyMap<number, T>>): Promise<T[]> {
    const stale: number[] = []
    for (const [key, version] of versions) if (this.#kept.get(key)?.version !== version) stale.push(key)
    const read = stale.length > 0 ? await load(stale) : new Map<number, T>()
    for (const [key, thing] of read) this.#keep(key, thing)
    const things: T[] = []
    for (const key of versions.keys()) {
      const thing = read.get(key) ?? this.#kept.get(key)
      // While this search was reading, another may have pushed something out; it is read again next time, and is not missed now.
      if (!thing) return this.at(versions, load)
      if (!read.has(key)) this.#touch(key, thing)
      things.push(thing)
    }
    this.#trim()
    return things
  }

  #touch(key: number, thing: T): void {
    this.#kept.delete(key)
    this.#kept.set(key, thing)
  }

  #keep(key: number, thing: T): void {
    const before = this.#kept.get(key)
    this.#weight += this.#weightOf(thing) - (before ? this.#weightOf(before) : 0)
    this.#touch(key, thing)
  }

  #trim(): void {
    for (const [key, thing] of this.#kept) {
      if (this.#weight <= this.#most) return
      this.#kept.delete(key)
      this.#weight -= this.#weightOf(thing)
    }
  }
}
