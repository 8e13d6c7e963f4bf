import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { jobs } from '#server/jobs.ts'
import type { Context } from '#server/platform/context.ts'
import { listJobRuns } from './system.queries.ts'
import { liftWaitBudget } from '#db/postgres/wait-budget.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'

export async function listJobs(ctx: Context): Promise<OutputOf<typeof operatorSystem.jobs>> {
  const runs = new Map((await listJobRuns(ctx.db)).map((run) => [run.name, run]))
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

/** Waits for the job, with a longer timeout than other requests. */
export async function runJob(
  ctx: Context,
  { name, reason }: InputOf<typeof operatorSystem.runJob>,
): Promise<OutputOf<typeof operatorSystem.runJob>> {
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Refusal('not_found')
  const started = performance.now()
  liftWaitBudget()
  await job.run(ctx)
  const seconds = Math.round(performance.now() - started) / 1000
  await recordAudit(ctx, { act: 'job.run', subject: { kind: 'job', id: name, name }, after: { seconds }, reason })
  return { seconds }
}
