type Held = { who: string; network: string; shed: () => void }

export type StreamPlace = {
  used: () => void
  release: () => void
}

/**
 * Limits open streams. A new stream always gets a place: at the session's or network's limit, the least recently used
 * of theirs is closed; at the total limit, one of the largest network.
 */
export class StreamPlaces {
  readonly #most: { all: number; ofNetwork: number }
  readonly #bySession = new Map<string, Set<Held>>()
  readonly #byNetwork = new Map<string, Set<Held>>()
  #taken = 0
  constructor(most: { all: number; ofNetwork: number }) {
    this.#most = most
  }

  get size(): number {
    return this.#taken
  }

  /** `shed` is called once if the place is taken away. `most` is the session's limit. */
  acquire(who: string, network: string, most: number, shed: () => void): StreamPlace {
    const own = this.#bySession.get(who)
    const around = this.#byNetwork.get(network)
    if (own && own.size >= most) this.#shedFirst(own)
    else if (around && around.size >= this.#most.ofNetwork) this.#shedFirst(around)
    else if (this.#taken >= this.#most.all) this.#shedFirst(this.#largest())
    const held: Held = { who, network, shed }
    this.#put(held)
    return {
      used: () => {
        if (!this.#bySession.get(who)?.has(held)) return
        this.#drop(held)
        this.#put(held)
      },
      release: () => this.#drop(held),
    }
  }

  #shedFirst(of: ReadonlySet<Held>): void {
    const [first] = of
    if (!first) return
    this.#drop(first)
    first.shed()
  }

  #largest(): ReadonlySet<Held> {
    let largest: ReadonlySet<Held> = new Set()
    for (const held of this.#byNetwork.values()) if (held.size > largest.size) largest = held
    return largest
  }

  #put(held: Held): void {
    for (const [by, name] of this.#names(held)) {
      const all = by.get(name)
      if (all) all.add(held)
      else by.set(name, new Set([held]))
    }
    this.#taken += 1
  }

  #drop(held: Held): void {
    if (!this.#bySession.get(held.who)?.has(held)) return
    for (const [by, name] of this.#names(held)) {
      const all = by.get(name)
      all?.delete(held)
      if (all?.size === 0) by.delete(name)
    }
    this.#taken -= 1
  }

  #names = ({ who, network }: Held) => [[this.#bySession, who] as const, [this.#byNetwork, network] as const]
}
