import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseText, findBannedWord } from './normalise-text.ts'

const list = ['Botox', 'Crème de luxe', 'cure'].map((word) => ({ word, plain: normaliseText(word) }))
const found = (text: string) => findBannedWord(text, list)?.word ?? null

test('a banned word is found as a whole word, with any letters, accents and punctuation around it', () => {
  for (const text of ['botox', 'Now with BOTOX!', 'B\u00f3t\u00f6x-free', 'Ｂｏｔｏｘ', 'bo\u200btox', '(botox)'])
    expect([text, found(text)]).toEqual([text, 'Botox'])
  expect(found('My creme   DE-luxe glow')).toBe('Crème de luxe')
  for (const text of ['botoxed', 'abotox', 'manicure', 'bo tox', 'creme luxe', ''])
    expect([text, found(text)]).toEqual([text, null])
})

test('a banned word is found anywhere in a text, and never inside a longer word', () => {
  const other = fc.stringMatching(/^[a-z]{1,8}$/).filter((word) => word !== 'cure' && word !== 'botox')
  fc.assert(
    fc.property(fc.array(other), fc.array(other), fc.constantFrom(' ', ', ', ' – ', '\n'), (before, after, between) => {
      const text = [...before, 'CURÉ', ...after].join(between)
      expect(found(text)).toBe('cure')
      expect(found([...before.map((word) => `${word}cure`), ...after].join(between))).toBe(null)
    }),
  )
})
