import { waitWithinBudget, runWithoutWaitBudget } from '#db/postgres/wait-budget.ts'
import { type DependsOn, type Invalidation, type Subject, SubjectIndex, isInvalidatedBy } from './subjects.ts'

type Entry = { madeAt: number; value: Promise<unknown>; subjects: Set<Subject>; heard: Invalidation[] }

const HOUR_MS = 3_600_000

/** Answers that are the same for everyone, kept for a while and until what they tell of has changed. */
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

  /** The answer of `make`, which says what it tells of; whoever shows it is told the same. */
  async getOrCompute<T>(
    key: string,
    now: number,
    about: DependsOn,
    make: (about: DependsOn) => Promise<T>,
  ): Promise<T> {
    const known = this.#entries.get(key)
    // What holds until a day ends with it: at every hour it is midnight in some market.
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
      // Shared by all who ask meanwhile: the request that asks first does not limit it.
      value: runWithoutWaitBudget(() => make(about)).finally(() => this.#making.delete(entry)),
    }
    this.#entries.set(key, entry)
    this.#making.add(entry)
    entry.value.then(
      () => {
        if (!said) subjects.add('anything')
        if (this.#entries.get(key) !== entry) return
        // It may have been read before what has changed meanwhile.
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

  /** Takes an answer out that shall not be given again. */
  delete(key: string): void {
    this.#drop(key)
  }

  #drop(key: string): void {
    this.#entries.delete(key)
    this.#index.drop(key)
  }

  /** Lets go of what is not true any more. */
  invalidate(all: readonly Invalidation[]): void {
    for (const entry of this.#making) entry.heard.push(...all)
    for (const news of all) {
      // Which answers a page is made of, its path does not say.
      if (news.all || news.gone || news.old) for (const key of this.#entries.keys()) this.#drop(key)
      else for (const key of this.#index.touched(news)) this.#drop(key)
    }
  }
}
