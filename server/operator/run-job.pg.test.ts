import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWithWaitBudget } from '#db/postgres/wait-budget.ts'
import { jobs } from '#server/jobs.ts'
import type { Job } from '#server/platform/jobs.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const slowJob: Job = {
  name: 'slow-job',
  cron: '0 0 1 1 *',
  run: async ({ db }) => {
    await sql`select pg_sleep(0.8)`.execute(db)
  },
}
const allJobs = jobs as Job[]

let rig: TestRig
let bearer: string
beforeAll(async () => {
  rig = await openRig()
  const body = { email: 'olu@primp.test', password: 'primp-sample-1' }
  bearer = (await rig.call('/v1/accounts/login', { method: 'POST', body })).body.data.token
  allJobs.push(slowJob)
})
afterAll(() => {
  allJobs.splice(allJobs.indexOf(slowJob), 1)
})

test('a job run by an operator may wait for the database longer than a request', async () => {
  const { status, body } = await runWithWaitBudget(500, () =>
    rig.call('/v1/operator/jobs/slow-job/run', { method: 'POST', body: { reason: 'Test of a slow job.' }, bearer }),
  )
  expect([status, body.data?.seconds >= 0.8]).toEqual([200, true])
})
