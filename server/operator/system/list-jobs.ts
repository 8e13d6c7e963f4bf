import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { jobs } from '#server/jobs.ts'
import type { Context } from '#server/platform/context.ts'
import { jobRuns } from './system-queries.ts'

/** What runs by the clock, with its last run. */
export async function listJobs(ctx: Context): Promise<OutputOf<typeof operatorSystem.jobs>> {
  const runs = new Map((await jobRuns(ctx.db)).map((run) => [run.name, run]))
  return {
    jobs: jobs.map(({ name, cron }) => {
      const run = runs.get(name)
      return {
        name,
        cron,
        lastRunAt: run?.last ? new Date(run.last).toISOString() : null,
        state: run?.state ?? null,
        seconds: run?.seconds ?? null,
        error: run?.error ?? '',
        waiting: run?.waiting ?? 0,
      }
    }),
  }
}
