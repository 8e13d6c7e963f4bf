import type { ProgressEntry } from '#contract/party/day-updates.ts'
import { toApiError } from '#web/platform/api/api.ts'
import type { StorageLike } from '#web/platform/storage.ts'

/** A word that is kept in this browser until the site has it; `refused` says why it does not take it. */
export type QueuedEntry = { appointmentId: string; word: ProgressEntry; refused: string | null }

type Around = {
  store: StorageLike
  /** Who is signed in: words of somebody else wait for them. */
  owner: () => string | null
  now: () => number
  send: (appointmentId: string, words: ProgressEntry[], sentAt: string) => Promise<unknown>
}

const storeKey = 'primpDay'

/** What an artist says of a day, kept before it is sent: shown at once, sent in order when there is a connection, and let go only once the site has it. */
export class DayOutbox {
  readonly #around: Around
  readonly #listeners = new Set<() => void>()
  #sending: Promise<boolean> | null = null
  readonly #taken: QueuedEntry[] = []
  #read: { text: string | null; owner: string | null; words: readonly QueuedEntry[] } = {
    text: '',
    owner: null,
    words: [],
  }

  constructor(around: Around) {
    this.#around = around
  }

  /** What is kept of the person who is signed in, the same list until it changes. */
  words = (): readonly QueuedEntry[] => {
    const [text, owner] = [this.#around.store.getItem(storeKey), this.#around.owner()]
    if (text !== this.#read.text || owner !== this.#read.owner)
      this.#read = { text, owner, words: owner ? (allIn(text)[owner] ?? []) : [] }
    return this.#read.words
  }

  /** What was said of an appointment in this browser since the page was opened and is not refused, sent or not. */
  listFor(appointmentId: string): ProgressEntry[] {
    return [...this.#taken, ...this.#waiting()]
      .filter((one) => one.appointmentId === appointmentId)
      .map(({ word }) => word)
  }

  /** Notifies the subscribers to read the state again: another tab may have changed it. */
  refresh(): void {
    // biome-ignore lint/nursery/noUselessSpread: a listener may subscribe or unsubscribe while it runs.
    for (const tell of [...this.#listeners]) tell()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps a word, and sends it if it can. */
  add(appointmentId: string, word: ProgressEntry): void {
    this.#change((words) => [...words, { appointmentId, word, refused: null }])
    void this.flush()
  }

  /** Lets go what the site has refused of an appointment. */
  leave(appointmentId: string): void {
    this.#change((words) => words.filter((one) => one.appointmentId !== appointmentId || one.refused === null))
  }

  /** Sends what waits, appointment by appointment in the order it was said; answers whether anything was taken. */
  flush(): Promise<boolean> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendAll(): Promise<boolean> {
    let taken = false
    for (let waiting = this.#waiting(); waiting.length > 0; waiting = this.#waiting()) {
      const of = waiting.filter(({ appointmentId }) => appointmentId === waiting[0]?.appointmentId)
      const went = await this.#sendSome(of)
      if (went === null) return taken
      taken ||= went
    }
    return taken
  }

  #waiting = (): readonly QueuedEntry[] => this.words().filter(({ refused }) => refused === null)

  /** Null where there is no answer now; a word that is refused does not keep the others. */
  async #sendSome(words: readonly QueuedEntry[]): Promise<boolean | null> {
    const [first] = words
    if (!first) return false
    const latest = Math.max(this.#around.now(), ...words.map(({ word }) => Date.parse(word.at)))
    try {
      await this.#around.send(
        first.appointmentId,
        words.map(({ word }) => word),
        new Date(latest).toISOString(),
      )
    } catch (thrown) {
      const fault = toApiError(thrown)
      if (!isFinal(fault)) return null
      if (words.length === 1) {
        this.#change((all) => all.map((one) => (isSame(one, first) ? { ...one, refused: fault.message } : one)))
        return false
      }
      let taken = false
      for (const word of words) {
        const went = await this.#sendSome([word])
        if (went === null) return null
        taken ||= went
      }
      return taken
    }
    this.#taken.push(...words)
    this.#change((all) => all.filter((one) => !words.some((sent) => isSame(one, sent))))
    return true
  }

  #change(step: (words: readonly QueuedEntry[]) => readonly QueuedEntry[]): void {
    const owner = this.#around.owner()
    if (!owner) return
    // Read anew: another tab keeps words in the same place.
    const { [owner]: own = [], ...others } = allIn(this.#around.store.getItem(storeKey))
    const words = step(own)
    const all = words.length > 0 ? { ...others, [owner]: words } : others
    if (Object.keys(all).length > 0) this.#around.store.setItem(storeKey, JSON.stringify(all))
    else this.#around.store.removeItem(storeKey)
    this.refresh()
  }
}

const isSame = (a: QueuedEntry, b: QueuedEntry): boolean =>
  a.appointmentId === b.appointmentId && a.word.id === b.word.id

// Whoever has to sign in, wait or come again has not been told no.
const isFinal = ({ status, code }: { status: number; code: string }): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429 && code !== 'suspended'

function allIn(text: string | null): Record<string, readonly QueuedEntry[]> {
  try {
    return (JSON.parse(text ?? '{}') as Record<string, readonly QueuedEntry[]> | null) ?? {}
  } catch {
    return {}
  }
}
