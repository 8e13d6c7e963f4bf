import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getInitial, truncate } from './text.ts'

test('a truncated text is a whole beginning of the text, as long as allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
      const short = truncate(text, most)
      expect(short.isWellFormed()).toBe(text.isWellFormed())
      expect([...short]).toEqual([...text].slice(0, most))
    }),
  )
})

test('the initial of a name is a whole character', () => {
  expect(getInitial('🦋 Lind')).toBe('🦋')
  expect(getInitial('Élise')).toBe('É')
  expect(getInitial('')).toBe('')
})
