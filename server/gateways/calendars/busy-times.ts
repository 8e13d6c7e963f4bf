export type BusyTime = { from: number; to: number }

const MERGE_EVERY = 20_000

export class BusyTimes {
  readonly #from: number
  readonly #until: number
  #times: BusyTime[] = []
  #added = 0

  constructor(from: number, until: number) {
    this.#from = from
    this.#until = until
  }

  add(from: number, to: number): void {
    if (to <= this.#from || from >= this.#until || to <= from) return
    this.#times.push({ from: Math.max(from, this.#from), to: Math.min(to, this.#until) })
    if (++this.#added >= MERGE_EVERY) this.#merge()
  }

  list(): BusyTime[] {
    this.#merge()
    return this.#times
  }

  #merge(): void {
    this.#added = 0
    const merged: BusyTime[] = []
    for (const time of this.#times.sort((a, b) => a.from - b.from)) {
      const last = merged.at(-1)
      if (last && time.from <= last.to) last.to = Math.max(last.to, time.to)
      else merged.push(time)
    }
    this.#times = merged
  }
}
