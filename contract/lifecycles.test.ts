import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { appointmentLifecycle } from '#contract/appointments/lifecycle-appointment.ts'
import { billLifecycle } from '#contract/checkout/lifecycle-bill.ts'
import { holdLifecycle } from '#contract/checkout/lifecycle-hold.ts'
import { getOfferExpiry, offerLifecycle, offerStates, offerTimes } from '#contract/offers/lifecycle-offer.ts'
import {
  canRequest,
  requestEnds,
  getTeamRequestExpiry,
  requestLifecycle,
  type RequestState,
  requestStates,
  requestTimes,
} from '#contract/offers/lifecycle-request.ts'
import { paymentLifecycle } from '#contract/payments/lifecycle-payment.ts'
import { type Actor, type Lifecycle, getNextState, getTransition } from './lifecycle.ts'

if (process.env['PROVE']) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env['PROVE'] ? 20_000 : 300 }
const hour = 3_600_000

const actors: readonly Actor[] = ['customer', 'provider', 'operator', 'clock', 'bank']
const eventsOf = <E extends string>(lifecycle: Lifecycle<string, E>): E[] => [
  ...new Set(Object.values(lifecycle).flatMap((events) => Object.keys(events as object) as E[])),
]

describe.each([
  ['hold', holdLifecycle],
  ['shared bill', billLifecycle],
  ['appointment', appointmentLifecycle],
  ['payment', paymentLifecycle],
  ['request', requestLifecycle],
  ['offer', offerLifecycle],
] as [string, Lifecycle<string, string>][])('The lifecycle of a %s', (_, lifecycle) => {
  test('events lead from state to state, only by the declared actors', () => {
    for (const [state, events] of Object.entries(lifecycle))
      for (const event of eventsOf(lifecycle))
        for (const by of actors) {
          const drawn = events[event]
          expect(getNextState(lifecycle, state, event, by)).toBe(drawn?.by.includes(by) ? drawn.to : null)
          if (drawn) expect(Object.keys(lifecycle)).toContain(drawn.to)
        }
  })

  test('each event declares its source states and its one target state', () => {
    for (const event of eventsOf(lifecycle)) {
      const targets = new Set(Object.values(lifecycle).flatMap((events) => events[event]?.to ?? []))
      if (targets.size > 1) expect(() => getTransition(lifecycle, event)).toThrow()
      else
        for (const state of Object.keys(lifecycle))
          expect(getTransition(lifecycle, event).from.includes(state)).toBe(lifecycle[state]?.[event] !== undefined)
    }
  })

  test('the lifecycle has an end', () => {
    expect(Object.values(lifecycle).some((events) => Object.keys(events).length === 0)).toBe(true)
  })
})

describe('Request lifecycle', () => {
  test('a request has at most two steps from sending to its end, and none after it', () => {
    const step = fc.tuple(fc.constantFrom(...eventsOf(requestLifecycle)), fc.constantFrom(...actors))
    fc.assert(
      fc.property(fc.array(step), (tried) => {
        let state: RequestState = 'unconfirmed'
        let steps = 0
        for (const [event, by] of tried) {
          const reached: RequestState | null = getNextState(requestLifecycle, state, event, by)
          if (reached === null) continue
          state = reached
          steps++
        }
        expect(requestStates).toContain(state)
        expect(steps).toBeLessThanOrEqual(2)
      }),
      runs,
    )
  })

  test('a request ends within a day of its confirmation and half a day before the start, but never within the hour', () => {
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

  test('a team request ends with its slowest part, while the whole team can still be booked', () => {
    const at = (clock: number) => clock * hour
    const [now, starts] = [at(17), [at(24 + 6), at(24 + 10)]]
    const own = starts.map((start) => requestEnds(now, start))
    expect(own).toEqual([at(18), at(22)])
    expect(getTeamRequestExpiry(own, starts)).toBe(at(22))
    expect(getTeamRequestExpiry([at(18), at(29)], [at(24 + 6), at(24 + 17)])).toBe(at(27))
    expect(getTeamRequestExpiry([at(29), at(29)], starts)).toBe(at(29))
  })

  test('no request can be sent within two hours of the start', () => {
    expect([canRequest(null, 0), canRequest(2 * hour, 0), canRequest(2 * hour - 1, 0)]).toEqual([true, true, false])
  })
})

describe('Offer lifecycle', () => {
  test('an open offer has one step to its end, and none after it', () => {
    for (const event of eventsOf(offerLifecycle)) expect(getTransition(offerLifecycle, event).from).toEqual(['offered'])
    expect(new Set(eventsOf(offerLifecycle).map((event) => getTransition(offerLifecycle, event).to)).size).toBe(
      offerStates.length - 1,
    )
  })

  test('an offer is open for three days at most, and never past two hours before the start', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.option(fc.integer({ min: -48, max: 24 * 700 })),
        (now, hours) => {
          const starts = hours === null ? null : now + hours * hour
          const ends = getOfferExpiry(now, starts)
          expect(ends).toBeLessThanOrEqual(now + offerTimes.stands * hour)
          if (starts !== null) expect(ends).toBeLessThanOrEqual(starts - offerTimes.beforeStart * hour)
        },
      ),
      runs,
    )
  })
})
