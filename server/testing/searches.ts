import { roundSpot } from '#server/places/index.ts'
import fc from 'fast-check'
import { type FeeRule, Fees, rankOf } from '#contract/fees.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { getEventDay, countDaysBetween, toEventMinute } from '#server/platform/event-day.ts'
import type { MatchQuery } from '#server/search/matching/match-providers.ts'
import { createParty } from '#server/search/planning/party.ts'
import { getSetupMinutes } from '#server/search/planning/planner.ts'
import { testNow } from '#server/test-rig.ts'

const spots = {
  GB: [
    [-0.13, 51.51],
    [-0.055, 51.545],
    [-2.24, 53.48],
    [-3.19, 55.95],
  ],
  AU: [
    [151.21, -33.87],
    [144.96, -37.81],
  ],
  US: [
    [-74, 40.73],
    [-118.24, 34.05],
  ],
  CA: [[-79.38, 43.65]],
} as const
const zones = { GB: 'Europe/London', AU: 'Australia/Sydney', US: 'America/New_York', CA: 'America/Toronto' } as const
const spot = fc.constantFrom(
  ...Object.entries(spots).flatMap(([country, list]) =>
    list.map(([lng, lat]) => ({ country: country as keyof typeof zones, lng: lng as number, lat: lat as number })),
  ),
)
const offset = fc.double({ min: -0.6, max: 0.6, noNaN: true })
const looks = fc.uniqueArray(
  fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    services: fc.subarray(['makeup', 'updo', 'blow-dry', 'lashes', 'bridal-makeup'], { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3, selector: (look) => look.services.join() },
)
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 })
const feeRule = fc.record({
  countryCode: fc.constantFrom(null, 'GB', 'US'),
  categoryId: fc.constantFrom(null, 1),
  providerNo: some(fc.integer({ min: 1, max: 160 })),
  percent: fc.integer({ min: 0, max: 50 }),
  firstBookings: some(fc.integer({ min: 1, max: 200 })),
  firstMonths: some(fc.integer({ min: 1, max: 60 })),
  floorMinor: some(fc.integer({ min: 1, max: 6_000 })),
  capMinor: some(fc.integer({ min: 6_100, max: 20_000 })),
})
/** No rules, or rules for all artists and for single ones. Unique by rank, country and artist, as in the database. */
const feeRules = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 3,
    arbitrary: fc
      .uniqueArray(
        feeRule.map(
          (of): FeeRule => ({
            ...of,
            id: '',
            countryCode: of.providerNo === null ? of.countryCode : null,
            firstOn: '2020-01-01',
            lastOn: null,
          }),
        ),
        { maxLength: 12, selector: (rule) => `${rankOf(rule)} ${rule.countryCode} ${rule.providerNo}` },
      )
      .map((rules) => rules.map((rule, i) => ({ ...rule, id: String(i) }))),
  },
)

/** An arbitrary search: place, day, time, looks and the fee rules in force. */
export const randomTestSearch = fc.record({
  spot,
  dx: offset,
  dy: offset,
  looks,
  days: fc.integer({ min: 0, max: 400 }),
  time: fc.constantFrom(null, '06:00', '08:00', '10:30', '13:30', '18:00', '23:30', '01:00'),
  constraint: fc.constantFrom('finish' as const, 'start' as const),
  feeRules,
})

export type RandomTestSearch = typeof randomTestSearch extends fc.Arbitrary<infer T> ? T : never

/** Returns the match query of a random search, as the search endpoint builds it. */
export function createTestMatchQuery(
  { spot, dx, dy, looks, days, time, constraint, feeRules }: RandomTestSearch,
  catalog: Catalog,
): MatchQuery {
  const party = createParty(looks)
  const services = party.wanted.map(
    (id) => catalog.services.get(id) as NonNullable<ReturnType<Catalog['services']['get']>>,
  )
  const date = new Date(testNow.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const day = getEventDay(date, zones[spot.country])
  return {
    ...roundSpot({ lat: spot.lat + dy, lng: spot.lng + dx }),
    countryCode: spot.country,
    party,
    serviceNos: services.map((s) => s.no),
    setupMinutes: getSetupMinutes(services.map((s) => s.setupMinutes)),
    fees: new Fees(feeRules, {
      countryCode: spot.country,
      categoryId: services[0]?.categoryId ?? 0,
      usual: 15,
      day: testNow.toISOString().slice(0, 10),
    }),
    ask: {
      day,
      aim: time ? { constraint, at: day.at(toEventMinute(time)) } : null,
      now: testNow.getTime(),
      daysAhead: countDaysBetween(testNow.toISOString().slice(0, 10), date),
    },
  }
}
