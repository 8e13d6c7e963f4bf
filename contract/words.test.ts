import { expect, test } from 'vitest'
import { formatCount, formatYou, lowercaseFirst } from './words.ts'

test('a label inside a sentence begins with a small letter, unless it is a name', () => {
  expect(['Bridal hair', 'Christmas party', 'Eid', 'PPD (hair dye)'].map(lowercaseFirst)).toEqual([
    'bridal hair',
    'Christmas party',
    'Eid',
    'PPD (hair dye)',
  ])
})

test('the wording depends on the size of the party', () => {
  expect([1, 2, 5, 20].map(formatYou)).toEqual(['you', 'both of you', 'all five of you', 'all twenty of you'])
  expect(formatCount(1, 'person', 'people')).toBe('1 person')
})
