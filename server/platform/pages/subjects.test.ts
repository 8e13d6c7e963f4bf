import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PlaceSubject,
  type Invalidation,
  type Part,
  type Subject,
  SubjectIndex,
  isInvalidatedBy,
} from './subjects.ts'

const near: fc.Arbitrary<PlaceSubject> = fc.record({
  country: fc.constantFrom('GB', 'US'),
  city: fc.constantFrom('', 'Leeds', 'York'),
  lat: fc.double({ min: -66, max: 66, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.constantFrom<Subject>('artist:mia', 'artist:ola', 'any:price', 'any:reviews', 'anything'),
  near,
)
const part = fc.constantFrom<Part>('price', 'reviews', 'self')
const news: fc.Arbitrary<Invalidation> = fc.oneof(
  fc.record({
    part,
    artists: fc.subarray(['mia', 'ola', 'zoe']),
    near: fc.record({
      country: fc.constantFrom('GB', 'US'),
      cities: fc.subarray(['', 'Leeds']),
      lat: fc.double({ min: -66, max: 66, noNaN: true }),
      lng: fc.double({ min: -179, max: 179, noNaN: true }),
      reach: fc.integer({ min: 0, max: 90_000 }),
    }),
  }),
  fc.record({ part, artists: fc.subarray(['mia', 'ola', 'zoe']) }),
  fc.record({ gone: fc.subarray(['/0', '/1', '/2']) }),
  fc.record({ old: fc.constant(['/1']) }),
  fc.constant({ all: true }),
)

test('the index finds the same pages as a check of each page', () => {
  fc.assert(
    fc.property(fc.array(fc.array(subject, { maxLength: 4 }), { maxLength: 12 }), news, (kept, told) => {
      const index = new SubjectIndex()
      kept.forEach((subjects, i) => {
        index.put(`/${i}`, subjects)
      })
      const found = kept.flatMap((subjects, i) => (isInvalidatedBy(told, `/${i}`, subjects) ? [`/${i}`] : []))
      expect([...index.touched(told)].sort()).toEqual(found.sort())
    }),
    { numRuns: process.env['PROVE'] ? 20_000 : 400 },
  )
})

test('a removed page is no longer found, and the index has no entries of it left', () => {
  const index = new SubjectIndex()
  index.put('/a', ['any:price', { country: 'GB', city: 'Leeds', lat: 53.8, lng: -1.5 }])
  index.drop('/a')
  expect(index.touched({ all: true }).size).toBe(0)
  expect(index.size).toBe(0)
})

test('a changed page is invalidated in every country variant, and no other page is', () => {
  const index = new SubjectIndex()
  for (const key of [
    '/content/about',
    '/content/about?country=gb',
    '/content/about?country=us',
    '/content/help?country=gb',
  ])
    index.put(key, [])
  expect(index.touched({ gone: ['/content/about'] })).toEqual(
    new Set(['/content/about', '/content/about?country=gb', '/content/about?country=us']),
  )
  expect(isInvalidatedBy({ gone: ['/content/about'] }, '/content/about?country=gb', [])).toBe(true)
  expect(isInvalidatedBy({ gone: ['/content/about'] }, '/content/help?country=gb', [])).toBe(false)
})
