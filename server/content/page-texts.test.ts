import { expect, test } from 'vitest'
import { events, getOccasion, pageFaqs, type PageFigures, pageTexts, readLink } from './place-texts.ts'

const figures: PageFigures = {
  country: 'GB',
  category: 'makeup-hair-styling',
  categoryLabel: 'Makeup, hair and styling',
  event: null,
  city: 'Leeds',
  region: 'England',
  neighborhood: false,
  artists: 12,
  residents: 4,
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
  expect(texts.seoTitle).toBe('Hair and makeup artists in Leeds, from £30 per person · Primp')
  expect(texts.seoDescription).toBe(
    '12 artists for Leeds, rated 4.87 from 212 reviews. Tell us when you need to be ready and see one price for the whole group.',
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
  expect(ids(figures)).toEqual(['price', 'ahead', 'near', 'mobile', 'textured'])
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
  ).toEqual([])
  const price = pageFaqs({ ...figures, quoted: null }).find((faq) => faq._id === 'price')
  expect(price?.answer).toBe('Makeup starts from £35, and makeup plus hair from £55.')
})

test('artists are in a place if one is based there, and near it otherwise', () => {
  const titles = (of: PageFigures) => [pageTexts(of).title, pageTexts({ ...of, event: 'wedding' }).title]
  expect(titles(figures)).toEqual(['Find Hair And Makeup Artists In Leeds', 'Wedding hair and makeup in Leeds'])
  const near = { ...figures, residents: 0 }
  expect(titles(near)).toEqual(['Find Hair And Makeup Artists Near Leeds', 'Wedding hair and makeup near Leeds'])
  expect(JSON.stringify([pageTexts(near), pageFaqs(near)])).not.toMatch(/artists? (cost )?in Leeds/)
})

test('the texts of an occasion are about that occasion', () => {
  for (const event of events) {
    const { how } = getOccasion('GB', 'makeup-hair-styling', event)
    expect([event, pageFaqs({ ...figures, event }).map(({ _id }) => _id)]).toEqual([event, [event]])
    if (event !== 'wedding') expect([event, /\bbrid/i.test(how)]).toEqual([event, false])
  }
  const all = events.map((event) => getOccasion('GB', 'makeup-hair-styling', event).how)
  expect(new Set(all).size).toBe(events.length)
  expect(getOccasion('AU', 'makeup-hair-lessons', 'prom')).toMatchObject({
    how: expect.stringContaining('a few weeks before a formal'),
    trial: null,
  })
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
