import { Gauge } from 'prom-client'
import type { Rig } from '#server/platform/rig.ts'
import { textsToday } from './text-budget.ts'
import { oldestDue } from './outbox-queries.ts'

/** Shows in the metrics for how long the oldest notice that is due has been waiting to be sent, and what of the day's texts is left. */
export function watchOutbox({ metrics, database, clock }: Pick<Rig, 'metrics' | 'database' | 'clock'>): void {
  const texts = new Gauge({
    name: 'primp_texts_today',
    help: 'Texts written on this day (UTC), and how many may be',
    labelNames: ['of'],
    registers: [metrics.registry],
    async collect() {
      const today = await textsToday(database.fresh, clock()).catch(() => null)
      texts.set({ of: 'written' }, today?.written ?? Number.NaN)
      texts.set({ of: 'budget' }, today?.budget ?? Number.NaN)
    },
  })
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
