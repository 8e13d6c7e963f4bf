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
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const calls = limitedHistogram({
    name: 'primp_call_seconds',
    help: 'Time of a call of the API, from outside or for a page, by call',
    labelNames: ['call'],
    buckets: [0.0025, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const faults = limitedCounter({
    name: 'primp_faults_total',
    help: 'Faults: of calls by their route, of pages, and of what goes on by itself',
    labelNames: ['route'],
    registers,
  })
  const pages = limitedCounter({
    name: 'primp_pages_total',
    help: 'Pages by how they were served: from memory, made to be shared, made for one visitor',
    labelNames: ['from'],
    registers,
  })
  const turnedAway = limitedCounter({
    name: 'primp_rejected_total',
    help: 'Pages and costly reads that were not begun: the line was full, or one network asked for too many',
    labelNames: ['kind', 'why'],
    registers,
  })
  const reports = limitedCounter({
    name: 'primp_browser_reports_total',
    help: 'What browsers said they kept a page from doing, by the rule of the content policy',
    labelNames: ['directive'],
    registers,
  })
  const counted = limitedCounter({ name: 'primp_acts_total', help: 'What was done', labelNames: ['act'], registers })
  // A rate needs an initial zero.
  for (const act of acts) counted.inc({ act }, 0)
  const streams = new Gauge({ name: 'primp_streams', help: 'Streams of server-sent events that are open', registers })
  const jobs = limitedHistogram({
    name: 'primp_job_seconds',
    help: 'Time of a run of a job, by how it ended',
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
    help: 'Connections of a pool that are busy and idle, and who waits for one',
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
    help: 'How often somebody had to wait for a connection',
    labelNames: ['pool'],
    registers,
    collect() {
      waits.reset()
      for (const [pool, state] of Object.entries(pools())) waits.inc({ pool }, state.waits)
    },
  })
  const waited = new Counter({
    name: 'primp_pool_wait_seconds_total',
    help: 'How long that was, together',
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
    help: 'Whether reads go to the replica (1), or to the primary because the replica is away or answers errors (0)',
    registers,
    collect() {
      up.set(replica().up ? 1 : 0)
    },
  })
  const errors = new Counter({
    name: 'primp_replica_errors_total',
    help: 'Reads that the replica lost and the primary answered, by the class of the SQLSTATE, or connection',
    labelNames: ['class'],
    registers,
    collect() {
      errors.reset()
      for (const [kind, n] of Object.entries(replica().errors)) errors.inc({ class: kind }, n)
    },
  })
}
