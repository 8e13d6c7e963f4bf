import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { getEventDay } from '#server/platform/event-day.ts'
import { groupLooks } from '#server/search/planning/looks.ts'
import { policies } from '#contract/payments/refund.ts'
import { getFreeCancellationEnd, getPolicyTerms } from '#server/search/pricing/policy.ts'
import { Prices } from '#server/search/pricing/prices.ts'
import {
  computeBayesianRating,
  searchPoints,
  computeBasePoints,
  missingWorkPoints,
  weights,
  explainPosition,
} from '#server/search/matching/ranking.ts'
import { isAreaInDemand, groupOf, getCardStatus } from './cards.ts'
import { type Place, TopPlaces } from '#server/search/matching/top-places.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 20_000 : 300 }

describe('Looks of a party', () => {
  const person = fc.subarray(['makeup', 'updo', 'lashes', 'gel'], { minLength: 1 })
  test('a grouping that adds up to the services is saved, in any order', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 20 }), (persons) => {
        const services = persons.flat().toReversed().slice(0, 60)
        if (services.length < persons.flat().length) return
        const looks = groupLooks(
          services,
          persons.map((services) => ({ count: 1, services })),
        )
        expect(looks.reduce((n, look) => n + look.count, 0)).toBe(persons.length)
        expect(
          looks
            .flatMap((look) => Array.from({ length: look.count }, () => look.services))
            .flat()
            .sort(),
        ).toEqual(persons.flat().sort())
        const keys = looks.map((look) => look.services.toSorted().join())
        expect(new Set(keys).size).toBe(keys.length)
      }),
      runs,
    )
  })
  test('without a grouping the k-th copy of a service belongs to person k', () => {
    expect(groupLooks(['makeup', 'makeup', 'updo', 'makeup', 'updo'], undefined)).toEqual([
      { count: 2, services: ['makeup', 'updo'] },
      { count: 1, services: ['makeup'] },
    ])
  })
})

describe('Card status', () => {
  const standing = { act: null, fits: true, instant: false, hasTime: true, inDemand: false, covidTrained: false }
  test('the first status that applies is shown: the customer’s own actions, then unavailable, offered, in demand, trained, none', () => {
    const all = { fits: false, instant: true, hasTime: true, inDemand: true, covidTrained: true }
    expect(getCardStatus({ ...all, act: 'booked' })).toBe('booked')
    expect(getCardStatus({ ...all, act: 'cancelled' })).toBe('cancelled')
    expect(getCardStatus({ ...all, act: 'requested' })).toBe('requested')
    expect(getCardStatus({ ...all, act: 'offered' })).toBe('unavailable')
    expect(getCardStatus({ ...all, act: null, fits: true })).toBe('offered')
    expect(getCardStatus({ ...standing, act: 'offered' })).toBe('offered')
    expect(getCardStatus({ ...all, act: null, fits: true, hasTime: false })).toBe('inDemand')
    expect(getCardStatus({ ...standing, covidTrained: true })).toBe('covidTrained')
    expect(getCardStatus(standing)).toBeNull()
  })
  test('the status decides in which of the ordered groups a card is', () => {
    expect([
      groupOf('booked', false),
      groupOf('offered', true),
      groupOf('requested', true),
      groupOf(null, true),
      groupOf('inDemand', false),
      groupOf('unavailable', true),
      groupOf('cancelled', false),
    ]).toEqual([0, 1, 2, 3, 4, 5, 5])
  })
  test('In Demand needs ten artists who reach the place, seven of ten of them booked', () => {
    expect([
      isAreaInDemand(7, 10),
      isAreaInDemand(6, 10),
      isAreaInDemand(9, 9),
      isAreaInDemand(0, 0),
      isAreaInDemand(140, 200),
    ]).toEqual([true, false, false, false, true])
  })
})

describe('Cancellation policy', () => {
  const day = getEventDay('2027-06-12', 'Europe/London')
  const start = day.at(540)
  test('policy dates count back from the planned start to the date from which there is no refund', () => {
    for (const kind of ['flexible', 'fair', 'strict'] as const) {
      const { steps } = getPolicyTerms(kind, start, day, 0)
      expect(steps.map((s) => s.share)).toEqual([...policies[kind].map((s) => s.share), 0])
      for (const step of steps.filter((s) => s.hoursBefore !== null))
        expect(start - Date.parse(step.until as string)).toBe((step.hoursBefore as number) * 3_600_000)
    }
  })
  test('the cooling-off period is one day if the event is more than 14 days away, else 15 minutes', () => {
    expect(getPolicyTerms('fair', start, day, start - 15 * 86_400_000).coolingHours).toBe(24)
    expect(getPolicyTerms('fair', start, day, start - 13 * 86_400_000).coolingHours).toBe(0.25)
  })
  test('the policy shows the last moment for a full refund until this moment has passed', () => {
    expect(getFreeCancellationEnd('flexible', start, start - 25 * 3_600_000)).toBe(start - 24 * 3_600_000)
    expect(getFreeCancellationEnd('flexible', start, start - 23 * 3_600_000)).toBeNull()
  })
})

describe('Ranking rules', () => {
  const signals = fc
    .record({
      reviewCount: fc.integer({ min: 0, max: 300 }),
      reviewSum: fc.constant(0),
      answerMinutes: fc.option(fc.integer({ min: 0, max: 3_000 })),
      answeredPercent: fc.option(fc.integer({ min: 0, max: 100 })),
      cancelledPercent: fc.integer({ min: 0, max: 100 }),
      hasWork: fc.boolean(),
    })
    .chain((s) => fc.integer({ min: s.reviewCount, max: s.reviewCount * 5 }).map((reviewSum) => ({ ...s, reviewSum })))
  test('the weights add up to 100 points, the maximum of the ranking', () => {
    expect(Object.values(weights).reduce((a, b) => a + b, 0)).toBe(100)
    fc.assert(
      fc.property(
        signals,
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (s, metres, price) => {
          const points = computeBasePoints(s) + searchPoints(metres, price, 500)
          expect(points).toBeGreaterThanOrEqual(s.hasWork ? 0 : -missingWorkPoints)
          expect(points).toBeLessThanOrEqual(100)
        },
      ),
      runs,
    )
  })
  test('a better score, a nearer base, a lower price, a faster answer or fewer cancellations never lower the rank', () => {
    fc.assert(
      fc.property(
        signals,
        fc.integer({ min: 0, max: 49_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (s, metres, price) => {
          const points = (better: Partial<typeof s> = {}) => computeBasePoints({ ...s, ...better })
          if (s.reviewSum < s.reviewCount * 5)
            expect(points({ reviewSum: s.reviewSum + 1 })).toBeGreaterThanOrEqual(points())
          if (s.answerMinutes) expect(points({ answerMinutes: s.answerMinutes - 1 })).toBeGreaterThanOrEqual(points())
          if (s.cancelledPercent)
            expect(points({ cancelledPercent: s.cancelledPercent - 1 })).toBeGreaterThanOrEqual(points())
          expect(searchPoints(metres, price, 500)).toBeGreaterThanOrEqual(searchPoints(metres + 500, price + 1, 500))
        },
      ),
      runs,
    )
  })
  test('an artist without pictures of work ranks below a comparable one with pictures', () => {
    fc.assert(
      fc.property(signals, fc.integer({ min: 0, max: 49_000 }), (s, metres) => {
        const points = (hasWork: boolean) => computeBasePoints({ ...s, hasWork }) + searchPoints(metres, 300, 300)
        expect(points(true) - points(false)).toBeCloseTo(missingWorkPoints)
        // Pictures of work do not change the reasons that a card gives.
        expect(explainPosition({ ...s, hasWork: true }, metres, 300, 300)).toEqual(
          explainPosition({ ...s, hasWork: false }, metres, 300, 300),
        )
      }),
      runs,
    )
  })
  test('one five-star review does not beat two hundred good ones', () =>
    expect(computeBayesianRating(1, 5)).toBeLessThan(computeBayesianRating(200, 980)))
  test('at most two reasons are shown, and only true ones', () => {
    fc.assert(
      fc.property(signals, fc.integer({ min: 0, max: 50_000 }), (s, metres) => {
        const why = explainPosition(s, metres, 300, 300)
        expect(why.length).toBeLessThanOrEqual(2)
        for (const { factor } of why) {
          if (factor === 'rating') expect(s.reviewSum / s.reviewCount).toBeGreaterThanOrEqual(4.5)
          if (factor === 'reliable') expect(s.cancelledPercent).toBe(0)
          if (factor === 'new' || factor === 'rating.few') expect(s.reviewCount).toBeLessThan(5)
          if (factor === 'answer') expect(s.answerMinutes).not.toBeNull()
        }
      }),
      runs,
    )
  })
})

describe('Selection of the first places', () => {
  const place = fc.record({
    group: fc.integer({ min: 0, max: 5 }),
    key: fc.integer({ min: -5, max: 5 }),
    no: fc.integer({ min: 0, max: 1_000_000 }),
  })
  const places = fc.uniqueArray(place, { selector: (p) => p.no, maxLength: 60 })
  const order = (a: Place, b: Place) => a.group - b.group || a.key - b.key || a.no - b.no
  test('partial sorting equals full sorting, page by page', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 9 }), (places, size) => {
        const walked: Place[] = []
        for (let after: Place | null = null, more = true; more; after = walked.at(-1) ?? null) {
          const top = new TopPlaces<Place>(size, after)
          for (const p of places) if (!top.isClosedTo(p.group) && top.takes(p.group, p.key, p.no)) top.add(p)
          walked.push(...top.list)
          more = top.more
          if (after && top.list.length === 0) break
        }
        expect(walked).toEqual(places.toSorted(order))
      }),
      runs,
    )
  })
})

test('as many prices are below the median as above', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (list) => {
      const prices = new Prices(list.length)
      for (const [i, units] of list.entries()) prices.add(i, units)
      const sorted = list.toSorted((a, b) => a - b)
      expect(prices.middle).toBe(sorted[sorted.length >> 1])
      expect(prices.range).toEqual([sorted[0], sorted.at(-1)])
    }),
    runs,
  )
})
