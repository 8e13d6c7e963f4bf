import { expect, test } from 'vitest'
import { packAnswer, unpackAnswer } from './packed.ts'

test('packing returns one text, and the same text unpacks to the identical value while it is among the last few', () => {
  const value = { cards: [{ name: 'Mia "M" Hollis', rating: 4.97, plan: null }] }
  const packed = packAnswer(value)
  expect(typeof packed).toBe('string')
  expect(unpackAnswer(packed)).toBe(value)
  for (let i = 0; i < 4; i++) packAnswer({ other: i })
  const again = unpackAnswer(packed)
  expect(again).not.toBe(value)
  expect(again).toEqual(value)
  expect(unpackAnswer(packed)).toBe(again)
})
