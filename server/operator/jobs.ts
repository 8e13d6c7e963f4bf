import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { JobState, operatorSystem } from '#contract/operator/system.ts'
import { jobs } from '#server/jobs.ts'
import type { Context } from '#server/platform/context.ts'
import { type JobRow, listJobRuns } from './system.queries.ts'
import { liftWaitBudget } from '#db/postgres/wait-budget.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'

const MINUTE_MS = 60_000

/** Minutes after a scheduled time until a job without a run counts as late. */
const LATE_MINUTES = 10

export async function listJobs(ctx: Context): Promise<OutputOf<typeof operatorSystem.jobs>> {
  // Lazy import: only this page reads schedules.
  const { CronExpressionParser } = await import('cron-parser')
  const timesAt = (cron: string, at: Date) => CronExpressionParser.parse(cron, { currentDate: at, tz: 'UTC' })
  const runs = new Map((await listJobRuns(ctx.db)).map((run) => [run.name, run]))
  const lateFrom = new Date(ctx.now.getTime() - LATE_MINUTES * MINUTE_MS)
  return {
    jobs: jobs.map(({ name, cron }) => {
      const run = runs.get(name)
      const times = timesAt(cron, ctx.now)
      const [next, afterNext] = [times.next().getTime(), times.next().getTime()]
      return {
        name,
        cron,
        intervalMinutes: (afterNext - next) / MINUTE_MS,
        lastRunAt: run?.last ? new Date(run.last).toISOString() : null,
        nextRunAt: new Date(next).toISOString(),
        state: getJobState(run, timesAt(cron, lateFrom).prev().toDate()),
        seconds: run?.seconds ?? null,
        error: run?.error ?? '',
        waiting: run?.waiting ?? 0,
      }
    }),
  }
}

/** Returns the state of a job whose last due run was at `dueAt`. The states of the queue are those of pg-boss. */
function getJobState(run: JobRow | undefined, dueAt: Date): JobState {
  if (!run?.last) return 'not_run'
  if (run.state === 'active') return 'running'
  if (run.state !== 'completed') return 'failed'
  return run.last < dueAt ? 'late' : 'succeeded'
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
