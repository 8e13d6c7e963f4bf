import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { liftWaitBudget } from '#db/postgres/wait-budget.ts'
import { jobs } from '#server/jobs.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Runs a job now and waits for its end, for longer than other requests may wait for the database. */
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
  await record(ctx, { act: 'job.run', subject: { kind: 'job', id: name, name }, after: { seconds }, reason })
  return { seconds }
}
