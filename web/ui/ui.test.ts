import { expect, test } from 'vitest'
import { stripNonLetters } from '#web/ui/fields/field.tsx'
import { getPanStates } from './meter.tsx'
import { pictureTries, getRetryUrl } from '#web/ui/pictures/picture.tsx'
import { pickSpacedRows } from './run-sheet.tsx'
import { getTabForKey } from './tabs.tsx'

test('72% booked out hatches seven pans and a part of the eighth', () => {
  expect(getPanStates(72)).toEqual([...Array(7).fill('used'), 'half', 'free', 'free'])
  expect(getPanStates(0)).toEqual(Array(10).fill('free'))
  expect(getPanStates(100)).toEqual(Array(10).fill('used'))
})

test('a broken picture is retried five times with another URL', () => {
  expect(pictureTries).toBe(5)
  expect(getRetryUrl('/a.svg', 0)).toBe('/a.svg')
  expect(getRetryUrl('/a.svg?frame=wide', 2)).toBe('/a.svg?frame=wide&try=2')
})

test('filters clean pasted text', () => {
  expect(stripNonLetters('Zoë 2 O’Neill-3')).toBe('Zoë  O’Neill-')
})

test('times of a run sheet are at least 15 minutes apart', () => {
  expect(pickSpacedRows([2, 3, 5, 5, 6, 9])).toEqual([2, 5, 9])
})

test('arrow keys cycle through the tabs', () => {
  expect([
    getTabForKey('ArrowRight', 1, 2),
    getTabForKey('ArrowLeft', 0, 2),
    getTabForKey('End', 0, 3),
    getTabForKey('a', 0, 2),
  ]).toEqual([0, 1, 2, null])
})
