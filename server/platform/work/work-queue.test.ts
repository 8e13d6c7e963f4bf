import { expect, test } from 'vitest'
import { runWithWaitBudget } from '#db/postgres/wait-budget.ts'
import { WorkQueue } from './work-queue.ts'

test('a request leaves the queue when its maximum wait ends, and the requests behind it keep their place', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 10, ofNetwork: { standing: 9, perSecond: 9, burst: 9 } })
  const first = Promise.withResolvers<void>()
  const running = queue.run(null, () => first.promise)
  const impatient = runWithWaitBudget(100, () => queue.run(null, async () => 'impatient'))
  const patient = queue.run(null, async () => 'patient')
  await expect(impatient).rejects.toMatchObject({ code: 'unavailable' })
  expect(queue.size).toEqual({ running: 1, waiting: 1 })
  first.resolve()
  await running
  expect(await patient).toBe('patient')
  expect(queue.size).toEqual({ running: 0, waiting: 0 })
  expect(await runWithWaitBudget(100, () => queue.run(null, async () => 'later'))).toBe('later')
})
