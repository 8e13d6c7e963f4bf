import { PgBoss, fromPglite } from 'pg-boss'
import { forgetOldCalls } from './limits.ts'
import { faultFields } from './log.ts'
import type { Rig } from './rig.ts'

const FORGET = 'forget-old-calls'

/** Starts what runs by clock, after the port is open; answers how to stop it. */
export function startJobs({ database, env, log, clock }: Pick<Rig, 'database' | 'env' | 'log' | 'clock'>): () => Promise<void> {
  const boss = database.pglite
    ? new PgBoss({ db: fromPglite(database.pglite), backend: 'pglite', schema: 'jobs' } as ConstructorParameters<typeof PgBoss>[0])
    : new PgBoss({ connectionString: env.DATABASE_URL as string, schema: 'jobs', max: 2 })
  boss.on('error', (fault: unknown) => log.error(faultFields(fault), 'jobs'))
  const started = (async () => {
    await boss.start()
    await boss.createQueue(FORGET)
    await boss.work(FORGET, { pollingIntervalSeconds: 30 }, () => forgetOldCalls(database.db, clock()))
    await boss.schedule(FORGET, '*/20 * * * *')
  })().catch((fault) => log.error(faultFields(fault), 'jobs did not start'))
  return async () => {
    await started
    await boss.stop({ graceful: true, timeout: 5_000 })
  }
}
