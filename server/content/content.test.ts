import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const page = (link: string) => rig.call(`/v1/seo/gatsby/pages?link=${encodeURIComponent(link)}`)

describe('Landing page of a place', () => {
  test('a landing page is computed from the bookable artists there', async () => {
    const { status, body } = await page('/gb/makeup-hair-styling/manchester')
    const { seoPage } = body.data
    expect(status).toBe(200)
    expect(seoPage).toMatchObject({
      city: 'Manchester',
      type: 'city',
      countryCode: 'GB',
      indexed: true,
      basePath: '/gb/makeup-hair-styling/manchester',
    })
    expect(seoPage.artists).toBeGreaterThan(20)
    expect(seoPage.providers).toHaveLength(8)
    expect(new Set(seoPage.providers.map((p: { _id: string }) => p._id)).size).toBe(8)
    expect(seoPage.intro).toContain('take bookings in Manchester')
    expect(seoPage.seoTitle).toMatch(/^Hair and makeup artists in Manchester, from £\d+ per person · Primp$/)
    expect(seoPage.events.map((e: { link: string }) => e.link)).toContain('/gb/makeup-hair-styling/manchester/wedding')
    expect(seoPage.categories).toEqual([
      { label: 'Lessons', link: '/gb/makeup-hair-lessons/manchester' },
      { label: 'Nails', link: '/gb/nails/manchester' },
    ])
    expect(seoPage.providers.every((p: { bio: string }) => p.bio.length > 20)).toBe(true)
    expect(
      seoPage.popularPlaces.every((p: { metres: number; minPrice: number }) => p.metres > 0 && p.minPrice > 0),
    ).toBe(true)
    expect(seoPage.breadcrumbs.map((c: { label: string }) => c.label)).toEqual(['Home', 'United Kingdom', 'Manchester'])
  })

  test('a landing page has no unfilled slots, and no rating markup for sample people', async () => {
    for (const link of [
      '/gb/makeup-hair-styling/london',
      '/us/nails/new-york',
      '/au/makeup-hair-lessons/sydney',
      '/ca/makeup-hair-styling/toronto/prom',
      '/gb/makeup-hair-styling/hackney',
    ]) {
      const { status, body } = await page(link)
      expect([link, status]).toEqual([link, 200])
      expect(JSON.stringify(body)).not.toMatch(/\{[a-zA-Z]+\}/)
      expect(JSON.stringify(body.data.seoPage.schemas)).not.toContain('AggregateRating')
    }
  })

  test('a landing page names the occasion in the words of the country', async () => {
    const title = async (link: string) => (await page(link)).body.data.seoPage.title
    expect(await title('/au/makeup-hair-styling/sydney/prom')).toBe('Formal hair and makeup in Sydney')
    expect(await title('/gb/makeup-hair-styling/leeds/prom')).toMatch(
      /^(Prom hair and makeup in|Find Hair And Makeup Artists (In|Near)) Leeds$/,
    )
    expect(await title('/gb/nails/london')).toBe('Nail artists in London')
  })

  test('the page of a neighbourhood shows the distance of the nearest artist', async () => {
    const { seoPage } = (await page('/gb/makeup-hair-styling/hackney')).body.data
    expect(seoPage.intro).toMatch(
      /^\d+ artists travel to Hackney\. The nearest is [\d.]+ miles? away\. \d+ artists are based in Hackney\.$/,
    )
    expect(seoPage.breadcrumbs.map((c: { label: string }) => c.label)).toEqual([
      'Home',
      'United Kingdom',
      'London',
      'Hackney',
    ])
  })

  test('a page without artists has the fallback title and is not indexed', async () => {
    const { seoPage } = (await page('/gb/makeup-hair-styling/stornoway')).body.data
    expect(seoPage).toMatchObject({
      title: 'Find Hair And Makeup Artists Near Stornoway',
      seoTitle: 'Find Hair And Makeup Artists Near Stornoway',
      artists: 0,
      indexed: false,
      offers: null,
      totalReviewScore: null,
    })
    expect(seoPage.nearest.metres).toBeGreaterThan(50_000)
    expect((await page(seoPage.nearest.link)).body.data.seoPage.artists).toBeGreaterThan(0)
  })

  test('an unknown country, category, place, occasion or path is refused', async () => {
    const unknown = [
      '/fr/makeup-hair-styling/paris',
      '/gb/plumbing/london',
      '/gb/makeup-hair-styling/nowhere-at-all',
      '/gb/makeup-hair-styling/london/divorce',
      '/gb',
      '/',
    ]
    for (const link of unknown) {
      const { status, body } = await page(link)
      expect([link, status, body.code]).toEqual([link, 404, 'not_found'])
    }
    expect((await rig.call('/v1/seo/gatsby/pages')).status).toBe(400)
  })
})

describe('Front page', () => {
  test('the front page shows market figures, six places, four featured artists and three customers', async () => {
    const { data } = (await rig.call('/v1/seo/home')).body
    expect(data.proof.artists).toBeGreaterThan(1200)
    expect(data.proof.score).toBeGreaterThan(4)
    expect([data.popularPlaces.length, data.featured.length, data.customerReviews.length]).toEqual([6, 4, 3])
    expect(data.featured.every((artist: { featured: boolean }) => artist.featured)).toBe(true)
    expect(data.sample).toBe(true)
  })

  test('with a service, the front page shows the artists who offer it, with its price', async () => {
    const { data } = (await rig.call('/v1/seo/home?country=GB&service=blow-dry')).body
    expect(data.featured).toHaveLength(4)
    for (const artist of data.featured) expect(artist).toMatchObject({ priceOf: 'Blow-dry' })
    const slugs = data.featured.map(({ slug }: { slug: string }) => slug)
    const offering = await rig.database.db
      .selectFrom('provider_service as s')
      .innerJoin('provider as p', 'p.id', 's.provider_id')
      .select('p.slug')
      .where('s.service_id', '=', 'blow-dry')
      .where('s.status', '=', 'active')
      .where('p.slug', 'in', slugs)
      .execute()
    expect(offering).toHaveLength(4)
    const unknown = await rig.call('/v1/seo/home?country=GB&service=nothing')
    expect([unknown.status, unknown.body.code]).toEqual([422, 'unknown_service'])
  })
})

describe('Public figures', () => {
  test('the ranking weights are public and sum to 100', async () => {
    const { weights } = (await rig.call('/v1/seo/ranking')).body.data
    expect(Object.values(weights as Record<string, number>).reduce((sum, weight) => sum + weight, 0)).toBe(100)
  })
})

test('a figure is the same on every page that shows it', async () => {
  const of = async (path: string) => (await rig.call(path)).body.data
  const [home, reviews, places] = await Promise.all([
    of('/v1/seo/home'),
    of('/v1/seo/reviews'),
    of('/v1/seo/gatsby/pages?link=/gb/makeup-hair-styling/manchester'),
  ])
  expect(home.proof.reviews).toBe(reviews.total)
  expect(home.proof.score).toBeCloseTo(reviews.average, 1)
  for (const country of ['GB', 'AU', 'US', 'CA']) {
    const mine = await of(`/v1/seo/home?country=${country}`)
    expect([mine.proof.reviews, mine.proof.artists]).toEqual([home.proof.reviews, home.proof.artists])
    expect(mine.popularPlaces[0].link).toMatch(new RegExp(`^/${country.toLowerCase()}/`))
  }
  const london = await of('/v1/seo/gatsby/pages?link=/gb/makeup-hair-styling/london')
  expect([london.seoPage.builtIn, places.seoPage.builtIn]).toEqual([true, false])
  expect(london.seoPage.metaDescription).toMatch(/Most bookings cost £65 to £257 \(117 sample prices\)/)
})
