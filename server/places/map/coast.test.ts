import { expect, test } from 'vitest'
import { clipRing } from './coast.ts'

const box = { west: 0, south: 0, east: 10, north: 10 }

test('land is cut at the edges of the view', () => {
  const across = clipRing(
    [
      [-5, 2],
      [5, 2],
      [5, 8],
      [-5, 8],
    ],
    box,
  )
  expect(new Set(across.map(String))).toEqual(new Set(['0,2', '5,2', '5,8', '0,8']))
})

test('land around a whole view covers it, land beside it does not', () => {
  const around = clipRing(
    [
      [-20, -20],
      [20, -20],
      [20, 20],
      [-20, 20],
    ],
    box,
  )
  expect(new Set(around.map(String))).toEqual(new Set(['0,0', '10,0', '10,10', '0,10']))
  expect(
    clipRing(
      [
        [20, 0],
        [30, 0],
        [30, 10],
      ],
      box,
    ),
  ).toEqual([])
})
