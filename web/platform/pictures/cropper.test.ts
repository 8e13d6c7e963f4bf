import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Crop } from '#contract/pictures/uploads.ts'
import { createFirstCrop, getMinCropSize, moveCrop, placeCropImage, type Size, zoomCrop } from './cropper.tsx'

const picture = fc.record({ width: fc.integer({ min: 600, max: 6000 }), height: fc.integer({ min: 600, max: 6000 }) })
const step = fc.oneof(
  fc
    .record({ right: fc.double({ min: -2, max: 2, noNaN: true }), down: fc.double({ min: -2, max: 2, noNaN: true }) })
    .map(
      ({ right, down }) =>
        (p: Size, c: Crop) =>
          moveCrop(p, c, right, down),
    ),
  fc.double({ min: -1, max: 3, noNaN: true }).map((size) => (p: Size, c: Crop) => zoomCrop(p, c, size)),
)

test('the square stays inside the picture and never under 600 pixels, for any drag and zoom', () => {
  fc.assert(
    fc.property(picture, fc.array(step, { maxLength: 12 }), (p, steps) => {
      const crop = steps.reduce((at, move) => move(p, at), createFirstCrop(p))
      const side = crop.size * Math.min(p.width, p.height)
      expect(side).toBeGreaterThanOrEqual(599.999)
      for (const part of [crop.x, crop.y]) expect(part).toBeGreaterThanOrEqual(0)
      expect(crop.x * p.width + side).toBeLessThanOrEqual(p.width + 0.001)
      expect(crop.y * p.height + side).toBeLessThanOrEqual(p.height + 0.001)
    }),
  )
})

test('zooming keeps the centre if there is room', () => {
  const p = { width: 2000, height: 2000 }
  const crop = zoomCrop(p, createFirstCrop(p), 0.5)
  expect(crop.x + 0.25).toBeCloseTo(0.5)
  expect(getMinCropSize(p)).toBe(0.3)
  expect(placeCropImage(p, crop).width).toBe('200.000%')
})
