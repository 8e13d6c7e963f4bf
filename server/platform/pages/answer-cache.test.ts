import { expect, test } from 'vitest'
import { isBudgetSpent, waitLeftMs, runWithWaitBudget } from '#db/postgres/wait-budget.ts'
import { AnswerCache } from './answer-cache.ts'

test('a request that times out fails alone, and others that wait for the same response get it', async () => {
  const answers = new AnswerCache({ freshMs: 1_000, most: 10 })
  const lefts: number[] = []
  const gate = Promise.withResolvers<void>()
  const ask = () =>
    answers.getOrCompute(
      '/',
      0,
      () => {},
      async () => {
        lefts.push(waitLeftMs())
        await gate.promise
        return 'answer'
      },
    )
  const limited = runWithWaitBudget(50, ask)
  const unlimited = ask()
  await expect(limited).rejects.toSatisfy(isBudgetSpent)
  gate.resolve()
  expect([await unlimited, lefts]).toEqual(['answer', [Number.POSITIVE_INFINITY]])
}, 5_000)
