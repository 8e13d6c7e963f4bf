import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outsideLimits } from '#contract/reviews/outside.ts'
import { createTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { deleteTestMails, getLastMail } from '#server/testing/requests.ts'
import { groupOf } from '#server/notifications/index.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const clear = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
}
beforeEach(clear)
afterAll(clear)

const DAY_MS = 86_400_000
const said = {
  name: 'Ngozi',
  work: 'Wedding in Leeds, 2024',
  comments: 'She stayed calm while it rained on all of us.',
}
type Artist = Awaited<ReturnType<typeof createTestProviderWithAccount>>
const path = '/v1/providers/me/outside-reviews'
let people = 0
const address = () => `guest-${process.pid}-${++people}@ask.example`
const invite = async ({ accountId }: Artist, email: string, more: object = {}) =>
  (await createTestClient(rig, accountId))(path, 'POST', { name: said.name, work: said.work, email, ...more })
const keyIn = async (email: string) =>
  (await getLastMail(rig, email, 'review.invite.outside'))?.body.match(/\/praise\/([\w-]{40})/)?.[1] ?? ''
const anyone = (call: string, method = 'GET', body?: object) =>
  rig.call(call, { method, ...(body ? { body } : {}), address: createTestAddress() })
const write = (key: string, more: object = {}) => anyone(`/v1/outside-reviews/${key}`, 'POST', { ...said, ...more })
const shownOf = async (slug: string) => (await anyone(`/v1/outside-reviews/of/${slug}`)).body.data.reviews
async function praised(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const email = address()
  expect((await invite(artist, email)).status).toBe(200)
  const key = await keyIn(email)
  expect((await write(key)).status).toBe(200)
  return { artist, email, key }
}

describe('Asking for comments on work done elsewhere', () => {
  test('an artist can ask an address once; it is stored as a hash, and its owner can opt out', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'asks-once' })
    const email = address()
    expect((await invite(artist, email)).body.data.invitation).toMatchObject({ name: 'Ngozi', state: 'waiting' })
    expect((await invite(artist, ` ${email.toUpperCase()} `)).body.code).toBe('already_invited')
    const mail = await getLastMail(rig, email, 'review.invite.outside')
    expect(mail?.body).toContain('Wedding in Leeds, 2024')
    expect(groupOf('review.invite.outside')).toBe('reviews')
    const row = await rig.database.db
      .selectFrom('outside_review')
      .selectAll()
      .where('provider_id', '=', artist.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('guest-')
  })

  test('a request is refused to one’s own address, with contact details, above the daily limit, or if a person got too many', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'asks-many' })
    const { email: own } = await rig.database.db
      .selectFrom('account')
      .select('email')
      .where('id', '=', artist.accountId)
      .executeTakeFirstOrThrow()
    expect((await invite(artist, own)).body.code).toBe('own_profile')
    for (const more of [{ work: 'Call 07700 900123' }, { name: 'See www.elsewhere.example' }])
      expect((await invite(artist, address(), more)).body.code, JSON.stringify(more)).toBe('contact_details')
    for (let i = 0; i < outsideLimits.aDay; i++) expect((await invite(artist, address())).status).toBe(200)
    expect((await invite(artist, address())).body.code).toBe('too_many_invitations')
    const list = await (await createTestClient(rig, artist.accountId))(path)
    expect(list.body.data).toMatchObject({ left: 0 })
    expect(list.body.data.invitations).toHaveLength(outsideLimits.aDay)

    const wanted = address()
    for (let i = 0; i <= outsideLimits.ofAddress; i++)
      expect((await invite(await createTestProviderWithAccount(rig, { slug: `one-of-${i}` }), wanted)).status).toBe(200)
    const mails = await rig.database.db
      .selectFrom('outbox')
      .select('id')
      .where('address', '=', wanted)
      .where('kind', '=', 'review.invite.outside')
      .execute()
    expect(mails).toHaveLength(outsideLimits.ofAddress)
  })

  test('only artists can ask, and each sees their own requests', async () => {
    const { artist } = await praised('sees-own')
    const other = await createTestProviderWithAccount(rig, { slug: 'sees-nothing' })
    expect((await (await createTestClient(rig, other.accountId))(path)).body.data.invitations).toEqual([])
    expect((await (await createTestClient(rig, artist.accountId))(path)).body.data.invitations).toMatchObject([
      { state: 'shown' },
    ])
    expect((await anyone(path)).body.code).toBe('not_signed_in')
    const ana = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
    expect((await ana(path)).body.code).toBe('not_yours')
    expect((await ana(path, 'POST', { ...said, email: address() })).body.code).toBe('not_yours')
  })
})

describe('Writing a comment on work done elsewhere', () => {
  test('the emailed link works once for ninety days, and not for the artist', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'written-of' })
    const [first, late] = [address(), address()]
    await invite(artist, first)
    await invite(artist, late)
    const key = await keyIn(first)
    expect((await anyone(`/v1/outside-reviews/${key}`)).body.data).toMatchObject({
      artist: { slug: 'written-of' },
      state: 'open',
      work: said.work,
    })
    expect((await write(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).body.code).toBe('not_found')
    expect((await write(key, { comments: 'Good' })).body.code).toBe('invalid_input')
    expect((await write(key, { comments: 'Write to me at ngozi@mail.example please' })).body.code).toBe(
      'contact_details',
    )
    const herself = await createTestClient(rig, artist.accountId)
    expect((await herself(`/v1/outside-reviews/${key}`, 'POST', said)).body.code).toBe('own_profile')
    expect((await write(key)).body.data).toMatchObject({ state: 'written' })
    expect((await write(key)).body.code).toBe('state_changed')
    expect(await shownOf('written-of')).toMatchObject([said])
    const lateKey = await keyIn(late)
    rig.at(new Date(testNow.getTime() + 91 * DAY_MS))
    expect((await write(lateKey)).body.code).toBe('review_closed')
    rig.at(testNow)
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', artist.id)
      .execute()
    expect((await anyone(`/v1/outside-reviews/${lateKey}`)).body.code).toBe('not_found')
    expect((await anyone('/v1/outside-reviews/of/written-of')).body.code).toBe('not_found')
  })

  test('of two concurrent submissions one is saved', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'twice-at-once' })
    const email = address()
    await invite(artist, email)
    const key = await keyIn(email)
    const codes = (await Promise.all([1, 2, 3].map(() => write(key)))).map(({ body }) => body.code ?? 'done')
    expect(codes.toSorted()).toEqual(['done', 'state_changed', 'state_changed'])
  })
})

test('a comment does not count in score, count, histogram or ranking', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'uncounted' })
  const { db } = rig.database
  const search = await createTestVisitor(rig)
  const everything = async () => {
    const row = await db
      .selectFrom('provider_match')
      .select(['review_count', 'review_sum', 'answer_minutes', 'cancelled_percent'])
      .where('provider_id', '=', artist.id)
      .executeTakeFirstOrThrow()
    const counted = await db
      .selectFrom('provider')
      .select(['review_count', 'review_sum'])
      .where('id', '=', artist.id)
      .executeTakeFirstOrThrow()
    const profile = (await anyone('/v1/@/uncounted')).body.data
    const { reviews, total, average, histogram } = (await anyone('/v1/@/uncounted/testimonials')).body.data
    const { offers } = (await search.call(`/v1/quotes/${search.id}`)).body.data
    const { plan: _, ...card } = offers.mobile[0].provider
    const cells = await db.selectFrom('review_cell').select(['cell', 'reviews', 'score_sum']).orderBy('cell').execute()
    const showcase = (await anyone('/v1/seo/reviews')).body.data
    const own = await db
      .selectFrom('review')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('provider_id', '=', artist.id)
      .executeTakeFirstOrThrow()
    return {
      row,
      counted,
      rating: profile?.rating,
      total: profile?.totalReviews,
      testimonials: { reviews, total, average, histogram },
      card,
      cells,
      showcase: showcase && { total: showcase.total, histogram: showcase.histogram },
      own: Number(own.n),
    }
  }
  const before = await everything()
  expect(before.card).toMatchObject({ slug: 'uncounted', rating: null, totalReviews: 0, isNew: true })
  for (let i = 0; i < 3; i++) {
    const email = address()
    await invite(artist, email)
    await write(await keyIn(email))
  }
  expect(await shownOf('uncounted')).toHaveLength(3)
  expect(await everything()).toEqual(before)
})

test('any reader may report a comment, and an operator removes it with a reason', async () => {
  const { artist } = await praised('reported')
  const [{ id }] = await shownOf('reported')
  const report = (reviewId: string) =>
    rig.call(`/v1/outside-reviews/${reviewId}/report`, {
      method: 'POST',
      body: { reason: 'Insults' },
      address: createTestAddress(),
    })
  expect((await report(id)).body.data).toEqual({ reported: true })
  expect((await report(artist.id)).body.code).toBe('not_found')
  const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  const { reports } = (await olu(`/v1/operator/reports?providerId=${artist.id}`)).body.data
  expect(reports).toMatchObject([
    { kind: 'outside', provider: { id: artist.id }, review: { id, author: 'Ngozi', score: null, removed: false } },
  ])
  const settled = await olu(`/v1/operator/reports/${reports[0].id}/settle`, 'POST', {
    act: 'remove',
    reason: 'Made up',
  })
  expect(settled.body.data.report).toMatchObject({ state: 'settled', review: { removed: true } })
  expect(await shownOf('reported')).toEqual([])
  expect((await (await createTestClient(rig, artist.accountId))(path)).body.data.invitations).toMatchObject([
    { state: 'removed' },
  ])
  expect((await report(id)).body.code).toBe('not_found')
})
