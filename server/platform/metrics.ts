import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

/** What this process counts, for Prometheus. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'primp_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const faults = new Counter({
    name: 'primp_faults_total',
    help: 'Answers with status 500',
    labelNames: ['route'],
    registers: [registry],
  })
  const pages = new Counter({
    name: 'primp_pages_total',
    help: 'Pages by how they were served',
    labelNames: ['from'],
    registers: [registry],
  })
  return { registry, requests, faults, pages }
}
