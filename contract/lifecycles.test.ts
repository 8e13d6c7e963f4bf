import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  afterOffer,
  mayOffer,
  offerEnds,
  type OfferEvent,
  offerStates,
  offerSteps,
  offerTimes,
} from '#contract/offers/lifecycle-offer.ts'
import {
  afterRequest,
  mayAskFor,
  mayRequest,
  requestEnds,
  type RequestEvent,
  requestStates,
  requestSteps,
  requestTimes,
} from '#contract/offers/lifecycle-request.ts'

if (process.env['PROVE']) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env['PROVE'] ? 20_000 : 300 }
const hour = 3_600_000

describe('a request', () => {
  const events = Object.keys(requestSteps) as RequestEvent[]

  test('never leaves its drawing, and what has ended stays ended', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('unconfirmed', 'requested') as fc.Arbitrary<'unconfirmed' | 'requested'>,
        fc.array(fc.constantFrom(...events)),
        (first, tried) => {
          let state: (typeof requestStates)[number] = first
          const seen: (typeof requestStates)[number][] = [state]
          for (const event of tried) {
            if (!mayRequest(state, event)) {
              expect(() => afterRequest(state, event)).toThrow()
              continue
            }
            state = afterRequest(state, event)
            seen.push(state)
          }
          expect(seen.every((each) => requestStates.includes(each))).toBe(true)
          // From asking to its end there are at most two steps, and none after it.
          expect(seen.length).toBeLessThanOrEqual(first === 'unconfirmed' ? 3 : 2)
          if (seen.length > 1 && state !== 'requested')
            expect(events.some((event) => mayRequest(state, event))).toBe(false)
        },
      ),
      runs,
    )
  })

  test('ends within a day of its confirmation, half a day before the start, but never within the hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.option(fc.integer({ min: -48, max: 24 * 700 })),
        (now, hours) => {
          const starts = hours === null ? null : now + hours * hour
          const ends = requestEnds(now, starts)
          expect(ends).toBeGreaterThanOrEqual(now + requestTimes.least * hour)
          expect(ends).toBeLessThanOrEqual(now + requestTimes.answer * hour)
          if (starts !== null && starts - requestTimes.beforeStart * hour > now + requestTimes.least * hour)
            expect(ends).toBeLessThanOrEqual(starts - requestTimes.beforeStart * hour)
        },
      ),
      runs,
    )
  })

  test('is not made within two hours of the start', () => {
    expect([mayAskFor(null, 0), mayAskFor(2 * hour, 0), mayAskFor(2 * hour - 1, 0)]).toEqual([true, true, false])
  })
})

describe('an offer', () => {
  const events = Object.keys(offerSteps) as OfferEvent[]

  test('has one step from standing to its end, and none after it', () => {
    for (const event of events) {
      const end = afterOffer('offered', event)
      expect(offerStates).toContain(end)
      expect(end).not.toBe('offered')
      for (const other of events) expect(mayOffer(end, other)).toBe(false)
      expect(() => afterOffer(end, event)).toThrow()
    }
    expect(new Set(events.map((event) => afterOffer('offered', event))).size).toBe(offerStates.length - 1)
  })

  test('stands for three days at the most, and never past two hours before the start', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.option(fc.integer({ min: -48, max: 24 * 700 })),
        (now, hours) => {
          const starts = hours === null ? null : now + hours * hour
          const ends = offerEnds(now, starts)
          expect(ends).toBeLessThanOrEqual(now + offerTimes.stands * hour)
          if (starts !== null) expect(ends).toBeLessThanOrEqual(starts - offerTimes.beforeStart * hour)
        },
      ),
      runs,
    )
  })
})
