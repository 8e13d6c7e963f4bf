import { expect, test } from 'vitest'
import { type FeeRule, Fees } from '#contract/fees.ts'
import { measureMetres, roundPosition } from '#server/places/index.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { openRig } from '#server/test-rig.ts'
import { listCellsAround } from './cells.ts'
import { loadSquares } from './around.ts'
import { countKinds, computeReach } from './reach.ts'

const places = [
  { name: 'London', countryCode: 'GB', lat: 51.50853, lng: -0.12574, ownMetres: 25_000 },
  { name: 'Hackney', countryCode: 'GB', lat: 51.545, lng: -0.055, ownMetres: 2_500 },
  { name: 'Windsor at the border', countryCode: 'CA', lat: 42.3, lng: -83.02, ownMetres: 3_900 },
  { name: 'Sydney', countryCode: 'AU', lat: -33.8688, lng: 151.2093, ownMetres: 18_000 },
  { name: 'Jersey City beside New York', countryCode: 'US', lat: 40.72816, lng: -74.07764, ownMetres: 4_300 },
  { name: 'the sea', countryCode: 'GB', lat: 55, lng: 2, ownMetres: 2_500 },
]

test('the artists who reach a place are counted exactly, and the best come first', async () => {
  const rig = await openRig()
  const { db } = rig.database
  const services = await db
    .selectFrom('service')
    .select(['id', 'no', 'category_id', 'service_type_id', 'minutes'])
    .execute()
  const artists = await db
    .selectFrom('provider_match as m')
    .innerJoin('provider as p', 'p.no', 'm.provider_no')
    .select([
      'm.provider_no',
      'm.country_code',
      'm.lat',
      'm.lng',
      'm.mobile',
      'm.studio',
      'm.travel_radius_m',
      'm.service_nos',
      'm.costs_minor',
      'm.artists',
      'm.skills',
      'm.featured',
      'm.has_work',
      'm.review_count',
      'm.review_sum',
      'm.booking_count',
      'm.approved_at',
      'm.changed_at',
    ])
    .execute()
  const kinds = [1, 2, 3].map((category) =>
    services.filter((s) => s.category_id === category && s.minutes >= 30).map(({ no }) => no),
  )
  const hair = services.filter((s) => s.service_type_id === 'hair' && s.minutes >= 30).map(({ no }) => no)
  const makeup = services.filter(({ id }) => id === 'makeup').map(({ no }) => no)
  const none = { countryCode: null, categoryId: null, providerNo: null, firstOn: '2020-01-01', lastOn: null }
  const plain = { ...none, firstBookings: null, firstMonths: null, floorMinor: null, capMinor: null }
  const rules: FeeRule[] = [
    { ...plain, id: 'new', categoryId: 1, percent: 2, firstBookings: 40 },
    { ...plain, id: 'market', countryCode: 'GB', percent: 22 },
    ...[3, 9, 27, 81].map((no) => ({ ...plain, id: `own ${no}`, providerNo: no, percent: no % 11 })),
  ]
  for (const { name, ...place } of places) {
    const fees = new Fees(rules, { countryCode: place.countryCode, categoryId: 1, day: '2026-06-01', usual: 15 })
    const percentOf = (artist: (typeof artists)[number]) =>
      fees.of({
        no: artist.provider_no,
        bookings: artist.booking_count,
        since: Math.floor(artist.approved_at.getTime() / 86_400_000),
      }).percent
    const squares = [...(await loadSquares(rig.database, listCellsAround(place.lat, place.lng, 50_000))).values()]
    const reach = computeReach(squares, {
      ...place,
      services: { visit: kinds[0] ?? [], makeup, hair },
      fees,
      skills: ['textured-hair'],
      kinds,
      best: 8,
    })
    const counts = countKinds(squares, { ...place, kinds })
    const near = artists.flatMap((artist) => {
      const [lng, lat] = roundPosition(artist.lat, artist.lng)
      const metres = measureMetres(place.lat, place.lng, lat, lng)
      const reaches =
        artist.country_code === place.countryCode &&
        metres <= 50_000 &&
        (metres <= place.ownMetres ||
          (artist.mobile && metres <= artist.travel_radius_m) ||
          (artist.studio && metres <= 16_000))
      const done = new Set(artist.artists.split(/[;,]/).map(Number))
      const least = (nos: readonly number[]) =>
        Math.min(
          ...artist.service_nos.flatMap((no, i) =>
            nos.includes(no) && done.has(no) ? [artist.costs_minor[i] ?? Infinity] : [],
          ),
        )
      return reaches ? [{ ...artist, metres, kinds: kinds.map(least), makeup: least(makeup), hair: least(hair) }] : []
    })
    const own = near.filter((artist) => Number.isFinite(artist.kinds[0]))
    const min = (values: number[]) =>
      values.length && Number.isFinite(Math.min(...values)) ? Math.min(...values) : null
    expect([name, reach.artists, reach.travelling, reach.skilled]).toEqual([
      name,
      own.length,
      own.filter(({ mobile }) => mobile).length,
      [own.filter(({ skills }) => skills.includes('textured-hair')).length],
    ])
    expect(reach.leastMinor).toBe(min(own.map((artist) => artist.kinds[0] as number)))
    expect(reach.least).toBe(
      min(own.map((artist) => computeUnitsWithFee(artist.kinds[0] as number, percentOf(artist)))),
    )
    expect(reach.makeup).toBe(
      min(
        own.map((artist) =>
          Number.isFinite(artist.makeup) ? computeUnitsWithFee(artist.makeup, percentOf(artist)) : Infinity,
        ),
      ),
    )
    expect(reach.makeupAndHair).toBe(
      min(
        own.map((artist) =>
          Number.isFinite(artist.makeup + artist.hair)
            ? computeUnitsWithFee(artist.makeup, percentOf(artist)) +
              computeUnitsWithFee(artist.hair, percentOf(artist))
            : Infinity,
        ),
      ),
    )
    expect(Math.round(reach.nearestMetres ?? -1)).toBe(Math.round(min(own.map(({ metres }) => metres)) ?? -1))
    expect(reach.kinds).toEqual(kinds.map((_, k) => near.some((artist) => Number.isFinite(artist.kinds[k]))))
    kinds.forEach((_, k) => {
      const those = near.filter((artist) => Number.isFinite(artist.kinds[k]))
      expect([name, k, counts[k]?.artists]).toEqual([name, k, those.length])
      if (those.length)
        expect(counts[k]).toMatchObject({
          leastMinor: Math.min(...those.map((artist) => artist.kinds[k] as number)),
          changed: Math.max(...those.map(({ changed_at }) => Math.floor(changed_at.getTime() / 1000))),
        })
    })
    const rank = (artist: (typeof own)[number]) =>
      (artist.review_sum + 45) / (artist.review_count + 10) +
      (artist.has_work ? 5 : 0) +
      (artist.featured ? 10 : 0) +
      (artist.metres <= place.ownMetres ? 100 : 0)
    expect(reach.best.map(({ no }) => no)).toEqual(
      own
        .toSorted((a, b) => rank(b) - rank(a) || a.metres - b.metres || a.provider_no - b.provider_no)
        .slice(0, 8)
        .map((artist) => artist.provider_no),
    )
  }
}, 60_000)
