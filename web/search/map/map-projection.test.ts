import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clustered, offsetFrom, zoomFor } from './map-projection.ts'

const hackney: [number, number] = [-0.055, 51.545]

test('north is up, east is right, and a zoom step doubles the distance', () => {
  const north = offsetFrom(hackney, [-0.055, 51.555], 12)
  expect(north.y).toBeLessThan(0)
  expect(offsetFrom(hackney, [-0.045, 51.545], 12).x).toBeGreaterThan(0)
  expect(offsetFrom(hackney, [-0.055, 51.555], 13).y).toBeCloseTo(north.y * 2)
})

test('every pin stands in exactly one cluster', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) })),
      (pins) => {
        const all = clustered(pins).flatMap((cluster) => cluster.pins)
        expect(all).toHaveLength(pins.length)
        expect(new Set(all)).toEqual(new Set(pins))
      },
    ),
  )
})

test('the map steps back until most of its points are on it', () => {
  const near = zoomFor(
    hackney,
    [
      [-0.05, 51.546],
      [-0.06, 51.544],
    ],
    { x: 250, y: 400 },
  )
  const far = zoomFor(
    hackney,
    [
      [-0.3, 51.6],
      [0.2, 51.4],
    ],
    { x: 250, y: 400 },
  )
  expect(near).toBe(14)
  expect(far).toBeLessThan(near)
})
