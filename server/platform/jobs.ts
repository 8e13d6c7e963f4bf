import { setTimeout } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { type Context, nobody, openContext } from './context.ts'
import { toFaultFields, createFaultLog } from './log.ts'
import type { Rig } from './rig.ts'

/** The cron schedule is in UTC. Each run is in one process only. */
export type Job = { name: string; cron: string; run: (ctx: Context) => Promise<void> }

export type JobRig = Pick<Rig, 'database' | 'env' | 'log' | 'metrics' | 'clock'>

export const createJobContext = (rig: JobRig, name: string): Context =>
  openContext(rig, { viewer: nobody, requestId: name, address: '' }, 'jobs')

export type Jobs = {
  isStarted: () => boolean
  stop: () => Promise<void>
}

const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

export function startJobs(rig: JobRig, jobs: readonly Job[], afterMs = 0): Jobs {
  const faults = createFaultLog(rig.log, 'jobs')
  let [boss, stands, restMs] = [undefined as PgBoss | undefined, false, FIRST_REST_MS]
  const stopped = new AbortController()
  const start = async (): Promise<void> => {
    boss = await openBoss(rig.database)
    boss.on('error', (fault: unknown) => faults.fault(fault))
    await boss.start()
    // Skips existing queues: two queries instead of two per job.
    const queues = new Set((await boss.getQueues()).map(({ name }) => name))
    const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    for (const job of jobs) {
      if (stopped.signal.aborted) return
      if (!queues.has(job.name)) await boss.createQueue(job.name)
      await boss.work(job.name, { pollingIntervalSeconds: 30 }, async () => {
        await runJob(rig, job)
        faults.well()
      })
      if (crons.get(job.name) !== job.cron) await boss.schedule(job.name, job.cron)
    }
    stands = true
    faults.well()
  }
  const rest = (ms: number) => setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => {})
  const started = (async () => {
    if (afterMs) await rest(afterMs)
    while (!stands && !stopped.signal.aborted) {
      try {
        await start()
      } catch (fault) {
        faults.fault(fault)
        await boss?.stop({ graceful: false }).catch(() => {})
        await rest(restMs)
        restMs = Math.min(LONGEST_REST_MS, restMs * 2)
      }
    }
  })()
  return {
    isStarted: () => stands,
    stop: async () => {
      stopped.abort()
      await started
      await boss?.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

export async function runJob(rig: JobRig, { name, run }: Job): Promise<void> {
  const done = rig.metrics.jobs.startTimer({ job: name })
  try {
    await run(createJobContext(rig, name))
    done({ outcome: 'done' })
  } catch (fault) {
    done({ outcome: 'failed' })
    rig.log.error({ job: name, ...toFaultFields(fault) }, 'job failed')
    throw fault
  }
}

/** Lazy import, because the 80 modules of the job queue would delay the first page. */
async function openBoss({ pglite, queue }: Rig['database']): Promise<PgBoss> {
  const { PgBoss, fromPglite } = await import('pg-boss')
  if (pglite) return new PgBoss({ db: fromPglite(pglite), backend: 'pglite', schema: 'jobs' })
  if (!queue) throw new Error('The database must be either embedded or have a pool for the queue.')
  return new PgBoss({ db: { executeSql: (text, values) => queue.query(text, values) }, schema: 'jobs' })
}
