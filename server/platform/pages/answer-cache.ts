import { waitWithinBudget, runWithoutWaitBudget } from '#db/postgres/wait-budget.ts'
import { type DependsOn, type Invalidation, type Subject, SubjectIndex, isInvalidatedBy } from './subjects.ts'

type Entry = { madeAt: number; value: Promise<unknown>; subjects: Set<Subject>; heard: Invalidation[] }

const HOUR_MS = 3_600_000

export class AnswerCache {
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Set<Entry>()
  readonly #index = new SubjectIndex()
  readonly #freshMs: number
  readonly #most: number
  constructor({ freshMs, most }: { freshMs: number; most: number }) {
    this.#freshMs = freshMs
    this.#most = most
  }

  /** `make` declares the subjects of the response. */
  async getOrCompute<T>(
    key: string,
    now: number,
    about: DependsOn,
    make: (about: DependsOn) => Promise<T>,
  ): Promise<T> {
    const known = this.#entries.get(key)
    // Also expires on the hour, since a day ends in some market at every hour.
    const turned = known && Math.floor(known.madeAt / HOUR_MS) !== Math.floor(now / HOUR_MS)
    const entry = known && !turned && Math.abs(now - known.madeAt) < this.#freshMs ? known : this.#make(key, now, make)
    const value = (await waitWithinBudget(entry.value)) as T
    about(...entry.subjects)
    return value
  }

  #make(key: string, now: number, make: (about: DependsOn) => Promise<unknown>): Entry {
    this.#drop(key)
    let said = false
    const subjects = new Set<Subject>()
    const about: DependsOn = (...more) => {
      said = true
      for (const subject of more) subjects.add(subject)
    }
    const entry: Entry = {
      madeAt: now,
      subjects,
      heard: [],
      // Shared by concurrent requests, so it must not use the first one's time budget.
      value: runWithoutWaitBudget(() => make(about)).finally(() => this.#making.delete(entry)),
    }
    this.#entries.set(key, entry)
    this.#making.add(entry)
    entry.value.then(
      () => {
        if (!said) subjects.add('anything')
        if (this.#entries.get(key) !== entry) return
        // Invalidated while it was being computed.
        if (entry.heard.some((news) => isInvalidatedBy(news, key, subjects))) this.#drop(key)
        else this.#index.put(key, subjects)
      },
      () => this.#entries.get(key) === entry && this.#drop(key),
    )
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break
      this.#drop(oldest)
    }
    return entry
  }

  delete(key: string): void {
    this.#drop(key)
  }

  #drop(key: string): void {
    this.#entries.delete(key)
    this.#index.drop(key)
  }

  invalidate(all: readonly Invalidation[]): void {
    for (const entry of this.#making) entry.heard.push(...all)
    for (const news of all) {
      // Page paths do not identify their responses, so path news drop everything.
      if (news.all || news.gone || news.old) for (const key of this.#entries.keys()) this.#drop(key)
      else for (const key of this.#index.touched(news)) this.#drop(key)
    }
  }
}
