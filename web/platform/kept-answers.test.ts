import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Visit, visitContext } from './context.ts'
import { keptAnswer } from './kept-answers.ts'

function contextOf(visit: Partial<Visit>) {
  const context = new RouterContextProvider()
  context.set(visitContext, { publicUrl: 'http://here', ...visit } as Visit)
  return context
}

function counter() {
  let asked = 0
  return { ask: async () => ++asked, asked: () => asked }
}

test('a page that is the same for everyone asks once in half a minute', async () => {
  const { ask, asked } = counter()
  const answers = []
  for (const now of [0, 29_999, 30_001]) answers.push(await keptAnswer(contextOf({}), 'once', ask, now))
  expect([answers, asked()]).toEqual([[1, 1, 2], 2])
})

test('a page made for one visitor always asks', async () => {
  const { ask, asked } = counter()
  for (let i = 0; i < 3; i++) await keptAnswer(contextOf({ nonce: 'n' }), 'visitor', ask, 0)
  expect(asked()).toBe(3)
})

test('a refusal is not kept', async () => {
  let works = false
  const ask = async () => {
    if (!works) throw new Error('busy')
    return 'home'
  }
  await expect(keptAnswer(contextOf({}), 'refused', ask, 0)).rejects.toThrow('busy')
  works = true
  await expect(keptAnswer(contextOf({}), 'refused', ask, 1)).resolves.toBe('home')
})
