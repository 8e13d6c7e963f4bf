import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

test('what is packed is one text, and the same text is the same value as long as it is one of the last few', () => {
  const value = { cards: [{ name: 'Mia "M" Hollis', rating: 4.97, plan: null }] }
  const packed = pack(value)
  expect(typeof packed).toBe('string')
  expect(unpack(packed)).toBe(value)
  for (let i = 0; i < 4; i++) pack({ other: i })
  const again = unpack(packed)
  expect(again).not.toBe(value)
  expect(again).toEqual(value)
  expect(unpack(packed)).toBe(again)
})
