import { expect, test } from 'vitest'
import { pageFaqs, type PageFigures, pageTexts, readLink } from './place-texts.ts'

const figures: PageFigures = {
  country: 'GB',
  category: 'makeup-hair-styling',
  categoryLabel: 'Makeup, hair and styling',
  event: null,
  city: 'Leeds',
  region: 'England',
  neighborhood: false,
  artists: 12,
  mobileShare: 75,
  textured: 3,
  deep: 4,
  nearestMetres: 900,
  reviews: 212,
  score: 4.87,
  currency: 'GBP',
  fromPrice: 30,
  makeupFrom: 35,
  makeupHairFrom: 55,
  quoted: { count: 9, min: 65, max: 257 },
  leadWeeks: 7,
}

test('a page with artists, prices and reviews shows their figures', () => {
  const texts = pageTexts(figures)
  expect(texts.seoTitle).toBe('Hair and makeup artists in Leeds, from £30 a person · Primp')
  expect(texts.seoDescription).toBe(
    '12 artists in Leeds, 4.87 from 212 reviews. Say when you need to be ready and see one price for the whole group.',
  )
  expect(texts.intro).toContain('12 artists take bookings in Leeds, England.')
})

test('no score is shown below five reviews', () => {
  expect(pageTexts({ ...figures, reviews: 4 }).seoDescription).not.toContain('reviews')
})

test('a single artist is named in the singular', () => {
  expect(pageTexts({ ...figures, artists: 1 }).intro).toMatch(/^1 artist takes bookings/)
})

test('a question without data and a sentence without its figure are omitted', () => {
  const ids = (of: PageFigures) => pageFaqs(of).map((faq) => faq._id)
  expect(ids(figures)).toEqual(['price', 'ahead', 'near', 'mobile', 'textured', 'early', 'group'])
  expect(
    ids({
      ...figures,
      makeupFrom: null,
      makeupHairFrom: null,
      quoted: null,
      leadWeeks: null,
      nearestMetres: null,
      mobileShare: 0,
      textured: 0,
      deep: 0,
    }),
  ).toEqual(['early', 'group'])
  const price = pageFaqs({ ...figures, quoted: null }).find((faq) => faq._id === 'price')
  expect(price?.answer).toBe('Makeup starts from £35, and makeup plus hair from £55.')
})

test('a path is parsed into its parts or rejected', () => {
  expect(readLink('/GB/makeup-hair-styling/London/')).toEqual({
    country: 'GB',
    category: 'makeup-hair-styling',
    place: 'london',
    event: null,
  })
  expect(readLink('/us/nails/new-york/photo-shoot?x=1')?.event).toBe('photo-shoot')
  expect(['/gb/a', '/fr/a/b', '/gb/a/b/c/d', '/gb/a/b/divorce', '/gb/a%20b/c'].map(readLink)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
