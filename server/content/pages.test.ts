import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { directory } from '#contract/content/directory.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { SeoPage } from '#contract/content/content.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { testEngine } from '#server/test-databases.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { comparePages } from './page-content.ts'
import { rebuildHomes, refreshHomes, refreshPlaces, refreshTrade } from './refresh-places.ts'
import { storeSitemap } from './sitemap.ts'
import { createJobContext } from '#server/platform/jobs.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

type Paths = OutputOf<typeof directory.sitemapPart>['paths']
const seoPage = async (link: string): Promise<SeoPage> => {
  const { status, body } = await rig.call(`/v1/seo/gatsby/pages?link=${encodeURIComponent(link)}`)
  expect([link, status]).toEqual([link, 200])
  return body.data.seoPage
}
const part = async (kind: string, number: number): Promise<Paths> =>
  (await rig.call(`/v1/seo/sitemap/${kind}/${number}`)).body.data.paths
const parts = async (): Promise<{ kind: string; part: number; updatedAt: string }[]> =>
  (await rig.call('/v1/seo/sitemap')).body.data.parts

describe('Sitemap', () => {
  test('the sitemap has files for pages, places, lists and artists, each with at most 10,000 unique addresses', async () => {
    const all = await parts()
    expect([...new Set(all.map(({ kind }) => kind))]).toEqual(['pages', 'places', 'lists', 'artists'])
    const known = new Set<string>()
    for (const { kind, part: number, updatedAt } of all) {
      const paths = await part(kind, number)
      expect(paths.length).toBeGreaterThan(0)
      expect(paths.length).toBeLessThanOrEqual(10_000)
      expect(new Set(paths.map(({ path }) => path)).size).toBe(paths.length)
      expect(paths.reduce((last, path) => (path.updatedAt > last ? path.updatedAt : last), '')).toBe(updatedAt)
      for (const { path } of paths) expect(known.has(path) || !known.add(path)).toBe(false)
    }
    const first = await part('pages', 1)
    for (const path of [
      '/',
      '/content/help',
      '/gb/makeup-hair-styling/london',
      '/us/makeup-hair-styling/new-york/wedding',
      '/au/nails/sydney',
    ])
      expect([path, known.has(path)]).toEqual([path, true])
    expect(known.size).toBeLessThan(3_000)
    const ofPlace = (await part('places', 1))[0]
    expect(ofPlace?.country).toBe(ofPlace?.path.slice(1, 3).toUpperCase())
    expect(ofPlace?.pictures).toEqual([expect.stringMatching(/^\/pictures\/city\/[a-z-]+\.svg/)])
    expect(first.find(({ path }) => path === '/content/help')).toMatchObject({ country: null, pictures: [] })
    // The sitemap shows the same pictures of an artist as the profile.
    const [artist] = await part('artists', 1)
    const page = (await rig.call(`/v1${artist?.path}`)).body.data
    expect(artist?.country).toBe(page.countryCode)
    expect(artist?.pictures.length).toBeGreaterThan(0)
    expect(page.albums.flatMap(({ media }: { media: { src: string }[] }) => media.map(({ src }) => src))).toEqual(
      expect.arrayContaining(artist?.pictures ?? []),
    )
    expect((await rig.call('/v1/seo/sitemap/places/99999')).status).toBe(404)
    expect((await rig.call('/v1/seo/sitemap/secrets/1')).status).toBe(400)
  }, 60_000)

  test('a large market serves the sitemap and its directories from storage, and builds changed files again', async () => {
    const { db } = rig.database
    const ctx = () => createJobContext(rig, 'store-sitemap')
    const all = await parts()
    const artists = await part('artists', 1)
    const directories = async () => [
      (await rig.call('/v1/seo/artists')).body.data,
      (await rig.call('/v1/seo/places')).body.data,
    ]
    const before = await directories()
    const builtAt = async (key: string) =>
      (await db.selectFrom('stored_answer').select('built_at').where('key', '=', key).executeTakeFirst())?.built_at
    try {
      await storeSitemap(ctx(), 1)
      expect(await parts()).toEqual(all)
      expect(await part('artists', 1)).toEqual(artists)
      expect(await directories()).toEqual(before)
      const stored = await builtAt('sitemap artists 1')
      rig.at(new Date(testNow.getTime() + 60_000))
      await storeSitemap(ctx(), 1)
      expect(await builtAt('sitemap artists 1')).toEqual(stored)
      expect(await builtAt('sitemap pages 1')).not.toEqual(stored)
      await createTestProvider(rig, { slug: 'newly-stored' })
      expect(await part('artists', 1)).toEqual(artists)
      await storeSitemap(ctx(), 1)
      expect((await part('artists', 1)).map(({ path }) => path)).toContain('/@/newly-stored')
    } finally {
      rig.at(testNow)
      await storeSitemap(ctx())
      await clearTestTown(rig)
    }
    expect(await db.selectFrom('stored_answer').select('key').execute()).toEqual([])
  }, 60_000)

  test('the residents of changed squares are the same as after counting all squares again', async () => {
    const { db } = rig.database
    const counted = () =>
      db
        .selectFrom('home_cell')
        .select(['cell', 'country_code', 'city', 'area', 'category_id', 'artists'])
        .orderBy('cell')
        .orderBy('country_code')
        .orderBy('city')
        .orderBy('area')
        .orderBy('category_id')
        .execute()
    const { id } = await createTestProvider(rig, { slug: 'resident' })
    await refreshPlaces(createJobContext(rig, 'refresh-places'))
    const before = await counted()
    expect(before.length).toBeGreaterThan(10)
    await db.updateTable('provider').set({ city: 'Sound' }).where('id', '=', id).execute()
    await refreshPlaces(createJobContext(rig, 'refresh-places'))
    const after = await counted()
    expect(after.filter(({ city }) => city === 'Sound')).toMatchObject([{ area: 'Lerwick', artists: 1 }])
    await rebuildHomes(createJobContext(rig, 'rebuild-homes'))
    expect(await counted()).toEqual(after)
    await clearTestTown(rig)
    await refreshPlaces(createJobContext(rig, 'refresh-places'))
    expect((await counted()).filter(({ city }) => city === 'Sound')).toEqual([])
  }, 60_000)

  test('the sitemap lists indexable pages only, with the last change of each page', async () => {
    for (const { path, updatedAt } of (await part('places', 1)).filter((_, i) => i % 9 === 5)) {
      const page = await seoPage(path)
      expect([path, page.indexed, page.canonical, page.updatedAt]).toEqual([path, true, path, updatedAt])
      expect(page.createdAt <= page.updatedAt).toBe(true)
    }
  }, 120_000)

  test('a page that is not indexed names an indexed page as its canonical page', async () => {
    const indexed = new Set((await part('places', 1)).map(({ path }) => path))
    for (const [path, canonical] of [
      ['/gb/makeup-hair-styling/woldingham', undefined],
      ['/gb/makeup-hair-styling/woldingham/wedding', undefined],
      ['/gb/makeup-hair-styling/hackney/diwali', '/gb/makeup-hair-styling/hackney'],
      ['/gb/nails/london/wedding', '/gb/nails/london'],
    ] as const) {
      const page = await seoPage(path)
      expect([path, page.path, page.indexed, indexed.has(page.canonical)]).toEqual([path, path, false, true])
      if (canonical) expect(page.canonical).toBe(canonical)
      expect(indexed.has(path)).toBe(false)
    }
  })

  test('a place without residents has artists near it, and one with residents shows them first', async () => {
    const woldingham = await seoPage('/gb/makeup-hair-styling/woldingham')
    expect(woldingham).toMatchObject({
      title: 'Find Hair And Makeup Artists Near Woldingham',
      residents: 0,
      allResident: false,
    })
    expect(woldingham.artists).toBeGreaterThan(0)
    const hackney = await seoPage('/gb/makeup-hair-styling/hackney')
    expect(hackney.residents).toBeGreaterThanOrEqual(3)
    const areas = hackney.providers.map(({ area }) => area === 'Hackney' || area.startsWith('Hackney,'))
    expect(areas).toEqual(areas.toSorted((a, b) => Number(b) - Number(a)))
    expect(areas.filter(Boolean).length).toBeGreaterThanOrEqual(3)
    expect(hackney.allResident).toBe(areas.every(Boolean))
  })

  test('an airport has the page of its town, and is in no list', async () => {
    const airport = await seoPage('/gb/makeup-hair-styling/luton-airport/wedding')
    expect([airport.path, airport.basePath]).toEqual([
      '/gb/makeup-hair-styling/luton/wedding',
      '/gb/makeup-hair-styling/luton',
    ])
    const rows = await rig.database.db
      .selectFrom('place_page')
      .innerJoin('place', 'place.id', 'place_page.place_id')
      .select('name')
      .where('name', 'like', '% Airport')
      .execute()
    expect(rows).toEqual([])
  })

  test('the page of an occasion shows reviews of that occasion, and artists who have them', async () => {
    const page = await seoPage('/gb/makeup-hair-styling/london/wedding')
    expect(page.customerReviews).toHaveLength(6)
    for (const { customerName } of page.customerReviews) expect(customerName).toMatch(/, wedding in /)
    expect(page.popularPlaces).toEqual([])
    expect(page.schemas.map((schema) => schema['@type'])).not.toContain('FAQPage')
  })

  test('operators see how many pages are indexed; nobody else does', async () => {
    const olu = (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: 'olu@primp.test', password: 'primp-sample-1' },
      })
    ).body.data.token
    const { data } = (await rig.call('/v1/operator/pages/indexed', { bearer: olu })).body
    const listed = (await part('places', 1)).length
    expect(data.indexed.places + data.indexed.occasions).toBe(listed)
    expect(data.indexed.total).toBeLessThan(3_000)
    expect(data.notIndexed.places).toBeGreaterThan(1_000)
    expect((await rig.call('/v1/operator/pages/indexed')).body.code).toBe('not_signed_in')
    const ana = (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: 'ana@primp.test', password: 'primp-sample-1' },
      })
    ).body.data.token
    expect((await rig.call('/v1/operator/pages/indexed', { bearer: ana })).body.code).toBe('not_yours')
  })

  // Reads every list, so it is part of the full run only.
  if (process.env['PROVE'])
    test('every place, occasion and artist is in a list, and the list index names every list', async () => {
      const { lists } = (await rig.call('/v1/seo/places')).body.data as {
        lists: { parts: { link: string; count: number }[] }[]
      }
      const named = new Set<string>()
      for (const { link, count } of lists.flatMap((list) => list.parts)) {
        const [, , , country, category, number] = link.split('/')
        const { places } = (await rig.call(`/v1/seo/places/${country}/${category}/${number}`)).body.data as {
          places: { link: string; events: { link: string }[] }[]
        }
        expect(places.length).toBe(count)
        for (const place of places)
          for (const path of [place.link, ...place.events.map((event) => event.link)]) named.add(path)
      }
      for (const { kind, part: number } of await parts())
        if (kind === 'places') for (const { path } of await part('places', number)) expect(named.has(path)).toBe(true)
      const artists = new Set<string>()
      for (const list of (await rig.call('/v1/seo/artists')).body.data.lists as { parts: { link: string }[] }[]) {
        for (const { link } of list.parts)
          for (const { slug } of (await rig.call(link.replace('/content/', '/v1/seo/'))).body.data.artists)
            artists.add(`/@/${slug}`)
      }
      expect(new Set((await part('artists', 1)).map(({ path }) => path))).toEqual(artists)
      expect((await rig.call('/v1/seo/places/gb/nails/9999')).status).toBe(404)
      expect((await rig.call('/v1/seo/artists/gb/9999')).status).toBe(404)
    }, 60_000)
})

describe('Pairs of landing pages', () => {
  test('two pages never share title, description, introduction or questions', async ({ signal }) => {
    // Page texts do not depend on the engine, so only one engine reads all of them.
    const each = process.env['PROVE'] && testEngine() === 'postgres' ? 1 : 12
    const paths = (await part('places', 1)).filter((_, i) => i % each === 0).map(({ path }) => path)
    const said = new Map<string, string>()
    for (const path of paths) {
      signal.throwIfAborted()
      const page = await seoPage(path)
      const texts = {
        seoTitle: page.seoTitle,
        description: page.seoDescription,
        intro: page.intro,
        // An occasion has one question, which is the same in every place.
        ...(page.type === 'city'
          ? { questions: JSON.stringify(page.faqs.map(({ question, answer }) => [question, answer])) }
          : {}),
      }
      for (const [part, text] of Object.entries(texts)) {
        expect([path, part, text.length > 20]).toEqual([path, part, true])
        expect([path, part, said.get(`${part} ${text}`)]).toEqual([path, part, undefined])
        said.set(`${part} ${text}`, path)
      }
    }
    expect(said.size).toBeGreaterThan(150)
  }, 1_800_000)

  test('two places of one name in one country have two addresses; the larger place has the plain one', async () => {
    const rows = await rig.database.db
      .selectFrom('place')
      .select(['address', 'label', 'population'])
      .where('country_code', '=', 'US')
      .where('name', '=', 'Richmond')
      .where('kind', '<>', 'postcode')
      .orderBy('population', 'desc')
      .execute()
    expect(rows.slice(0, 3).map(({ address, label }) => [address, label])).toEqual([
      ['richmond', 'Richmond'],
      ['richmond-california', 'Richmond, California'],
      ['richmond-indiana', 'Richmond, Indiana'],
    ])
    const [virginia, california] = [
      await seoPage('/us/makeup-hair-styling/richmond'),
      await seoPage('/us/makeup-hair-styling/richmond-california'),
    ]
    expect([virginia.center.lng > -80, california.center.lng < -120]).toEqual([true, true])
    const all = await rig.database.db
      .selectFrom('place')
      .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('label').distinct().as('labels')])
      .where('kind', '<>', 'postcode')
      .executeTakeFirstOrThrow()
    expect(all.labels).toBe(all.all)
  })
})

describe('Landing page of a small town', () => {
  const link = '/gb/makeup-hair-styling/lerwick'
  const own = () => createJobContext(rig, 'test')
  const clear = async () => {
    await clearTestTown(rig)
    await rig.database.db.deleteFrom('lead_cell').execute()
    await rig.database.db.deleteFrom('trade_cell').execute()
    await refreshPlaces(own())
  }
  beforeEach(clear)
  afterAll(clear)

  const review = (provider_id: string, score: number, more: { cell?: number } = {}) =>
    rig.database.db
      .insertInto('review')
      .values({
        provider_id,
        author: 'Isla T.',
        category_id: 1,
        event: 'Wedding',
        score,
        comments: 'She came over on the early ferry and all four of us were ready before the piper was.',
        created_at: new Date('2026-11-18T10:00:00Z'),
        ...more,
      })
      .returning(['id', 'cell'])
      .executeTakeFirstOrThrow()

  test('without artists the page names the nearest city and is not indexed or in the sitemap', async () => {
    const page = await seoPage(link)
    expect(page).toMatchObject({
      title: 'Find Hair And Makeup Artists Near Lerwick',
      indexed: false,
      artists: 0,
      faqs: [],
      occasion: null,
    })
    expect(page.nearest?.city).toBeTruthy()
    const lists = (await parts()).filter(({ kind }) => kind === 'places')
    for (const { part: number } of lists)
      expect((await part('places', number)).some(({ path }) => path === link)).toBe(false)
  })

  test('the page is indexed from the third resident on, and no longer without one of them', async () => {
    const artists: { id: string }[] = []
    for (const slug of ['page-of-one', 'page-of-two', 'page-of-three']) {
      artists.push(await createTestProvider(rig, { slug }))
      await refreshPlaces(own())
      expect([slug, (await seoPage(link)).indexed]).toEqual([slug, slug === 'page-of-three'])
    }
    expect((await part('places', 1)).map(({ path }) => path)).toContain(link)
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'paused' })
      .where('id', '=', artists[0]?.id ?? '')
      .execute()
    await refreshPlaces(own())
    expect((await seoPage(link)).indexed).toBe(false)
    expect((await part('places', 1)).map(({ path }) => path)).not.toContain(link)
  })

  test('bookings, prices and reviews from the place count instead of residents', async () => {
    await createTestProvider(rig, { slug: 'page-of-work' })
    await refreshPlaces(own())
    const set = (figures: { bookings: number; quotes: number; reviews: number }) =>
      rig.database.db
        .updateTable('place_page')
        .set(figures)
        .where('category_id', '=', 1)
        .where('place_id', 'in', (select) => select.selectFrom('place').select('id').where('address', '=', 'lerwick'))
        .execute()
    await set({ bookings: 10, quotes: 5, reviews: 5 })
    await refreshHomes(own())
    expect((await seoPage(link)).indexed).toBe(true)
    // Counted again: nothing has been booked here.
    await refreshTrade(own())
    expect((await seoPage(link)).indexed).toBe(false)
  })

  test('the date of a page changes with its content, not with every write to an artist', async () => {
    const artists: { id: string }[] = []
    for (const slug of ['page-of-one', 'page-of-two', 'page-of-three'])
      artists.push(await createTestProvider(rig, { slug }))
    await refreshPlaces(own())
    // Without the other pages, whose comparison takes a minute.
    await rig.database.db
      .updateTable('place_page')
      .set({ is_indexed: false })
      .where('place_id', 'not in', (select) => select.selectFrom('place').select('id').where('address', '=', 'lerwick'))
      .execute()
    const at = (now: string) => ({ ...own(), now: new Date(now) })
    const day = async () => (await part('places', 1)).find(({ path }) => path === link)?.updatedAt
    await comparePages(at('2030-01-01T12:00:00Z'))
    const before = await day()
    expect(before).not.toBe('2030-01-05')
    const change = (columns: object) =>
      rig.database.db
        .updateTable('provider')
        .set(columns)
        .where('id', '=', artists[0]?.id ?? '')
        .execute()
    await change({ buffer_minutes: 45 })
    await comparePages(at('2030-01-05T12:00:00Z'))
    expect(await day()).toBe(before)
    await change({ bio: 'I have moved my chair to the window, where the light is.' })
    await comparePages(at('2030-01-09T12:00:00Z'))
    expect([await day(), (await seoPage(link)).updatedAt]).toEqual(['2030-01-09', '2030-01-09'])
    await rig.database.db.deleteFrom('page_content').execute()
    await refreshHomes(own())
  })

  test('the page shows a changed price, and is gone from the table without artists', async () => {
    const artist = await createTestProvider(rig, { slug: 'page-of-one', costs: { makeup: 3_400, updo: 3_400 } })
    await refreshPlaces(own())
    const page = await seoPage(link)
    expect(page).toMatchObject({
      indexed: false,
      artists: 1,
      createdAt: '2026-01-01',
      updatedAt: new Date().toISOString().slice(0, 10),
      totalReviewScore: null,
    })
    expect(page.intro).toContain('1 artist takes bookings in Lerwick')
    expect(page.seoTitle).toBe('Hair and makeup artists in Lerwick, from £40 per person · Primp')
    expect(page.faqs.map(({ _id }) => _id)).toEqual(['price', 'near', 'mobile'])
    await rig.database.db
      .updateTable('provider_service')
      .set({ cost_minor: 5_100 })
      .where('provider_id', '=', artist.id)
      .where('service_id', '=', 'makeup')
      .execute()
    expect((await seoPage(link)).providers[0]).toMatchObject({ slug: 'page-of-one', priceFrom: 60, priceOf: 'Makeup' })
    await rig.database.db
      .updateTable('provider_service')
      .set({ cost_minor: 5_100 })
      .where('provider_id', '=', artist.id)
      .execute()
    expect((await seoPage(link)).seoTitle).toContain('from £60')
    expect((await part('places', 1)).length).toBeGreaterThan(0)
    const row = await rig.database.db
      .selectFrom('place_page')
      .innerJoin('place', 'place.id', 'place_page.place_id')
      .select(['artists', 'home'])
      .where('address', '=', 'lerwick')
      .where('category_id', '=', 1)
      .executeTakeFirst()
    expect(row).toEqual({ artists: 1, home: 1 })
    await rig.database.db.updateTable('provider').set({ state: 'paused' }).where('id', '=', artist.id).execute()
    await refreshPlaces(own())
    expect(
      await rig.database.db
        .selectFrom('place_page')
        .innerJoin('place', 'place.id', 'place_page.place_id')
        .select('artists')
        .where('address', '=', 'lerwick')
        .execute(),
    ).toEqual([])
    await rig.database.db.updateTable('provider').set({ state: 'approved' }).where('id', '=', artist.id).execute()
  })

  test('the score is shown from five reviews of bookings in the place on, with quotes of positive reviews', async () => {
    const { id } = await createTestProvider(rig, { slug: 'page-of-reviews' })
    const london = await rig.database.db
      .selectFrom('place')
      .select(['lat', 'lng'])
      .where('country_code', '=', 'GB')
      .where('address', '=', 'london')
      .executeTakeFirstOrThrow()
    for (const score of [5, 4, 5, 5]) await review(id, score)
    await review(id, 1, { cell: Math.floor((london.lat + 90) * 10) * 3600 + Math.floor((london.lng + 180) * 10) })
    expect((await seoPage(link)).totalReviewScore).toBeNull()
    const fifth = await review(id, 2)
    const page = await seoPage(link)
    expect([page.totalReviewCount, page.totalReviewScore]).toEqual([5, 4.2])
    expect(page.seoDescription).toContain('rated 4.2 from 5 reviews')
    expect(page.customerReviews.map(({ customerName }) => customerName)).toEqual(['Isla T., wedding in Lerwick'])
    await rig.database.db.updateTable('review').set({ hidden_at: new Date() }).where('id', '=', fifth.id).execute()
    expect((await seoPage(link)).totalReviewScore).toBeNull()
    await rig.database.db.deleteFrom('review').where('provider_id', '=', id).execute()
    const left = await rig.database.db
      .selectFrom('review_cell')
      .select('reviews')
      .where('cell', '=', fifth.cell)
      .executeTakeFirst()
    expect(left?.reviews ?? 0).toBe(0)
  })

  test('the lead time is shown from ten bookings on, and the price range from five quotes on', async () => {
    await createTestProvider(rig, { slug: 'page-of-weeks' })
    const at = await rig.database.db
      .selectFrom('provider_match')
      .innerJoin('provider', 'provider.id', 'provider_match.provider_id')
      .select('cell')
      .where('slug', '=', 'page-of-weeks')
      .executeTakeFirstOrThrow()
    const area = { cell: at.cell, country_code: 'GB', category_id: 1 }
    await rig.database.db
      .insertInto('lead_cell')
      .values([
        { ...area, weeks: 2, bookings: 4 },
        { ...area, weeks: 9, bookings: 5 },
      ])
      .execute()
    await rig.database.db
      .insertInto('trade_cell')
      .values({ ...area, quotes: 4, least_minor: 8_000, most_minor: 22_000 })
      .execute()
    expect((await seoPage(link)).faqs.some(({ _id }) => _id === 'ahead')).toBe(false)
    expect((await seoPage(link)).offers).toBeNull()
    await rig.database.db
      .insertInto('lead_cell')
      .values({ ...area, weeks: 20, bookings: 1 })
      .execute()
    await rig.database.db.updateTable('trade_cell').set({ quotes: 5 }).where('cell', '=', at.cell).execute()
    const page = await seoPage(link)
    expect(page.faqs.find(({ _id }) => _id === 'ahead')?.answer).toBe(
      'Half of all bookings here are made at least 9 weeks ahead. Summer Saturdays are booked first.',
    )
    expect(page.offers).toEqual({ count: 5, minPrice: 80, maxPrice: 220, currency: 'GBP' })
    // Recomputed from real quotes instead of the rows above.
    await refreshTrade(own())
    expect((await seoPage(link)).offers).not.toMatchObject({ minPrice: 80, maxPrice: 220 })
  })

  test('an occasion has its own text, questions and links in every category', async () => {
    await createTestProvider(rig, {
      slug: 'page-of-nails',
      costs: { makeup: 3_400, updo: 3_400, 'gel-manicure': 2_550 },
    })
    await refreshPlaces(own())
    const wedding = await seoPage(`${link}/wedding`)
    expect(wedding).toMatchObject({ title: 'Wedding hair and makeup in Lerwick', type: 'event', basePath: link })
    expect(wedding.occasion).toMatchObject({
      action: 'See who is free',
      trial: 'Want a trial first? If your artist offers one, you can add it when you book.',
    })
    expect(wedding.faqs.map(({ question }) => question)).toEqual(['Who should go first?'])
    expect(wedding.occasion?.how).toMatch(/bride/)
    expect(wedding.events[0]).toEqual({ label: 'Every occasion', link })
    expect(wedding.categories).toEqual([{ label: 'Nails', link: '/gb/nails/lerwick' }])
    const nails = await seoPage('/gb/nails/lerwick/prom')
    expect(nails.title).toBe('Nails for prom in Lerwick')
    expect(nails.events.every((event) => event.link.startsWith('/gb/nails/lerwick'))).toBe(true)
    expect(nails.faqs[0]).toMatchObject({
      question: 'How much does a nail artist cost in Lerwick?',
      answer: 'From £30 per person.',
    })
  })
})
