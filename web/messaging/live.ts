import { useEffect, useRef } from 'react'
import type { LiveEvent } from '#contract/messaging/live.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser, getCurrentToken, isTokenValid } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

const subscribers = new Set<(event: StreamEvent) => void>()
let stream: LiveStream | null = null
// Recent events, for a page that loaded its data just before it subscribed.
let recent: { event: StreamEvent; at: number }[] = []
const RECENT_MS = 3_000

// Keeps one stream while there are listeners; restarts it when the session changes.
function tend(): void {
  const owner = subscribers.size > 0 ? streamOwner() : null
  if (stream?.owner === owner) return
  stream?.stop()
  stream = owner
    ? new LiveStream(owner, (event) => {
        recent = [...recent.filter(({ at }) => at > Date.now() - RECENT_MS), { event, at: Date.now() }].slice(-50)
        // biome-ignore lint/nursery/noUselessSpread: a subscriber may unsubscribe while it runs.
        for (const deliver of [...subscribers]) deliver(event)
      })
    : null
  recent = []
}

/**
 * Subscribes to events of this person's stream: a kind (`offer.new`) or a prefix (`message.`). All listeners also get
 * `missed`: older events are gone, so the page must reload everything.
 */
export function useLive(kinds: readonly string[], onEvent: (event: StreamEvent) => void): void {
  const latest = useRef({ kinds, onEvent })
  latest.current = { kinds, onEvent }
  useEffect(() => {
    const deliver = (event: StreamEvent) => {
      const { kinds: wanted, onEvent: tell } = latest.current
      if (
        event.kind === 'missed' ||
        wanted.some((kind) => event.kind === kind || (kind.endsWith('.') && event.kind.startsWith(kind)))
      )
        tell(event)
    }
    subscribers.add(deliver)
    for (const { event, at } of recent) if (event.kind !== 'missed' && at > Date.now() - RECENT_MS) deliver(event)
    tend()
    window.addEventListener('storage', tend)
    return () => {
      subscribers.delete(deliver)
      window.removeEventListener('storage', tend)
      // Delayed, so that the next page reuses the stream.
      setTimeout(tend, 500)
    }
  }, [])
}

/** `missed` means that events are lost and everything must be reloaded. */
type StreamEvent = LiveEvent
type Deliver = (event: StreamEvent) => void
type Said = { heard?: StreamEvent; at?: number; ask?: true; here?: true }

const tokenKey = 'chatUserToken'
const WAITS_MS = [1_000, 2_000, 5_000, 15_000, 30_000]
const SILENT_MS = 70_000
const POLL_MS = 15_000
const POLLS_BEFORE_STREAM = 20
const FAILURES_BEFORE_POLLS = 3
const ANSWER_MS = 1_500

/** Returns the stream's person; null if there is none or during impersonation. */
function streamOwner(): string | null {
  if (getActingUser(sessionStore)) return null
  const token = getCurrentToken(localStore)
  return token ? subjectOf(token) : 'visitor'
}

function subjectOf(token: string): string | null {
  try {
    return (
      (JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string })
        .sub ?? null
    )
  } catch {
    return null
  }
}

/** Requests the stream's token and caches it. */
export async function saveStreamToken(): Promise<string> {
  const { token } = await browserApi().live.token({})
  localStore.setItem(tokenKey, token)
  return token
}

/** Live events of one person: one tab reads the stream and broadcasts to the others. Browser only. */
class LiveStream {
  readonly owner: string
  readonly #deliver: Deliver
  readonly #stopped = new AbortController()
  readonly #channel: BroadcastChannel | null
  #last = 0
  #leading = false
  #source: EventSource | null = null
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #giveUpLead: (() => void) | null = null
  #failures = 0
  #polls = 0
  #joined = false

  constructor(owner: string, deliver: Deliver) {
    this.owner = owner
    this.#deliver = deliver
    this.#channel = 'BroadcastChannel' in window ? new BroadcastChannel(`primp-live-${owner}`) : null
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Said>) => this.#told(data)
    document.addEventListener('visibilitychange', this.#look)
    this.#askToLead(false)
    this.#channel?.postMessage({ ask: true } satisfies Said)
  }

  stop(): void {
    this.#stopped.abort()
    document.removeEventListener('visibilitychange', this.#look)
    this.#rest()
    this.#giveUpLead?.()
    this.#channel?.close()
  }

  // Without the Web Locks API each tab reads its own stream.
  #askToLead(steal: boolean): void {
    if (!this.#channel || !navigator.locks) {
      this.#lead()
      return
    }
    const held = () =>
      new Promise<void>((release) => {
        this.#giveUpLead = release
        this.#lead()
      })
    const options = steal ? { steal } : { signal: this.#stopped.signal }
    navigator.locks.request(`primp-live-${this.owner}`, options, held).catch(() => {
      // Stopped, or another tab has taken the lock from a sleeping one.
      this.#rest()
    })
  }

  #lead(): void {
    if (this.#stopped.signal.aborted) return
    this.#leading = true
    void this.#connect()
  }

  #rest(): void {
    this.#leading = false
    this.#source?.close()
    this.#source = null
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #later(ms: number, work: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
    return timer
  }

  async #connect(): Promise<void> {
    const token = this.owner === 'visitor' ? null : await this.#token().catch(() => undefined)
    if (!this.#leading) return
    if (token === undefined) return this.#again()
    const query = new URLSearchParams({
      ...(token ? { token } : {}),
      ...(this.#last ? { after: String(this.#last) } : {}),
    })
    const source = new EventSource(`/v1/live?${query}`)
    this.#source = source
    let silent = this.#later(SILENT_MS, () => this.#again())
    const alive = () => {
      clearTimeout(silent)
      this.#timers.delete(silent)
      silent = this.#later(SILENT_MS, () => this.#again())
    }
    const at = (event: MessageEvent) => Number(event.lastEventId) || 0
    source.addEventListener('ready', (event) => {
      alive()
      this.#failures = 0
      this.#polls = 0
      if (this.#last) return
      this.#stand(at(event))
      // Events between loading the page and now may be missed.
      this.#deliver({ id: at(event), kind: 'missed', ref: '' })
    })
    source.addEventListener('missed', (event) => {
      alive()
      this.#failures = 0
      this.#stand(at(event))
      this.#share({ id: at(event), kind: 'missed', ref: '' })
    })
    source.addEventListener('beat', alive)
    // The server shed this connection: reconnecting at once would displace another again.
    source.addEventListener('shed', () => {
      this.#failures = FAILURES_BEFORE_POLLS
      this.#polls = 0
      this.#again()
    })
    source.addEventListener('live', (event) => {
      alive()
      this.#share({ id: at(event), ...(JSON.parse(event.data) as Pick<StreamEvent, 'kind' | 'ref'>) })
    })
    source.onerror = () => this.#again()
  }

  // Reconnects with growing delays; if it never opens, publishes `missed` for polling.
  #again(): void {
    this.#source?.close()
    this.#source = null
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    if (!this.#leading) return
    const wait = WAITS_MS[Math.min(this.#failures, WAITS_MS.length - 1)] ?? 30_000
    this.#failures += 1
    if (this.#failures > FAILURES_BEFORE_POLLS && this.#polls < POLLS_BEFORE_STREAM)
      this.#later(this.#polls === 0 ? 0 : POLL_MS, () => void this.#poll())
    else this.#later(wait, () => void this.#connect())
    if (this.#polls >= POLLS_BEFORE_STREAM) this.#polls = 0
  }

  async #poll(): Promise<void> {
    this.#polls += 1
    try {
      const { events, last, missed } = await browserApi().live.events(this.#last ? { after: this.#last } : {})
      if (!this.#leading) return
      if (missed) this.#share({ id: last, kind: 'missed', ref: '' })
      for (const event of events) this.#share(event)
      this.#stand(Math.max(last, this.#last))
    } catch {
      // Retried by the next attempt.
    }
    this.#again()
  }

  /** Returns the stream's token, cached until it expires. */
  async #token(): Promise<string> {
    const kept = localStore.getItem(tokenKey)
    if (isTokenValid(kept, Date.now() + 60_000) && subjectOf(kept) === this.owner && this.#failures === 0) return kept
    try {
      return await saveStreamToken()
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 401) localStore.removeItem(tokenKey)
      throw fault
    }
  }

  #stand(at: number): void {
    this.#last = at
    this.#channel?.postMessage({ at } satisfies Said)
  }

  #share(event: StreamEvent): void {
    if (event.kind !== 'missed' && event.id <= this.#last) return
    this.#last = event.id
    this.#channel?.postMessage({ heard: event } satisfies Said)
    this.#deliver(event)
  }

  #told({ heard, at, ask, here }: Said): void {
    if (ask && this.#leading) this.#channel?.postMessage({ here: true } satisfies Said)
    if (here) this.#answered?.()
    if (here && !this.#joined) {
      this.#joined = true
      this.#deliver({ id: this.#last, kind: 'missed', ref: '' })
    }
    if (at !== undefined) this.#last = Math.max(this.#last, at)
    if (!heard || (heard.kind !== 'missed' && heard.id <= this.#last)) return
    this.#last = heard.id
    this.#deliver(heard)
  }

  #answered: (() => void) | null = null

  // A background tab that holds the stream may sleep: the visible tab pings it and takes over after a timeout.
  readonly #look = () => {
    if (document.visibilityState !== 'visible' || this.#leading || !this.#channel || !navigator.locks) return
    const timer = setTimeout(() => this.#askToLead(true), ANSWER_MS)
    this.#answered = () => clearTimeout(timer)
    this.#channel.postMessage({ ask: true } satisfies Said)
  }
}
