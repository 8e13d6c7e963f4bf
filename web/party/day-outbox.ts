import type { ProgressEntry } from '#contract/party/day-updates.ts'
import { toApiError } from '#web/platform/api/api.ts'
import type { StorageLike } from '#web/platform/storage.ts'

/** A queued day update; `refused` is the server's reason, or null. */
export type QueuedEntry = { appointmentId: string; word: ProgressEntry; refused: string | null }

type Around = {
  store: StorageLike
  /** Returns the session's owner: other people's updates stay queued. */
  owner: () => string | null
  now: () => number
  send: (appointmentId: string, words: ProgressEntry[], sentAt: string) => Promise<unknown>
}

const storeKey = 'primpDay'

/**
 * Queue of an artist's day updates for offline use: shown at once, sent in order, removed after the server's response.
 */
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

  /** Returns the owner's queue, with a stable identity until it changes. */
  words = (): readonly QueuedEntry[] => {
    const [text, owner] = [this.#around.store.getItem(storeKey), this.#around.owner()]
    if (text !== this.#read.text || owner !== this.#read.owner)
      this.#read = { text, owner, words: owner ? (allIn(text)[owner] ?? []) : [] }
    return this.#read.words
  }

  /** Returns this page's updates of an appointment that were not refused, sent or not. */
  listFor(appointmentId: string): ProgressEntry[] {
    return [...this.#taken, ...this.#waiting()]
      .filter((one) => one.appointmentId === appointmentId)
      .map(({ word }) => word)
  }

  /** Notifies subscribers, because another tab may have changed the storage. */
  refresh(): void {
    // biome-ignore lint/nursery/noUselessSpread: a listener may subscribe or unsubscribe while it runs.
    for (const tell of [...this.#listeners]) tell()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Queues an update and tries to send it. */
  add(appointmentId: string, word: ProgressEntry): void {
    this.#change((words) => [...words, { appointmentId, word, refused: null }])
    void this.flush()
  }

  /** Discards refused updates of an appointment. */
  leave(appointmentId: string): void {
    this.#change((words) => words.filter((one) => one.appointmentId !== appointmentId || one.refused === null))
  }

  /** Sends the queue per appointment, in order. Returns whether any was accepted. */
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

  /** Returns null without a response; a refused update does not block others. */
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
    // Read again, because other tabs share the storage.
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

// Returns whether a refusal is final: expired sessions, throttling and server errors are not.
const isFinal = ({ status, code }: { status: number; code: string }): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429 && code !== 'suspended'

function allIn(text: string | null): Record<string, readonly QueuedEntry[]> {
  try {
    return (JSON.parse(text ?? '{}') as Record<string, readonly QueuedEntry[]> | null) ?? {}
  } catch {
    return {}
  }
}
