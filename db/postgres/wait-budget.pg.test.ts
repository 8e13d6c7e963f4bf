import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { isAway } from '#db/faults.ts'
import { type Database, openPostgres } from '#db/database.ts'
import { getHosts } from '#db/hosts.ts'
import { liftWaitBudget, runWithWaitBudget } from './wait-budget.ts'

const name = `${process.pid}_wait_budget`
let database: Database
let url = ''
beforeAll(async () => {
  url = await createCopy(name, 'nothing')
  database = await openPostgres(url, { sizes: { acts: 1 } })
  await database.exec('create table noted (n int)')
})
afterAll(async () => {
  await database.close()
  await deleteCopy(name)
})

const sleep = (seconds: number, db: Pick<Database, 'db'>['db'] = database.db) =>
  sql`select pg_sleep(${seconds})`.execute(db)

async function refusedAfter(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  const fault = await work().then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(isAway(fault)).toBe(true)
  return performance.now() - from
}

test('consecutive statements wait no longer in total than the limit of one request', async () => {
  const ms = await refusedAfter(() =>
    runWithWaitBudget(1_000, async () => {
      await sleep(0.7)
      await sleep(0.7)
    }),
  )
  expect(ms).toBeGreaterThan(950)
  expect(ms).toBeLessThan(1_300)
  await runWithWaitBudget(1_000, () => sleep(0.1))
})

test('waiting for a connection counts, and a late connection returns to the pool', async () => {
  const busy = sleep(2)
  const ms = await refusedAfter(() => runWithWaitBudget(500, () => sleep(0)))
  expect(ms).toBeLessThan(900)
  await busy
  await sleep(0)
})

test('a transaction that reaches the limit is rolled back, and its connection is not reused', async () => {
  await refusedAfter(() =>
    runWithWaitBudget(600, () =>
      database.db.transaction().execute(async (tx) => {
        await sql`insert into noted values (1)`.execute(tx)
        await sleep(1, tx as never)
      }),
    ),
  )
  const { rows } = await sql`select n from noted`.execute(database.db)
  expect(rows).toEqual([])
})

test('time without a wait for the database does not count, nor does time after the limit is lifted', async () => {
  await runWithWaitBudget(400, async () => {
    await sleep(0.2)
    await new Promise((done) => setTimeout(done, 600))
    await sleep(0.1)
  })
  await runWithWaitBudget(400, async (lift) => {
    lift()
    await sleep(0.6)
  })
})

test('long-running work lifts the limit of its request', async () => {
  await runWithWaitBudget(400, async () => {
    liftWaitBudget()
    await sleep(0.6)
  })
  liftWaitBudget()
})

test('a request that reached its limit does not make others search for the writable server', async () => {
  const lost = vi.spyOn(getHosts(url), 'clearWriter')
  await refusedAfter(() => runWithWaitBudget(300, () => sleep(1)))
  await refusedAfter(() =>
    runWithWaitBudget(300, () =>
      database.db.transaction().execute(async (tx) => {
        await sleep(0.2, tx as never)
        await sleep(0.2, tx as never)
      }),
    ),
  )
  await sleep(0)
  expect(lost).not.toHaveBeenCalled()
  lost.mockRestore()
})
