import { waitWithinBudget, runWithoutWaitBudget } from '#db/postgres/wait-budget.ts'

/** LRU cache of decoded data by version, limited by total weight. */
export class VersionedCache<T extends { version: number }> {
  readonly #kept = new Map<number, T>()
  readonly #loading = new Map<number, { version: number; read: Promise<ReadonlyMap<number, T>> }>()
  readonly #most: number
  readonly #weightOf: (thing: T) => number
  #weight = 0

  constructor(most: number, weightOf: (thing: T) => number) {
    this.#most = most
    this.#weightOf = weightOf
  }

  get weight(): number {
    return this.#weight
  }

  has(versions: ReadonlyMap<number, number>): boolean {
    for (const [key, version] of versions) if (this.#kept.get(key)?.version !== version) return false
    return true
  }

  /** Returns data at these versions or newer, in order. `load` reads missing keys, once for concurrent callers. */
  async at(
    versions: ReadonlyMap<number, number>,
    load: (keys: number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<T[]> {
    const stale: number[] = []
    const coming = new Set<Promise<ReadonlyMap<number, T>>>()
    for (const [key, version] of versions) {
      if (this.#kept.get(key)?.version === version) continue
      const under = this.#loading.get(key)
      if (under?.version === version) coming.add(under.read)
      else stale.push(key)
    }
    if (stale.length > 0) coming.add(this.#load(stale, versions, load))
    const read = new Map<number, T>()
    for (const some of await waitWithinBudget(Promise.all(coming)))
      for (const [key, thing] of some) read.set(key, thing)

    const things: T[] = []
    for (const key of versions.keys()) {
      const thing = read.get(key) ?? this.#kept.get(key)
      // Evicted by another request while this one was reading: retry.
      if (!thing) return this.at(versions, load)
      if (this.#kept.has(key)) this.#touch(key, this.#kept.get(key) as T)
      things.push(thing)
    }
    this.#trim()
    return things
  }

  #load(
    keys: number[],
    versions: ReadonlyMap<number, number>,
    load: (keys: number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<ReadonlyMap<number, T>> {
    // Shared by concurrent requests, so it must not use the first one's time budget.
    const read = runWithoutWaitBudget(() => load(keys))
      .then((things) => {
        for (const [key, thing] of things) this.#keep(key, thing)
        return things
      })
      .finally(() => {
        for (const key of keys) if (this.#loading.get(key)?.read === read) this.#loading.delete(key)
      })
    for (const key of keys) this.#loading.set(key, { version: versions.get(key) as number, read })
    return read
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
