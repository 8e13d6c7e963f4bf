import { expect, test } from 'vitest'
import { events as catalogued } from '#db/catalog/catalogue.ts'
import { eventsByName, listOccasions, readLink } from './place-texts.ts'

const countries = ['AU', 'US', 'GB', 'CA'] as const

test('every occasion with a page exists in its markets; Australia calls the prom a formal', () => {
  for (const country of countries) {
    const wanted = catalogued
      .filter(({ landingPage, markets }) => landingPage && markets.includes(country))
      .map(({ slug }) => (slug === 'school-formal' ? 'prom' : slug))
    expect([country, listOccasions(country).toSorted()]).toEqual([country, wanted.toSorted()])
  }
  expect(new Set(countries.map((country) => listOccasions(country).length)).size).toBe(1)
})

test('the reviews of an occasion are found by its name in the catalogue', () => {
  const named = catalogued
    .filter(({ landingPage }) => landingPage)
    .map(({ label, slug }) => [label, slug === 'school-formal' ? 'prom' : slug])
  expect([...eventsByName].toSorted()).toEqual(named.toSorted())
})

test('a link names a known country, category, place and occasion of that country, or is invalid', () => {
  expect(readLink('/GB/nails/Hackney/races/')).toEqual({
    country: 'GB',
    category: 'nails',
    place: 'hackney',
    event: 'races',
  })
  expect(readLink('/us/nails/dallas/races')).toBeNull()
  expect(readLink('/us/nails/dallas/quinceanera?utm=x')).toMatchObject({ event: 'quinceanera' })
  for (const link of [
    '/gb',
    '/gb/nails',
    '/fr/nails/paris',
    '/gb/nails/x/y/z',
    '/gb/na_ils/x',
    '/gb/nails/hackney/constructor',
  ])
    expect([link, readLink(link)]).toEqual([link, null])
})
