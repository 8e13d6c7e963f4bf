import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openPostgres } from '#db/database.ts'
import { readEnv } from '#server/platform/env.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { runWhileClockIsRight, watchClock } from './clock-skew.ts'

const name = `${process.pid}_clock_skew`
let database: Database
beforeAll(async () => {
  database = await openPostgres(await createCopy(name, 'nothing'))
})
afterAll(async () => {
  await database.close()
  await deleteCopy(name)
})

test('scheduled work stops while the clock is more than 30 s off, and resumes afterwards', async () => {
  let aheadMs = 0
  const metrics = openMetrics()
  const clock = watchClock({
    database,
    env: readEnv({}),
    log: openLog('silent'),
    metrics,
    // Other tests of this process change `Date.now`.
    clock: () => new Date(performance.timeOrigin + performance.now() + aheadMs),
  })
  const shown = async () => Number(/^primp_clock_skew_seconds (\S+)$/m.exec(await metrics.registry.metrics())?.[1])
  const log: string[] = []
  const jobs = runWhileClockIsRight(
    clock,
    () => {
      log.push('started')
      return { stop: async () => void log.push('stopped') }
    },
    openLog('silent'),
  )
  await clock.check()
  expect([clock.isRight(), log]).toEqual([true, ['started']])
  expect(Math.abs(await shown())).toBeLessThan(5)

  aheadMs = 86_400_000
  await clock.check()
  expect(clock.isRight()).toBe(false)
  await expect.poll(() => log).toEqual(['started', 'stopped'])
  expect(jobs.running()).toBe(undefined)
  expect(await shown()).toBeGreaterThan(86_390)

  aheadMs = -40_000
  await clock.check()
  expect(clock.isRight()).toBe(false)
  aheadMs = -15_000
  await clock.check()
  expect(clock.isRight()).toBe(true)
  await expect.poll(() => log).toEqual(['started', 'stopped', 'started'])
  await jobs.stop()
  expect(log.at(-1)).toBe('stopped')
  clock.stop()
})

test('scheduled work starts again after a failed stop or start, and the error is logged', async () => {
  let right = true
  let change: (right: boolean) => void = () => {}
  const clock = {
    isRight: () => right,
    onChange: (changed: typeof change) => {
      change = changed
    },
  }
  const set = (to: boolean) => {
    right = to
    change(to)
  }
  const lines: string[] = []
  let starts = 0
  const work = runWhileClockIsRight(
    clock,
    () => {
      if (++starts === 2) throw new Error('no start')
      return { stop: () => Promise.reject(new Error('no stop')) }
    },
    openLog('error', { write: (line: string) => lines.push(line) }),
  )
  set(false)
  await expect.poll(() => lines.length).toBe(1)
  set(true)
  await expect.poll(() => lines.length).toBe(2)
  set(false)
  set(true)
  await expect.poll(() => [starts, work.running() !== undefined]).toEqual([3, true])
  expect(lines.map((line) => JSON.parse(line).message ?? line)).toEqual([
    expect.stringContaining('no stop'),
    expect.stringContaining('no start'),
  ])
  await work.stop()
})
