import type { Database } from '#db/database.ts'
import { subscribe } from './subscribe.ts'
import { listEventsSince, type LiveRow, listLiveEventsSince, getLiveEventSpan } from './live-queries.ts'

/** Writes an event or heartbeat to one browser. Returns false if its buffer is full. */
type Write = (bytes: Uint8Array, event?: true) => boolean
export type Listening = { close: () => void }
type Stream = { audience: readonly string[]; write: Write; end: () => void; last: number; held: LiveRow[] | null }

const BEAT_MS = 25_000
const MOST_AT_ONCE = 500

const hubs = new WeakMap<Database, Promise<LiveHub>>()

export function getLiveHub(database: Database): Promise<LiveHub> {
  const known = hubs.get(database)
  if (known) return known
  const opening = LiveHub.open(database)
  hubs.set(database, opening)
  opening.catch(() => hubs.delete(database))
  return opening
}

export class LiveHub {
  readonly #database: Database
  readonly #by = new Map<string, Set<Stream>>()
  readonly #streams = new Set<Stream>()
  #last: number
  #catching: Promise<void> | null = null
  #again = false
  #beating: ReturnType<typeof setInterval> | null = null

  private constructor(database: Database, last: number) {
    this.#database = database
    this.#last = last
  }

  static async open(database: Database): Promise<LiveHub> {
    const hub = new LiveHub(database, (await getLiveEventSpan(database.fresh)).last)
    await subscribe(
      database,
      'live_event',
      (payload) => hub.#heard(payload),
      () => hub.#missed(),
    )
    return hub
  }

  get size(): number {
    return this.#streams.size
  }

  /**
   * Subscribes to an audience after an event: stored events first, each once and in order. `end` is called when the
   * server closes the stream.
   */
  async listen(audience: readonly string[], after: number | null, write: Write, end: () => void): Promise<Listening> {
    const stream: Stream = { audience, write, end, last: after ?? 0, held: [] }
    this.#streams.add(stream)
    for (const who of audience) {
      const all = this.#by.get(who) ?? new Set()
      all.add(stream)
      this.#by.set(who, all)
    }
    this.#beating ??= setInterval(() => this.#beat(), BEAT_MS)
    this.#beating.unref?.()
    const close = () => this.#leave(stream)
    try {
      const { first, last } = await getLiveEventSpan(this.#database.fresh)
      const missed = after !== null && (after > last || after < first - 1)
      if (after === null || missed) stream.last = last
      write(encodeEvent(missed ? 'missed' : 'ready', stream.last))
      if (after !== null && !missed)
        for (const row of await listLiveEventsSince(this.#database.fresh, audience, after, MOST_AT_ONCE))
          this.#tell(stream, row, bytesOf(row))
      const held = stream.held ?? []
      stream.held = null
      for (const row of held) this.#tell(stream, row, bytesOf(row))
    } catch (fault) {
      close()
      throw fault
    }
    return { close }
  }

  #leave(stream: Stream): void {
    if (!this.#streams.delete(stream)) return
    for (const who of stream.audience) {
      const all = this.#by.get(who)
      all?.delete(stream)
      if (all?.size === 0) this.#by.delete(who)
    }
    if (this.#streams.size > 0) return
    if (this.#beating) clearInterval(this.#beating)
    this.#beating = null
  }

  #heard(payload: string): void {
    const { id, to, kind, ref } = JSON.parse(payload) as { id: number; to: string[]; kind: string; ref: string }
    if (id <= this.#last) return
    // A gap may be an event missed during an outage: catch up from the database.
    if (id > this.#last + 1 || this.#catching) this.#catchUp()
    else this.#hand({ id, audience: to, kind, ref })
  }

  /** Catches up after a lost connection. If numbers went back, as after a failover, all clients reload. */
  #missed(): void {
    getLiveEventSpan(this.#database.fresh).then(
      ({ last }) => {
        if (last >= this.#last) return this.#catchUp()
        this.#last = last
        for (const stream of this.#streams) {
          stream.last = last
          stream.write(encodeEvent('missed', last))
        }
      },
      () => this.#catchUp(),
    )
  }

  #hand(row: LiveRow): void {
    this.#last = Math.max(this.#last, row.id)
    const hearers = new Set(row.audience.flatMap((who) => [...(this.#by.get(who) ?? [])]))
    if (hearers.size === 0) return
    const bytes = bytesOf(row)
    for (const stream of hearers) {
      if (stream.held) stream.held.push(row)
      else this.#tell(stream, row, bytes)
    }
  }

  #tell(stream: Stream, row: LiveRow, bytes: Uint8Array): void {
    if (row.id <= stream.last) return
    stream.last = row.id
    // A client that falls behind reconnects with its last event id.
    if (stream.write(bytes, true) && row.kind !== 'session.ended') return
    this.#leave(stream)
    stream.end()
  }

  #catchUp(): void {
    this.#again = true
    this.#catching ??= this.#readOn()
      .catch(() => {})
      .finally(() => {
        this.#catching = null
      })
  }

  async #readOn(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const rows = await listEventsSince(this.#database.fresh, this.#last, MOST_AT_ONCE)
      for (const row of rows) this.#hand(row)
      if (rows.length === MOST_AT_ONCE) this.#again = true
    }
  }

  #beat(): void {
    const bytes = encodeEvent('beat', null)
    for (const stream of this.#streams) {
      if (stream.write(bytes)) continue
      this.#leave(stream)
      stream.end()
    }
    this.#catchUp()
  }
}

const encoder = new TextEncoder()
const bytesOf = ({ id, kind, ref }: LiveRow): Uint8Array =>
  encoder.encode(`id: ${id}\nevent: live\ndata: ${JSON.stringify({ kind, ref })}\n\n`)
const encodeEvent = (event: 'ready' | 'missed' | 'beat', id: number | null): Uint8Array =>
  encoder.encode(`${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: \n\n`)
