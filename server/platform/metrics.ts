import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  type LabelValues,
  Registry,
} from 'prom-client'
import type { Database } from '#db/database.ts'

export type Metrics = ReturnType<typeof openMetrics>

const acts = [
  'search',
  'booking',
  'payment_declined',
  'refund_failed',
  'payout_failed',
  'payout_short',
  'dispute_unknown',
] as const
export type CountedAct = (typeof acts)[number]

/** Maximum label combinations per metric. The site has about 800 routes, each with a few statuses. */
export const MAX_SERIES = 2_000
const OVERFLOW = '(other)'

/**
 * Limits label combinations: beyond `MAX_SERIES` the first label becomes `(other)`. Other labels, such as the status
 * used by alerts, are bounded.
 */
function limitSeries(): <L extends object>(labels: L) => L {
  const known = new Set<string>()
  return (labels) => {
    const key = JSON.stringify(labels)
    if (known.has(key)) return labels
    if (known.size < MAX_SERIES) {
      known.add(key)
      return labels
    }
    const [first = ''] = Object.keys(labels)
    return { ...labels, [first]: OVERFLOW }
  }
}

function limitedCounter<T extends string>(configuration: CounterConfiguration<T>) {
  const counter = new Counter(configuration)
  const limit = limitSeries()
  return { inc: (labels: LabelValues<T>, value = 1) => counter.inc(limit(labels), value), get: () => counter.get() }
}

function limitedHistogram<T extends string>(configuration: HistogramConfiguration<T>) {
  const histogram = new Histogram(configuration)
  const limit = limitSeries()
  const observe = (labels: LabelValues<T>, seconds: number) => histogram.observe(limit(labels), seconds)
  const startTimer = (labels: LabelValues<T>) => {
    const started = performance.now()
    return (more: LabelValues<T> = {}) => observe({ ...labels, ...more }, (performance.now() - started) / 1_000)
  }
  return { observe, startTimer }
}

export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = limitedHistogram({
    name: 'primp_request_seconds',
    help: 'Response time, by route and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const calls = limitedHistogram({
    name: 'primp_call_seconds',
    help: 'Duration of API calls, from outside or for a page, by call',
    labelNames: ['call'],
    buckets: [0.0025, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const faults = limitedCounter({
    name: 'primp_faults_total',
    help: 'Faults of API calls by route, of pages, and of background work',
    labelNames: ['route'],
    registers,
  })
  const pages = limitedCounter({
    name: 'primp_pages_total',
    help: 'Pages by how they were served: from the cache, rendered for the cache, rendered for one visitor',
    labelNames: ['from'],
    registers,
  })
  const turnedAway = limitedCounter({
    name: 'primp_rejected_total',
    help: 'Rejected pages and expensive reads: the queue was full, or one network sent too many requests',
    labelNames: ['kind', 'why'],
    registers,
  })
  const reports = limitedCounter({
    name: 'primp_browser_reports_total',
    help: 'Content security policy violations reported by browsers, by directive',
    labelNames: ['directive'],
    registers,
  })
  const counted = limitedCounter({ name: 'primp_acts_total', help: 'Domain events', labelNames: ['act'], registers })
  // A rate needs an initial zero.
  for (const act of acts) counted.inc({ act }, 0)
  const streams = new Gauge({ name: 'primp_streams', help: 'Open server-sent event streams', registers })
  const jobs = limitedHistogram({
    name: 'primp_job_seconds',
    help: 'Duration of a job run, by outcome',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 300],
    registers,
  })
  return { registry, requests, calls, faults, pages, turnedAway, reports, acts: counted, streams, jobs }
}

export function watchPools({ registry }: Metrics, { pools }: Pick<Database, 'pools'>): void {
  const registers = [registry]
  const gauge = new Gauge({
    name: 'primp_pool_connections',
    help: 'Busy and idle connections of a pool, and callers waiting for a connection',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { open, idle, waiting }] of Object.entries(pools())) {
        gauge.set({ pool, state: 'busy' }, open - idle)
        gauge.set({ pool, state: 'idle' }, idle)
        gauge.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
  const waits = new Counter({
    name: 'primp_pool_waits_total',
    help: 'Number of times a caller waited for a connection',
    labelNames: ['pool'],
    registers,
    collect() {
      waits.reset()
      for (const [pool, state] of Object.entries(pools())) waits.inc({ pool }, state.waits)
    },
  })
  const waited = new Counter({
    name: 'primp_pool_wait_seconds_total',
    help: 'Total time waited for a connection',
    labelNames: ['pool'],
    registers,
    collect() {
      waited.reset()
      for (const [pool, state] of Object.entries(pools())) waited.inc({ pool }, state.waitedMs / 1_000)
    },
  })
}

export function watchReplica({ registry }: Metrics, { replica }: Pick<Database, 'replica'>): void {
  if (!replica) return
  const registers = [registry]
  const up = new Gauge({
    name: 'primp_replica_up',
    help: 'Whether reads use the replica (1), or the primary because the replica is unavailable (0)',
    registers,
    collect() {
      up.set(replica().up ? 1 : 0)
    },
  })
  const errors = new Counter({
    name: 'primp_replica_errors_total',
    help: 'Reads that failed on the replica and were retried on the primary, by SQLSTATE class, or "connection"',
    labelNames: ['class'],
    registers,
    collect() {
      errors.reset()
      for (const [kind, n] of Object.entries(replica().errors)) errors.inc({ class: kind }, n)
    },
  })
}
