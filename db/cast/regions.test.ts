import { describe, expect, test } from 'vitest'
import { measureKilometres } from '#db/gazetteer/merge.ts'
import { columns, readGazetteerLines } from '#db/gazetteer/places.ts'
import { metros, regions } from './material.ts'
import { testMarket } from './test-market.ts'

const at = (column: (typeof columns)[number]) => columns.indexOf(column)
const places = readGazetteerLines()
  .map((line) => line.split('\t'))
  .filter((row) => row[at('kind')] !== 'postcode')
  .map((row) => ({
    country: row[at('country_code')],
    region: row[at('region_code')],
    kind: row[at('kind')],
    name: row[at('name')],
    slug: row[at('slug')],
    tz: row[at('tz')],
    lat: Number(row[at('lat')]),
    lng: Number(row[at('lng')]),
  }))
const named = Map.groupBy(places, (place) => `${place.country} ${place.slug}`)
const byRegion = Map.groupBy(testMarket, (p) => p.metro.id)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

describe('Towns and regions outside the metros', () => {
  test('there are more than sixty in all four countries, each with 4 to 40 artists', () => {
    expect(regions.length).toBeGreaterThanOrEqual(60)
    const ofCountry = Map.groupBy(regions, ({ country }) => country)
    for (const country of ['GB', 'AU', 'CA', 'US'] as const)
      expect(ofCountry.get(country)?.length, country).toBeGreaterThanOrEqual(12)
    for (const { id, region } of regions) {
      const all = byRegion.get(id) ?? []
      expect(all.length, id).toBeGreaterThanOrEqual(4)
      expect(all.length, id).toBeLessThanOrEqual(40)
      expect(region, id).toMatch(/^[A-Z]{2,3}$/)
    }
    expect(new Set([...metros, ...regions].map(({ id }) => id)).size).toBe(metros.length + regions.length)
  })

  test('each region has a page by its name, and every town is where the gazetteer says', () => {
    for (const { country, name, id, neighbourhoods, region, tz } of regions) {
      const slug = name
        .normalize('NFD')
        .replace(/\p{M}|[.']/gu, '')
        .toLowerCase()
        .replaceAll(' ', '-')
      const [lng, lat] = neighbourhoods[0]?.at ?? [0, 0]
      expect(
        named.get(`${country} ${slug}`)?.some((place) => measureKilometres(place, { lat, lng }) < 70),
        name,
      ).toBe(true)
      for (const town of neighbourhoods) {
        const here = named
          .get(`${country} ${town.slug}`)
          ?.find((place) => measureKilometres(place, { lng: town.at[0], lat: town.at[1] }) < 0.1)
        expect(here?.name, `${id} ${town.name}`).toBe(town.name)
        expect([here?.region, here?.tz], `${id} ${town.name}`).toEqual([region, tz])
      }
    }
  })

  test('every artist lives on land, within 400 metres of the centre of a town', () => {
    for (const { id } of regions)
      for (const p of byRegion.get(id) ?? []) {
        const town = named.get(`${p.metro.country} ${p.base.slug}`)?.map((place) => measureKilometres(p, place)) ?? []
        expect(Math.min(...town), `${p.name}, ${p.base.name}`).toBeLessThan(0.4)
      }
  })

  test('in each region a free artist does a bride and her guests, and travels to them', () => {
    for (const { id } of regions) {
      const wanted = (byRegion.get(id) ?? []).filter(
        (p) =>
          !p.terms.paused &&
          p.mode !== 'studio' &&
          ['makeup', 'updo'].every((service) => p.services.some((s) => s.id === service)),
      )
      expect(wanted.length, id).toBeGreaterThanOrEqual(2)
    }
  })

  test('artists in sparse regions travel farther, and fewer artists are there', () => {
    const radius = (ids: readonly string[]) =>
      median(
        ids
          .flatMap((id) => byRegion.get(id) ?? [])
          .filter((p) => p.mode !== 'studio')
          .map((p) => p.terms.radiusMetres),
      )
    expect(radius(['scottish-highlands', 'isle-of-skye'])).toBeGreaterThan(3 * radius(['london']))
    expect(radius(['alice-springs', 'darwin', 'townsville'])).toBeGreaterThan(2 * radius(['sydney']))
    expect(radius(['bozeman', 'el-paso', 'santa-fe'])).toBeGreaterThan(2 * radius(['los-angeles']))
    expect(radius(['saskatoon', 'regina', 'whitehorse'])).toBeGreaterThan(2 * radius(['toronto']))
    const told = (all: readonly { id: string }[]) =>
      median(all.flatMap(({ id }) => byRegion.get(id) ?? []).map((p) => p.reviews.length))
    expect(told(regions)).toBeLessThan(told(metros))
  })

  test('regions differ in local names, prices, scores and strengths', () => {
    const families = (id: string) => new Set((byRegion.get(id) ?? []).map((p) => p.heritage))
    expect(families('quebec')).toContain('french-canadian')
    expect(families('snowdonia')).toContain('welsh')
    for (const { id, providers } of regions.filter(({ providers }) => providers >= 8)) {
      const all = byRegion.get(id) ?? []
      const distinct = (of: (p: (typeof all)[number]) => unknown) => new Set(all.map(of)).size
      expect(
        distinct((p) => p.services.map((s) => s.costMinor).join()),
        id,
      ).toBe(providers)
      expect(
        distinct((p) => p.skills.join()),
        id,
      ).toBeGreaterThan(providers / 2)
      expect(
        distinct((p) => p.reviewSum / (p.reviewCount || 1)),
        id,
      ).toBeGreaterThan(2)
      expect(
        distinct((p) => p.bio),
        id,
      ).toBe(providers)
    }
  })
})
