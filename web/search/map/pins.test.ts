import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Card } from '#contract/search/quotes.ts'
import { chooseView, clusterPins, computePan, type Pin, summarizeCluster } from './pins.ts'

const hackney: [number, number] = [-0.055, 51.545]
const cardAt = (coordinates: [number, number], change: object = {}) =>
  ({ price: 500, reason: 'fits', status: 'offered', location: { coordinates }, ...change }) as Card
const pinOf = (change: object): Pin => ({ card: cardAt(hackney, change), x: 0, y: 0 })

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

test('a cluster is at its first pin, which is the first of the list', () => {
  const [first, second] = clusterPins([
    { x: 0, y: 0 },
    { x: 300, y: 0 },
    { x: 20, y: 10 },
  ])
  expect(first).toMatchObject({ at: { x: 0, y: 0 }, pins: [{ x: 0 }, { x: 20 }] })
  expect(second).toMatchObject({ at: { x: 300, y: 0 }, pins: [{ x: 300 }] })
})

test('the first view contains the event and the first card, however far, and leaves out distant others', () => {
  const near = Array.from({ length: 9 }, (_, i) => cardAt([-0.05, 51.54 + i / 1_000]))
  const far = cardAt([-0.4, 51.4])
  const distant = cardAt([0.9, 51.9])
  const view = chooseView(hackney, [far, ...near, distant])
  expect(view.slice(0, 2)).toEqual([hackney, [-0.4, 51.4]])
  expect(view).toContainEqual([-0.05, 51.545])
  expect(view).not.toContainEqual([0.9, 51.9])
  expect(chooseView(hackney, [])).toEqual([hackney])
  // The first card is the first whose artist is available.
  expect(chooseView(hackney, [cardAt([1, 52], { status: 'unavailable', price: null }), far])[1]).toEqual([-0.4, 51.4])
})

test('a cluster counts available artists only, with their lowest price', () => {
  const pins = [
    pinOf({ price: 480, status: 'unavailable' }),
    pinOf({ price: 610 }),
    pinOf({ price: null }),
    pinOf({ price: 552, status: null }),
    pinOf({ price: 450, reason: 'tooFar' }),
    pinOf({ price: 400, status: 'cancelled' }),
  ]
  const { available, from } = summarizeCluster(pins)
  expect([available.map(({ price }) => price), from]).toEqual([[610, 552], 552])
  expect(summarizeCluster([pinOf({ price: null })])).toEqual({ available: [], from: null })
})

test('a chosen pin moves clear of the edges and above the previews, and a visible one stays', () => {
  const view = { width: 390, height: 780, foot: 220 }
  const point = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) })
  fc.assert(
    fc.property(point, (pin) => {
      const pan = computePan(pin, view)
      const at = { x: pin.x - pan.x, y: pin.y - pan.y }
      expect([at.x > 60, at.x < view.width - 60, at.y > 50, at.y < view.height - view.foot - 20]).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect(computePan(at, view)).toEqual({ x: 0, y: 0 })
    }),
  )
})
