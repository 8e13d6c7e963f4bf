import { expect, test } from 'vitest'
import { lettersOnly } from '#web/ui/fields/field.tsx'
import { panStates } from './meter.tsx'
import { pictureTries, retried } from '#web/ui/pictures/picture.tsx'
import { spaced } from './run-sheet.tsx'
import { nextTab } from './tabs.tsx'

test('72% booked out hatches seven pans and a part of the eighth', () => {
  expect(panStates(72)).toEqual([...Array(7).fill('used'), 'half', 'free', 'free'])
  expect(panStates(0)).toEqual(Array(10).fill('free'))
  expect(panStates(100)).toEqual(Array(10).fill('used'))
})

test('a broken picture is asked for again under another address, five times', () => {
  expect(pictureTries).toBe(5)
  expect(retried('/a.svg', 0)).toBe('/a.svg')
  expect(retried('/a.svg?frame=wide', 2)).toBe('/a.svg?frame=wide&try=2')
})

test('filters clean what is pasted', () => {
  expect(lettersOnly('Zoë 2 O’Neill-3')).toBe('Zoë  O’Neill-')
})

test('times of a run sheet never stand closer than 15 minutes', () => {
  expect(spaced([2, 3, 5, 5, 6, 9])).toEqual([2, 5, 9])
})

test('arrow keys go round the tabs', () => {
  expect([nextTab('ArrowRight', 1, 2), nextTab('ArrowLeft', 0, 2), nextTab('End', 0, 3), nextTab('a', 0, 2)]).toEqual([
    0,
    1,
    2,
    null,
  ])
})
