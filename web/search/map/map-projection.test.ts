import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clusterPins,
  scrollIntoMapView,
  filterFittingNames,
  computeOffset,
  computeZoomAround,
  computeZoom,
} from './map-projection.ts'

const hackney: [number, number] = [-0.055, 51.545]

test('north is up, east is right, and a zoom step doubles the distance', () => {
  const north = computeOffset(hackney, [-0.055, 51.555], 12)
  expect(north.y).toBeLessThan(0)
  expect(computeOffset(hackney, [-0.045, 51.545], 12).x).toBeGreaterThan(0)
  expect(computeOffset(hackney, [-0.055, 51.555], 13).y).toBeCloseTo(north.y * 2)
})

test('every pin is in exactly one cluster', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) })),
      (pins) => {
        const all = clusterPins(pins).flatMap((cluster) => cluster.pins)
        expect(all).toHaveLength(pins.length)
        expect(new Set(all)).toEqual(new Set(pins))
      },
    ),
  )
})

test('the map zooms out until most of its points are visible', () => {
  const near = computeZoom(
    hackney,
    [
      [-0.05, 51.546],
      [-0.06, 51.544],
    ],
    { x: 250, y: 400 },
  )
  const far = computeZoom(
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

test('a label is placed where no pin, other label or edge overlaps', () => {
  const at = (name: string, x: number, y: number, size: 1 | 2 | 3 = 1) => ({ name, x, y, size })
  const names = [
    at('Hackney', 0, 40),
    at('Clapton', 10, 44),
    at('Dalston', -120, 0),
    at('Stratford', 180, 90),
    at('Bow', 90, 120),
  ]
  const fit = filterFittingNames(names, [{ x: -110, y: 6 }], { x: 195, y: 300 })
  expect(fit.map(({ name }) => name)).toEqual(['Hackney', 'Bow'])
})

test('a selected pin moves clear of the edges and above the previews, and a visible one stays', () => {
  const view = { width: 390, height: 780, foot: 220 }
  const point = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) })
  fc.assert(
    fc.property(point, point, (pin, moved) => {
      const now = scrollIntoMapView(pin, moved, view)
      const at = { x: view.width / 2 + pin.x + now.x, y: view.height / 2 + pin.y + now.y }
      expect([at.x > 60, at.x < view.width - 60, at.y > 50, at.y < view.height - view.foot - 20]).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect(scrollIntoMapView(pin, now, view)).toEqual(now)
    }),
  )
  expect(scrollIntoMapView({ x: 0, y: 0 }, { x: 10, y: -40 }, view)).toEqual({ x: 10, y: -40 })
})

test('a circle is fully visible and as large as possible, down to the minimum zoom', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 200_000 }), fc.integer({ min: -45, max: 60 }), (metres, lat) => {
      const zoom = computeZoomAround(metres, lat, 150)
      const north = metres / 111_320
      const pixels = (at: number) => -computeOffset([0, lat], [0, lat + north], at).y
      if (zoom > 9) expect(pixels(zoom)).toBeLessThan(150 * 1.1)
      if (zoom < 13) expect(pixels(zoom + 1)).toBeGreaterThan(150 * 0.9)
    }),
  )
})
