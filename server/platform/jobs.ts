import { PgBoss, fromPglite } from 'pg-boss'
import { type Context, nobody, openContext } from './context.ts'
import { faultFields } from './log.ts'
import type { Rig } from './rig.ts'

/** Work by the clock: the minutes as cron writes them, in UTC; each run is one process's. */
export type Job = { name: string; cron: string; run: (ctx: Context) => Promise<void> }

/** What jobs and other work without a caller may touch. */
export const ownContext = (rig: Pick<Rig, 'database' | 'env' | 'log' | 'clock'>, name: string): Context =>
  openContext(rig, { viewer: nobody, requestId: name, address: '' }, 'jobs')

/** Starts the jobs, after the port is open; answers how to stop them. */
export function startJobs(
  rig: Pick<Rig, 'database' | 'env' | 'log' | 'clock'>,
  jobs: readonly Job[],
): () => Promise<void> {
  const { database, env, log } = rig
  const boss = database.pglite
    ? new PgBoss({ db: fromPglite(database.pglite), backend: 'pglite', schema: 'jobs' } as ConstructorParameters<
        typeof PgBoss
      >[0])
    : new PgBoss({ connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, schema: 'jobs', max: 2 })
  boss.on('error', (fault: unknown) => log.error(faultFields(fault), 'jobs'))
  const started = (async () => {
    await boss.start()
    for (const job of jobs) {
      await boss.createQueue(job.name)
      await boss.work(job.name, { pollingIntervalSeconds: 30 }, () => job.run(ownContext(rig, job.name)))
      await boss.schedule(job.name, job.cron)
    }
  })().catch((fault) => log.error(faultFields(fault), 'jobs did not start'))
  return async () => {
    await started
    await boss.stop({ graceful: true, timeout: 5_000 })
  }
}
