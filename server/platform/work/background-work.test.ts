import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { waitForBackgroundWork, registerWork, runInBackground } from './background-work.ts'

const longest = 3_600_000
const begun = async () => new Promise((done) => setImmediate(done))

function counted(name: string, atOnce: boolean, run?: () => Promise<void>) {
  const database = {} as Database
  const ctx = { database, background: () => ctx } as unknown as Context
  const seen = { runs: 0 }
  registerWork(
    name,
    longest,
    async () => {
      seen.runs += 1
      await run?.()
    },
    atOnce,
  )
  return { database, ask: () => runInBackground(ctx, name), seen }
}

test('awaited work starts at once; requests during the first run are processed together, after four times as long as that run took', async () => {
  const took = 100
  let over = 0
  const { database, ask, seen } = counted('looked-out-for', true, async () => {
    if (seen.runs > 1) return
    await setTimeout(took)
    over = performance.now()
  })
  ask()
  await begun()
  expect(seen.runs).toBe(1)
  ask()
  ask()
  while (seen.runs === 1) await setTimeout(5)
  expect(performance.now() - over).toBeGreaterThan(3 * took)
  await waitForBackgroundWork(database)
  expect(seen.runs).toBe(2)
})

test('quick work starts again at once, whatever its delay', async () => {
  const { ask, seen } = counted('quick', true)
  ask()
  await begun()
  ask()
  while (seen.runs === 1) await setTimeout(5)
  expect(seen.runs).toBe(2)
})

test('work that nobody awaits is delayed and runs once for all requests', async () => {
  const { database, ask, seen } = counted('gathered', false)
  ask()
  ask()
  await begun()
  expect(seen.runs).toBe(0)
  await waitForBackgroundWork(database)
  expect(seen.runs).toBe(1)
})
