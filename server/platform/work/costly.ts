import { isLoopbackAddress, UNKNOWN_ADDRESS } from '#server/platform/context.ts'
import { getNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { WorkQueue } from './work-queue.ts'

type Kind = 'pages' | 'reads'

// A venue behind one address renders a few pages a second; 15 sustained is a bot.
const ofNetwork = { standing: 24, perSecond: 15, burst: 300 }
const bounds = { atOnce: 4, waiting: 60, ofNetwork }
const queues = new WeakMap<Rig['metrics'], Record<Kind, WorkQueue>>()

/** Queues expensive rendering or planning to keep the event loop responsive. */
export function runCostly<T>(
  { metrics, env }: Pick<Rig, 'metrics' | 'env'>,
  kind: Kind,
  address: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const own = queues.get(metrics) ?? { pages: new WorkQueue(bounds), reads: new WorkQueue(bounds) }
  queues.set(metrics, own)
  // Loopback and unknown proxy addresses do not identify a network.
  const nameless = address === null || address === UNKNOWN_ADDRESS || isLoopbackAddress(address)
  const network = nameless || !env.RATE_LIMITS ? null : getNetwork(address)
  return own[kind].run(network, work).catch((thrown) => {
    if (thrown instanceof Refusal && /^(unavailable|rate_limited)$/.test(thrown.code))
      metrics.turnedAway.inc({ kind, why: thrown.code })
    throw thrown
  })
}

/** Retry-After for rejected requests, in seconds. */
export const ROOM_AGAIN_S = 2
