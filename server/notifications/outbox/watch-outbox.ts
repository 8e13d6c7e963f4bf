import { Gauge } from 'prom-client'
import type { Rig } from '#server/platform/rig.ts'
import { oldestDue } from './outbox-queries.ts'

/** Shows in the metrics for how long the oldest notice that is due has been waiting to be sent. */
export function watchOutbox({ metrics, database, clock }: Pick<Rig, 'metrics' | 'database' | 'clock'>): void {
  const age = new Gauge({
    name: 'primp_outbox_age_seconds',
    help: 'For how long the oldest notice that is due has been waiting',
    registers: [metrics.registry],
    async collect() {
      try {
        const now = clock()
        const due = await oldestDue(database.fresh, now)
        age.set(due ? (now.getTime() - due.getTime()) / 1_000 : 0)
      } catch {
        // Nobody knows: a stale figure would say that all is well.
        age.set(Number.NaN)
      }
    },
  })
}
