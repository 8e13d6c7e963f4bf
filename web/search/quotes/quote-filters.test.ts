import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FilterBy } from '#contract/search/filter-by.ts'
import { countFilters, type Filters, readFilterForm, noFilters, readFilters, writeFilters } from './quote-filters.ts'

const filters: fc.Arbitrary<Filters> = fc.record({
  instant: fc.boolean(),
  mobile: fc.boolean(),
  studio: fc.boolean(),
  featured: fc.boolean(),
  hair: fc.boolean(),
  price: fc.option(fc.record({ from: fc.integer({ min: 1, max: 99_999 }), to: fc.integer({ min: 1, max: 99_999 }) })),
  rating: fc.option(fc.constantFrom(4, 4.5, 4.8)),
  distance: fc.option(fc.integer({ min: 1, max: 50 })),
  skills: fc.uniqueArray(fc.constantFrom('textured-hair', 'deep-skin-tones', 'bridal', 'gel-nails')),
})

test('filters are read back from the URL unchanged, and the contract accepts every such URL', () => {
  fc.assert(
    fc.property(filters, (given) => {
      const written = writeFilters(given)
      expect(FilterBy.safeParse(written).success).toBe(true)
      expect(readFilters(written)).toEqual(given)
    }),
  )
})

test('no selection means all, and counts as zero filters', () => {
  expect(writeFilters(noFilters)).toBe('all')
  expect(countFilters(noFilters)).toBe(0)
  expect(countFilters({ ...noFilters, instant: true, skills: ['bridal'] })).toBe(2)
})

test('the form of the panel gives the same filters without JavaScript', () => {
  const form = new URLSearchParams('instant=on&from=&to=650&rating=4.5&distance=&skill=bridal&skill=silk-press')
  expect(writeFilters(readFilterForm(form))).toBe('instant,price:-650,rating:4.5,skill:bridal,skill:silk-press')
})
