const KEPT_MS = 120_000
const MOST_KEPT = 20_000
// A page says to the second when it was made, and two processes' clocks are never quite one.
const NEAR_MS = 1_000

/** What was hinted at of late: a page that was read before its stream opened is told what happened between. Instants in milliseconds. */
export class RecentChanges {
  readonly #at = new Map<string, number>()
  #since: number

  constructor(since: number) {
    this.#since = since
  }

  heard(what: string, now: number): void {
    // The newest stand last.
    this.#at.delete(what)
    this.#at.set(what, now)
    if (this.#at.size > MOST_KEPT) this.#forget(now)
  }

  /** What was not heard for a while may have been anything. */
  missed(now: number): void {
    this.#at.clear()
    this.#since = now
  }

  /** Whether one of these has changed since that instant, or may have. */
  changedSince(instant: number, these: Iterable<string>): boolean {
    const from = instant - NEAR_MS
    if (from < this.#since) return true
    for (const what of these) if ((this.#at.get(what) ?? Number.NEGATIVE_INFINITY) >= from) return true
    return false
  }

  #forget(now: number): void {
    this.#since = Math.max(this.#since, now - KEPT_MS)
    for (const [what, at] of this.#at) {
      if (at >= this.#since && this.#at.size <= MOST_KEPT) break
      this.#since = Math.max(this.#since, at + 1)
      this.#at.delete(what)
    }
  }
}
