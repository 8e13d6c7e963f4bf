import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { privacyCircleMetres } from '#contract/constants.ts'
import { measureMetres, roundPosition, scatterPosition } from './distance.ts'

const place = fc.record({
  lat: fc.double({ min: -60, max: 65, noNaN: true }),
  lng: fc.double({ min: -170, max: 170, noNaN: true }),
})
const [lat, lng] = [51.5449, -0.0551]
const ids = Array.from({ length: 4_000 }, (_, i) => `artist ${i}`)

describe('The point of an artist on maps', () => {
  test('is within the privacy circle around the rounded place, and always the same', () => {
    fc.assert(
      fc.property(fc.uuid(), place, (id, at) => {
        const point = scatterPosition(id, at.lat, at.lng)
        const [east, north] = roundPosition(at.lat, at.lng)
        expect(measureMetres(north, east, point[1], point[0])).toBeLessThan(privacyCircleMetres + 2)
        expect(scatterPosition(id, at.lat, at.lng)).toEqual(point)
      }),
    )
  })

  test('is the same for all homes of a grid square, so that it reveals the square only', () => {
    expect(scatterPosition('nia', 60.1551, -1.1449)).toEqual(scatterPosition('nia', 60.1649, -1.1351))
    expect(scatterPosition('nia', 60.1551, -1.1449)).not.toEqual(scatterPosition('mia', 60.1551, -1.1449))
  })

  test('is as likely in any part of the circle, and on no grid', () => {
    const [east, north] = roundPosition(lat, lng)
    const points = ids.map((id) => scatterPosition(id, lat, lng))
    const distances = points.map(([x, y]) => measureMetres(north, east, y, x))
    const share = (within: number) => distances.filter((metres) => metres <= within).length / ids.length
    // Half and a tenth of the circle's area.
    expect(share(privacyCircleMetres * Math.sqrt(0.5))).toBeCloseTo(0.5, 1)
    expect(share(privacyCircleMetres * Math.sqrt(0.1))).toBeCloseTo(0.1, 1)
    for (const quarter of [0, 1, 2, 3])
      expect(
        points.filter(([x, y]) => (x > east ? 1 : 0) + (y > north ? 2 : 0) === quarter).length / ids.length,
      ).toBeCloseTo(0.25, 1)
    for (const axis of [0, 1] as const) expect(new Set(points.map((point) => point[axis])).size).toBeGreaterThan(900)
    // A metre apart: on a grid of 0.01 degrees all points would be one.
    expect(new Set(points.map(String)).size).toBeGreaterThan(0.99 * ids.length)
  })
})
