import { countWait, waitLeftMs } from '#db/postgres/wait-budget.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { yieldToEventLoop } from './turns.ts'

type Bounds = {
  atOnce: number
  waiting: number
  ofNetwork: { standing: number; perSecond: number; burst: number }
}
type Network = { standing: number; left: number; at: number; line: (() => void)[] }

const MOST_NETWORKS = 10_000

/**
 * Queue for CPU-bound work with limited concurrency and fair turns per network (null is the site itself). Rejects when
 * the queue is full.
 */
export class WorkQueue {
  readonly #bounds: Bounds
  readonly #networks = new Map<string, Network>()
  readonly #next = new Set<Network>()
  #running = 0
  #waiting = 0
  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get size(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  async run<T>(network: string | null, work: () => Promise<T>): Promise<T> {
    const own = this.#networkOf(network ?? '')
    if (network !== null) this.#hold(own)
    if (this.#running >= this.#bounds.atOnce && this.#waiting >= this.#bounds.waiting) throw new Refusal('unavailable')
    own.standing += 1
    try {
      if (this.#running < this.#bounds.atOnce) this.#running += 1
      else await countWait(this.#wait(own, waitLeftMs()))
    } catch (refusal) {
      own.standing -= 1
      throw refusal
    }
    try {
      await yieldToEventLoop()
      return await work()
    } finally {
      own.standing -= 1
      this.#handOn()
    }
  }

  #hold(own: Network): void {
    const { standing, perSecond, burst } = this.#bounds.ofNetwork
    const now = performance.now()
    own.left = Math.min(burst, own.left + ((now - own.at) / 1_000) * perSecond)
    own.at = now
    if (own.standing >= standing || own.left < 1) throw new Refusal('rate_limited')
    own.left -= 1
  }

  /** Waits up to the request's remaining database timeout. */
  #wait(own: Network, mostMs: number): Promise<void> {
    this.#waiting += 1
    this.#next.add(own)
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const leave = () => {
        own.line.splice(own.line.indexOf(go), 1)
        if (!own.line.length) this.#next.delete(own)
        this.#waiting -= 1
        reject(new Refusal('unavailable'))
      }
      const timer = mostMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(leave, Math.max(0, mostMs))
      own.line.push(go)
    })
  }

  // Gives the place to the next in the queue directly, so that newcomers cannot overtake.
  #handOn(): void {
    const [own] = this.#next
    if (!own) {
      this.#running -= 1
      return
    }
    this.#next.delete(own)
    const go = own.line.shift()
    if (own.line.length) this.#next.add(own)
    this.#waiting -= 1
    go?.()
  }

  #networkOf(name: string): Network {
    const known = this.#networks.get(name)
    const own = known ?? { standing: 0, left: this.#bounds.ofNetwork.burst, at: performance.now(), line: [] }
    this.#networks.delete(name)
    this.#networks.set(name, own)
    if (this.#networks.size > MOST_NETWORKS) {
      for (const [oldest, { standing }] of this.#networks) {
        if (standing > 0) continue
        this.#networks.delete(oldest)
        break
      }
    }
    return own
  }
}
