import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { alikeFrom, computeLikeness } from '#contract/looks/likeness.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import { createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  testCustomer,
} from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

type Search = Awaited<ReturnType<typeof createTestSearch>>
// biome-ignore lint/suspicious/noExplicitAny: the page as it comes over the wire.
type Any = any
const look = { tags: ['hair-coily', 'skin-deep'] as LookTag[], freeOf: ['free-of-latex'] }
const call = (path: string, method = 'GET', body?: unknown, cookie?: string) =>
  rig.call(path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(cookie ? { cookie } : {}),
    address: createTestAddress(),
  })
const save = (search: Search, body: unknown = look) => call(`/v1/quotes/${search.id}/look`, 'PUT', body, search.cookie)
const cardsOf = (page: Any): Any[] => [...page.profiles.mobile, ...page.offers.mobile.map((o: Any) => o.provider)]
const read = async (search: Search, more = '') =>
  (await call(`/v1/quotes/${search.id}${more}`, 'GET', undefined, search.cookie)).body.data

async function works(providerId: string, ...tagged: LookTag[][]): Promise<string[]> {
  const { db } = rig.database
  const { id } = await db
    .insertInto('album')
    .values({ provider_id: providerId, title: 'Work', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('media')
    .values(
      tagged.map((tags, position) => ({
        provider_id: providerId,
        album_id: id,
        position,
        alt: 'Work',
        file: '/x',
        tags,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => String(row.id))
}
const reviewed = (providerId: string, hair_tags: LookTag[], hidden_at: Date | null = null) =>
  rig.database.db
    .insertInto('review')
    .values({
      provider_id: providerId,
      author: 'Ida',
      score: 5,
      comments: '',
      created_at: testNow,
      hair_tags,
      hidden_at,
    })
    .execute()

describe('Look in mind', () => {
  test('a look is saved with the search as a whole, and nobody else can read it', async () => {
    const search = await createTestSearch(rig)
    expect((await call(`/v1/quotes/${search.id}/look`, 'GET', undefined, search.cookie)).body.data).toEqual({
      tags: [],
      freeOf: [],
      pictures: [],
    })
    expect((await save(search)).body.data).toEqual({ ...look, pictures: [] })
    expect((await read(search)).search.look).toEqual(look)
    expect((await save(search, { tags: ['glasses'] })).body.data).toEqual({
      tags: ['glasses'],
      freeOf: [],
      pictures: [],
    })

    const other = await createTestSearch(rig)
    const shared = `/v1/quotes/${search.id}`
    expect((await call(`${shared}/look`, 'GET', undefined, other.cookie)).body.code).toBe('not_yours')
    expect((await call(`${shared}/look`, 'PUT', look, other.cookie)).body.code).toBe('not_yours')
    expect((await call('/v1/quotes/nobodyssearch/look', 'PUT', look, other.cookie)).body.code).toBe('not_found')
    const seen = await call(shared, 'GET', undefined, other.cookie)
    expect(seen.status).toBe(200)
    // As a value: descriptions of pictures may contain the word.
    expect(JSON.stringify(seen.body)).not.toContain('"glasses"')
  })

  test('a look has known tags, each once', async () => {
    const search = await createTestSearch(rig)
    for (const wrong of [
      { tags: ['pretty'] },
      { tags: ['free-of-latex'] },
      { freeOf: ['glasses'] },
      { tags: ['glasses', 'glasses'] },
    ])
      expect((await save(search, wrong)).status).toBe(400)
  })

  test('a new search can contain a look, and an edit without a look keeps it', async () => {
    const first = await createTestSearch(rig, { look })
    expect((await read(first)).search.look).toEqual(look)
    const edited = await createTestSearch(
      rig,
      { previousSearch: first.id, eventDate: '2027-06-13' },
      testCustomer,
      first.cookie,
    )
    expect((await read(edited)).search.look).toEqual(look)
    const emptied = await createTestSearch(
      rig,
      { previousSearch: first.id, look: { tags: [] } },
      testCustomer,
      first.cookie,
    )
    expect((await read(emptied)).search.look).toBeUndefined()
    const others = await createTestSearch(rig, { previousSearch: first.id })
    expect((await read(others)).search.look).toBeUndefined()
  })
})

describe('Cards for a look in mind', () => {
  test('a card shows the artist’s closest work first and counts the matches by the public rule', async () => {
    const nia = await createTestProvider(rig, { slug: 'look-nia' })
    await createTestProvider(rig, { slug: 'look-tor', east: 100 })
    const tagged: LookTag[][] = [
      ['hair-straight', 'skin-light'],
      ['hair-coily'],
      ['hair-coily', 'skin-deep', 'for-wedding'],
      ['hair-coily', 'skin-light'],
      [],
    ]
    const ids = await works(nia.id, ...tagged)
    const search = await createTestSearch(rig, { look: { tags: look.tags } })
    const [card] = cardsOf(await read(search)).filter(({ slug }) => slug === 'look-nia')
    expect(card.look.alike).toBe(tagged.filter((tags) => computeLikeness(look.tags, tags) >= alikeFrom).length)
    expect(card.look).toMatchObject({ alike: 3, shared: look.tags, hair: { pictures: 3, reviews: 0 } })
    // Without a better match, a weaker one comes first and is not counted.
    const straight = await createTestSearch(rig, { look: { tags: ['skin-light', 'glasses', 'mature-skin'] } })
    const [other] = cardsOf(await read(straight)).filter(({ slug }) => slug === 'look-nia')
    expect(other.look).toEqual({ alike: 0, shared: ['skin-light'], hair: null })
    expect(other.coverImg._id).toBe(ids[0])
    expect(card.coverImg._id).toBe(ids[2])
    expect(card.pictures.map(({ _id }: Any) => _id)).toEqual([ids[2], ids[0], ids[1], ids[3], ids[4]])

    const [tor] = cardsOf(await read(search)).filter(({ slug }) => slug === 'look-tor')
    expect(tor).not.toHaveProperty('look')
    const without = await createTestSearch(rig)
    const plain = cardsOf(await read(without))
    expect(plain.map(({ look: has }) => has)).toEqual([undefined, undefined])
    expect(plain[0].coverImg._id).toBe(ids[0])
  })

  test('a look does not change the order of cards', async () => {
    const near = await createTestProvider(rig, { slug: 'look-near' })
    const far = await createTestProvider(rig, { slug: 'look-far', east: 9_000 })
    await works(far.id, look.tags)
    await works(near.id, ['hair-straight'])
    const order = async (more: Record<string, unknown>) =>
      cardsOf(await read(await createTestSearch(rig, more))).map(({ slug, position }) => [slug, position])
    expect(await order({ look: { tags: look.tags } })).toEqual(await order({}))
  })

  test('similar work is read in one statement for all cards, and in none without a look', async () => {
    for (const n of [1, 2, 3])
      await works((await createTestProvider(rig, { slug: `look-${n}`, east: n * 10 })).id, look.tags)
    const prepared = vi.spyOn(rig.database, 'prepared')
    const named = () => prepared.mock.calls.map(([name]) => name).filter((name) => /tagged|proven/.test(name))
    const plain = await createTestSearch(rig)
    const sought = await createTestSearch(rig, { look: { tags: look.tags } })
    prepared.mockClear()
    await read(plain)
    expect(prepared).toHaveBeenCalled()
    expect(named()).toEqual([])
    prepared.mockClear()
    await read(sought)
    expect(named()).toEqual(['search_tagged_work'])
  })
})

describe('Filter for hair like the customer’s', () => {
  test('the filter keeps artists with a picture or visible review of that hair type', async () => {
    const [picture, review, hidden, other] = await Promise.all([
      createTestProvider(rig, { slug: 'hair-picture' }),
      createTestProvider(rig, { slug: 'hair-review', east: 10 }),
      createTestProvider(rig, { slug: 'hair-hidden', east: 20 }),
      createTestProvider(rig, { slug: 'hair-other', east: 30 }),
    ])
    await works(picture.id, ['hair-coily', 'length-long'])
    await works(other.id, ['hair-coily', 'length-short'], ['skin-deep', 'length-long'])
    await reviewed(review.id, ['hair-coily', 'length-long'])
    await reviewed(hidden.id, ['hair-coily', 'length-long'], testNow)
    const search = await createTestSearch(rig, { look: { tags: ['hair-coily', 'length-long', 'skin-deep'] } })
    const page = await read(search, '?filterBy=hair')
    expect(
      cardsOf(page)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(['hair-picture', 'hair-review'])
    expect(page.counts.shown.mobile.fits).toBe(2)
    const proof = new Map(cardsOf(page).map(({ slug, look: { hair } }) => [slug, hair]))
    expect(proof.get('hair-picture')).toEqual({ pictures: 1, reviews: 0 })
    expect(proof.get('hair-review')).toEqual({ pictures: 0, reviews: 1 })
  })

  test('the filter is not offered without a hair type or for another customer’s search', async () => {
    const artist = await createTestProvider(rig, { slug: 'hair-none' })
    await works(artist.id, ['skin-deep'])
    const search = await createTestSearch(rig, { look: { tags: ['skin-deep'] } })
    expect(cardsOf(await read(search, '?filterBy=hair'))).toHaveLength(1)
    const coily = await createTestSearch(rig, { look: { tags: ['hair-coily'] } })
    expect(cardsOf(await read(coily, '?filterBy=hair'))).toHaveLength(0)
    const other = await createTestSearch(rig)
    const seen = await call(`/v1/quotes/${coily.id}?filterBy=hair`, 'GET', undefined, other.cookie)
    expect(cardsOf(seen.body.data)).toHaveLength(1)
  })
})

describe('Look in a request', () => {
  test('the requested artist sees the look unchanged, and no other artist sees it', async () => {
    const asked = await createSignedInProvider(rig, { slug: 'look-asked' })
    const other = await createSignedInProvider(rig, { slug: 'look-other', east: 10 })
    const search = await createTestSearch(rig, { look })
    const { body } = await search.ask('look-asked')
    await confirmRequestsByMail(rig, testCustomer.email)
    const path = `/v1/providers/me/requests/${body.data.requests[0].id}`
    const one = async (bearer: string) => (await rig.call(path, { bearer })).body
    expect((await one(asked.bearer)).data.inMind).toEqual({ ...look, pictures: [] })
    expect((await one(other.bearer)).code).toBe('not_found')
  })
})

describe('Look in a booking', () => {
  test('the booked artist sees the look; the customer’s booking page and other artists do not show it', async () => {
    const booked = await createTestProviderWithAccount(rig, { slug: 'look-booked', notice: 0 })
    const other = await createTestProviderWithAccount(rig, { slug: 'look-not', notice: 0, east: 10 })
    const [theirs, others] = [
      await createTestClient(rig, booked.accountId),
      await createTestClient(rig, other.accountId),
    ]
    const visitor = await createTestVisitor(rig)
    expect((await visitor.call(`/v1/quotes/${visitor.id}/look`, 'PUT', look)).status).toBe(200)
    const appointment = await visitor.book('look-booked')
    expect(appointment.inMind).toBeNull()
    const path = `/v1/providers/appointments/${appointment.id}`
    expect((await theirs(path)).body.data.appointment.inMind).toEqual({ ...look, pictures: [] })
    expect((await others(path)).body.code).toBe('not_found')
    await visitor.call(`/v1/quotes/${visitor.id}/look`, 'PUT', {})
    expect((await theirs(path)).body.data.appointment.inMind).toBeNull()
  })
})

describe('Looks for artists', () => {
  test('‘How you appear’ shows an artist the effect of a look on the card, and how much work has tags', async () => {
    const own = await createSignedInProvider(rig, { slug: 'look-own' })
    const ids = await works(own.id, [], ['hair-coily', 'skin-deep'])
    const appear = (tags?: LookTag[]) =>
      rig.call('/v1/providers/me/appearance', {
        method: 'POST',
        bearer: own.bearer,
        address: createTestAddress(),
        body: {
          location: {
            type: 'Point',
            coordinates: [-1.145, 60.155],
            address: { placeName: 'Lerwick', countryCode: 'GB' },
          },
          eventDate: '2027-06-12',
          finishTime: '13:30',
          services: ['makeup'],
          ...(tags ? { tags } : {}),
        },
      })
    const sought = (await appear(look.tags)).body.data
    expect(sought.work).toEqual({ pictures: 2, tagged: 1 })
    expect(sought.mobile.card.look).toMatchObject({ alike: 1, shared: look.tags })
    expect(sought.mobile.card.coverImg._id).toBe(ids[1])
    const plain = (await appear()).body.data
    expect(plain.mobile.card).not.toHaveProperty('look')
    expect(plain.mobile.position).toBe(sought.mobile.position)
  })
})

describe('Search that starts from an artist’s picture', () => {
  test('such a search starts with the tags and the picture; a hidden picture is not found', async () => {
    const nia = await createTestProvider(rig, { slug: 'work-nia' })
    const [id] = await works(nia.id, ['hair-coily', 'for-wedding'])
    const { body } = await call(`/v1/looks/works/${id}`)
    expect(body.data).toMatchObject({
      picture: { _id: id, alt: 'Work' },
      tags: ['hair-coily', 'for-wedding'],
      artist: { slug: 'work-nia' },
    })
    const search = await createTestSearch(rig, { look: { tags: body.data.tags, work: Number(id) } })
    const kept = await call(`/v1/quotes/${search.id}/look`, 'GET', undefined, search.cookie)
    expect(kept.body.data).toMatchObject({ tags: body.data.tags, pictures: [{ artist: { slug: 'work-nia' } }] })

    await rig.database.db.updateTable('provider').set({ state: 'paused' }).where('id', '=', nia.id).execute()
    expect((await call(`/v1/looks/works/${id}`)).body.code).toBe('not_found')
    const later = await createTestSearch(rig, { look: { tags: ['hair-coily'], work: Number(id) } })
    const without = await call(`/v1/quotes/${later.id}/look`, 'GET', undefined, later.cookie)
    expect(without.body.data).toMatchObject({ tags: ['hair-coily'], pictures: [] })
    expect((await call('/v1/looks/works/2147483647')).body.code).toBe('not_found')
    expect((await call('/v1/looks/works/none')).status).toBe(400)
  })
})
