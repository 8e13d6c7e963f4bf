import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openOwnRig, type TestRig } from '#server/test-rig.ts'
import { type Job, startJobs } from './jobs.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openOwnRig()
})
afterAll(() => rig.database.close())

const nightly = (cron: string): Job => ({ name: 'tidy', cron, run: async () => {} })

/** Starts and ends the jobs as a process does. Returns when each runs next and when that was saved. */
async function startWith(job: Job): Promise<{ cron: string; written: string }[]> {
  const env = { ...rig.env, DATABASE_URL: rig.databaseUrl }
  const started = startJobs({ ...rig, env }, [job])
  await vi.waitFor(() => expect(started.isStarted()).toBe(true), { timeout: 30_000 })
  await started.stop()
  return (
    await sql<{ cron: string; written: string }>`
      select cron, updated_on::text as written from jobs.schedule where name = 'tidy'`.execute(rig.database.db)
  ).rows
}

test('a process start saves the next run of a job only if it is new', async () => {
  const first = await startWith(nightly('0 3 * * *'))
  expect(first).toMatchObject([{ cron: '0 3 * * *' }])
  expect(await startWith(nightly('0 3 * * *'))).toEqual(first)
  expect(await startWith(nightly('0 4 * * *'))).toMatchObject([{ cron: '0 4 * * *' }])
}, 90_000)

test('jobs with a later start do not query the database before, and end with their process', async () => {
  let asked = 0
  const database = new Proxy(rig.database, {
    get: (of, what) => {
      asked++
      return Reflect.get(of, what)
    },
  })
  const started = startJobs({ ...rig, database }, [nightly('0 3 * * *')], 3_600_000)
  await started.stop()
  expect(started.isStarted()).toBe(false)
  expect(asked).toBe(0)
})
