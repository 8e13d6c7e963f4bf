import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildShapes, findBounds } from './shapes.ts'

const metresBetween = ([a, b]: readonly number[], [c, d]: readonly number[]) =>
  111_195 *
  Math.hypot(((c ?? 0) - (a ?? 0)) * Math.cos((((b ?? 0) + (d ?? 0)) / 2) * (Math.PI / 180)), (d ?? 0) - (b ?? 0))

test('each corner of a circle is as far from its centre as said, and the bounds contain it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -45, max: 60 }), fc.integer({ min: 500, max: 80_000 }), (lat, metres) => {
      const area = { centre: [-1.5, lat] as const, metres }
      const [circle] = buildShapes(area, []).features
      const ring = circle?.geometry.type === 'Polygon' ? (circle.geometry.coordinates[0] ?? []) : []
      const [southWest, northEast] = findBounds([], area)
      expect(ring.length).toBeGreaterThan(90)
      expect(ring[0]).toEqual(ring.at(-1))
      for (const corner of ring) {
        expect(metresBetween(area.centre, corner) / metres).toBeCloseTo(1, 1)
        expect(corner[0]).toBeGreaterThan(southWest[0] - 1e-9)
        expect(corner[1]).toBeLessThan(northEast[1] + 1e-9)
      }
    }),
  )
})

test('bounds contain all points, and a line needs two', () => {
  expect(
    findBounds(
      [
        [1, 2],
        [3, -4],
      ],
      null,
    ),
  ).toEqual([
    [1, -4],
    [3, 2],
  ])
  expect(
    buildShapes(null, [
      [1, 2],
      [3, 4],
    ]).features,
  ).toHaveLength(1)
  expect(buildShapes(null, [[1, 2]]).features).toEqual([])
})
