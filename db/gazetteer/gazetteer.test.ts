import { describe, expect, test } from 'vitest'
import { metros } from '#db/cast/material.ts'
import { readFileSync } from 'node:fs'
import { parseGridReference } from './grid-reference.ts'
import { parsePostcodeNames } from './hand-written.ts'
import { type Draft, measureKilometres, merge } from './merge.ts'
import { columns, readGazetteerLines } from './places.ts'
import { searchText, slugify } from './search-text.ts'

const at = (column: (typeof columns)[number]) => columns.indexOf(column)
const rows = readGazetteerLines().map((line) => line.split('\t'))
const byName = Map.groupBy(rows, (row) => `${row[at('country_code')]} ${row[at('name')]}`)
const find = (country: string, name: string, kind?: string) =>
  (byName.get(`${country} ${name}`) ?? []).filter((row) => !kind || row[at('kind')] === kind)

describe('The gazetteer', () => {
  test('it has tens of thousands of places in four countries, each with a region and a time zone', () => {
    expect(rows.length).toBeGreaterThan(60_000)
    const wrong = rows.filter(
      (row) =>
        row.length !== columns.length ||
        !['AU', 'US', 'GB', 'CA'].includes(row[at('country_code')] ?? '') ||
        !row[at('region')] ||
        !/^(Australia|America|Europe|Pacific)\/|^Etc/.test(row[at('tz')] ?? '') ||
        row[at('search')] !== searchText(row[at('name')] ?? '') ||
        !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(row[at('slug')] ?? ''),
    )
    expect(wrong).toEqual([])
  })

  test('every neighbourhood of the sample market is at its position', () => {
    for (const metro of metros) {
      for (const n of metro.neighbourhoods) {
        const here = find(metro.country, n.name).filter(
          (r) =>
            measureKilometres(
              { lat: Number(r[at('lat')]), lng: Number(r[at('lng')]) },
              { lng: n.at[0], lat: n.at[1] },
            ) < 1,
        )
        expect(here.length, `${metro.name} ${n.name}`).toBe(1)
        expect(here[0]?.[at('slug')]).toBe(n.slug)
        expect(here[0]?.[at('tz')], n.name).toBe(metro.tz)
      }
    }
  })

  test('well-known places are at their positions', () => {
    expect(find('GB', 'Headingley', 'neighborhood')[0]?.[at('locality')]).toBe('Leeds')
    expect(find('GB', 'E8', 'postcode')[0]?.[at('locality')]).toBe('London')
    expect(find('US', '90210', 'postcode')[0]?.[at('locality')]).toBe('Beverly Hills')
    expect(find('US', 'Pasadena', 'place').some((r) => r[at('region_code')] === 'CA')).toBe(true)
    expect(find('AU', 'Sydney', 'place')[0]?.[at('tz')]).toBe('Australia/Sydney')
    expect(find('CA', 'Québec', 'place').length + find('CA', 'Quebec', 'place').length).toBeGreaterThan(0)
  })

  test('every postcode of the four countries appears once, with its usual town', () => {
    const codes = rows.filter((row) => row[at('kind')] === 'postcode')
    const of = (country: string) => codes.filter((row) => row[at('country_code')] === country)
    expect(Object.fromEntries(['GB', 'AU', 'CA', 'US'].map((country) => [country, of(country).length]))).toEqual({
      GB: 2980,
      AU: 3171,
      CA: 1653,
      US: 40_977,
    })
    expect(new Set(codes.map((row) => `${row[at('country_code')]} ${row[at('name')]}`)).size).toBe(codes.length)
    expect(codes.filter((row) => !row[at('locality')])).toEqual([])
  })

  test('postcode districts have the names that people use, at their positions', () => {
    const lines = readFileSync(new URL('./postcode-names.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
    const names = parsePostcodeNames(lines.join('\n').replace(/^/, 'country\tcode\tname\tlng\tlat\n'))
    expect(names.size).toBe(lines.length)
    for (const [key, { name, at: spot }] of names) {
      const [country = '', code = ''] = key.split(' ')
      const [row] = find(country, code, 'postcode')
      expect([key, row?.[at('area')]]).toEqual([key, name])
      if (spot) expect([row?.[at('lng')], row?.[at('lat')]].map(Number), key).toEqual([spot.lng, spot.lat])
    }
    // The source places 42 districts of London at Charing Cross.
    const shared = rows.filter(
      (row) => row[at('kind')] === 'postcode' && row[at('lat')] === '51.5085' && row[at('lng')] === '-0.1257',
    )
    expect(shared.map((row) => row[at('name')])).toEqual(['EC2P', 'EC3P'])
  })

  test('searchable districts lie in their region, among places', () => {
    const districts = rows.filter((row) => row[at('kind')] === 'district')
    expect(districts.length).toBeGreaterThan(150)
    const places = Map.groupBy(
      rows.filter((row) => row[at('kind')] === 'place'),
      (row) => row[at('region')],
    )
    for (const district of districts) {
      const [lat, lng] = [Number(district[at('lat')]), Number(district[at('lng')])]
      expect(Number(district[at('metres')])).toBeGreaterThan(4_000)
      const near = places
        .get(district[at('region')])
        ?.some(
          (row) =>
            Math.abs(Number(row[at('lat')]) - lat) < 2 &&
            measureKilometres({ lat: Number(row[at('lat')]), lng: Number(row[at('lng')]) }, { lat, lng }) < 130,
        )
      expect(near, district[at('name')]).toBe(true)
    }
  })

  test('a place with two sources appears once, with the data of both', () => {
    const one: Draft = {
      country: 'GB',
      kind: 'neighborhood',
      name: 'St. Pauls',
      lat: 51.46,
      lng: -2.58,
      locality: 'Bristol',
    }
    const same: Draft = {
      country: 'GB',
      kind: 'place',
      name: 'Saint Pauls',
      lat: 51.461,
      lng: -2.581,
      region: 'ENG',
      population: 9000,
    }
    const other: Draft = { country: 'GB', kind: 'place', name: 'St Pauls', lat: 53.4, lng: -1.5, region: 'ENG' }
    expect(merge([[one], [same, other]])).toEqual([{ ...one, region: 'ENG', population: 9000 }, other])
  })

  test('names compare without accents, case and spellings of Saint', () => {
    expect(searchText('Montréal-Nord')).toBe('montreal nord')
    expect(searchText('Saint Albans')).toBe(searchText('St. Albans'))
    expect(searchText("Shepherd's Bush")).toBe(searchText('Shepherd’s bush'))
    expect(slugify('Côte-des-Neiges')).toBe('cote-des-neiges')
  })

  test('a British grid reference has the position of the Ordnance Survey', () => {
    const [lng, lat] = parseGridReference('TQ300804')
    expect(measureKilometres({ lng, lat }, { lng: -0.1276, lat: 51.5081 })).toBeLessThan(0.15)
    expect(() => parseGridReference('nowhere')).toThrow('not a grid reference')
  })
})
