import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TAKEN_KEYS_PATH } from '#contract/reviews/taken.ts'
import { actingAs, newAddress, newKey, settleOwn } from '#server/bookings/small-bookings.ts'
import { ownContext } from '#server/platform/jobs.ts'
import { abandon } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { bringReviews } from './bring-reviews.ts'
import { importTaken } from './import-taken.ts'
import { newReviewsKey } from './reviews-key.ts'

let rig: TestRig
let site: Server | undefined
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await abandon(rig)
})
afterAll(async () => {
  site?.close()
  rig.at(testNow)
  await abandon(rig)
})

const anyone = (path: string, body?: unknown) =>
  rig.call(path, { method: body ? 'POST' : 'GET', ...(body ? { body } : {}), address: newAddress() })
const check = async (file: unknown) => (await anyone('/v1/signed-reviews/check', { file })).body.data
const keysHere = async () => (await rig.call(TAKEN_KEYS_PATH, { address: newAddress() })).body.keys
const db = () => rig.database.db

/** An artist with three reviews, one of which is hidden and one without words. */
async function reviewed(slug: string) {
  const artist = await settleOwn(rig, { slug })
  const of = { provider_id: artist.id, author: 'Leila M.', event: 'Wedding', created_at: testNow }
  await db()
    .insertInto('review')
    .values([
      { ...of, score: 5, comments: 'She stayed calm while it rained on all of us.' },
      { ...of, score: 4, comments: '' },
      { ...of, score: 1, comments: 'Not shown', hidden_at: testNow },
    ])
    .execute()
  const own = await actingAs(rig, artist.accountId)
  return { artist, own, taken: (await own('/v1/providers/me/signed-reviews')).body.data }
}

/** The same artist on another site: an account there with the address that theirs has here. */
async function alsoAt(artist: { accountId: string }, slug: string) {
  const there = await settleOwn(rig, { slug })
  const address = (id: string, email: string) =>
    db().updateTable('account').set({ email }).where('id', '=', id).execute()
  const { email } = await db()
    .selectFrom('account')
    .select('email')
    .where('id', '=', artist.accountId)
    .executeTakeFirstOrThrow()
  await address(artist.accountId, `${newKey()}@mail.example`)
  await address(there.accountId, email)
  const ctx = { ...ownContext(rig, 'test'), env: { ...rig.env, publicUrl: 'https://other.example' } }
  return { there, ctx }
}

test('an artist takes what is public of them, signed; anybody checks it, and one letter changed is found', async () => {
  const { taken, artist } = await reviewed('takes-along')
  const { statement } = taken
  expect(statement).toMatchObject({
    issuer: rig.env.publicUrl,
    checkedAt: `${rig.env.publicUrl}/signed-reviews`,
    artist: { slug: 'takes-along' },
    score: { average: 4.5, reviews: 2 },
  })
  expect(statement.artist.services[0]).toMatchObject({ currency: 'GBP', price: expect.any(Number) })
  expect(statement.reviews.map(({ score }: { score: number }) => score).toSorted()).toEqual([4, 5])
  const { email } = await db()
    .selectFrom('account')
    .select('email')
    .where('id', '=', artist.accountId)
    .executeTakeFirstOrThrow()
  for (const kept of ['Not shown', email]) expect(JSON.stringify(taken)).not.toContain(kept)
  expect(await check(taken)).toMatchObject({
    outcome: 'ours',
    taken: { slug: 'takes-along', reviews: 2, average: 4.5 },
  })
  const better = structuredClone(taken)
  better.statement.reviews.find(({ score }: { score: number }) => score === 4).score = 5
  for (const changed of [better, { ...taken, statement: { ...statement, prize: 'Best of all' } }])
    expect(await check(changed)).toEqual({ outcome: 'changed', taken: null })
  const other = { ...taken, statement: { ...statement, issuer: 'https://other.example' } }
  expect(await check(other)).toMatchObject({ outcome: 'elsewhere', taken: { issuer: 'https://other.example' } })
  for (const file of [null, 'no', { statement: 1 }, []]) expect((await check(file)).outcome).toBe('unreadable')
  const [key] = await keysHere()
  expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' })
  expect(key.d).toBeUndefined()
})

test('is nobody else’s to take, nor of a profile that is not public', async () => {
  const { artist, own } = await reviewed('not-theirs')
  expect((await anyone('/v1/providers/me/signed-reviews')).body.code).toBe('not_signed_in')
  const ana = await db()
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'ana@primp.test')
    .executeTakeFirstOrThrow()
  expect((await (await actingAs(rig, ana.id))('/v1/providers/me/signed-reviews')).body.code).toBe('not_yours')
  await db().updateTable('provider').set({ state: 'draft' }).where('id', '=', artist.id).execute()
  expect((await own('/v1/providers/me/signed-reviews')).body.code).toBe('not_live')
})

test('another site takes it over as work done elsewhere: each once, marked, in no score', async () => {
  const { artist, taken } = await reviewed('moves-house')
  const { there, ctx } = await alsoAt(artist, 'moved-here')
  const keys = await keysHere()
  const over = { file: taken, slug: 'moved-here', keys }
  expect(await importTaken(ctx, over)).toEqual({ added: 1, of: 1 })
  expect(await importTaken(ctx, over)).toEqual({ added: 0, of: 1 })
  const { reviews } = (await anyone('/v1/outside-reviews/of/moved-here')).body.data
  expect(reviews).toMatchObject([{ name: 'Leila M.', work: 'Wedding', source: new URL(rig.env.publicUrl).host }])
  const figures = await db()
    .selectFrom('provider')
    .select(['review_count', 'review_sum'])
    .where('id', '=', there.id)
    .executeTakeFirstOrThrow()
  expect(figures).toEqual({ review_count: 0, review_sum: 0 })
  // What is brought along takes nobody's place among those who may be asked.
  const own = await actingAs(rig, there.accountId)
  expect((await own('/v1/providers/me/outside-reviews')).body.data).toEqual({ invitations: [], left: 10 })
  // The database alone would not let it stand unwritten.
  await expect(
    db()
      .updateTable('outside_review')
      .set({ written_at: null, comments: '' })
      .where('provider_id', '=', there.id)
      .execute(),
  ).rejects.toThrow('what_is_brought_is_written')
})

test('takes over nothing that was changed, signed by somebody else, made for somebody else or stands here already', async () => {
  const { artist, taken } = await reviewed('stays-put')
  const stranger = await settleOwn(rig, { slug: 'a-stranger' })
  const { there, ctx } = await alsoAt(artist, 'same-person')
  const keys = await keysHere()
  const over = { file: taken, slug: 'same-person', keys }
  const changed = structuredClone(taken)
  changed.statement.reviews[0].comments = 'Better'
  await expect(importTaken(ctx, { ...over, file: changed })).rejects.toThrow(/not signed/)
  await expect(importTaken(ctx, { ...over, keys: [await newReviewsKey()] })).rejects.toThrow(/not signed/)
  await expect(importTaken(ctx, { ...over, file: { reviews: [] } })).rejects.toThrow(/no file/)
  await expect(importTaken(ctx, { ...over, slug: 'no-such' })).rejects.toThrow(/No artist/)
  await expect(importTaken(ctx, { ...over, slug: 'a-stranger' })).rejects.toThrow(/somebody with another mail address/)
  await expect(importTaken(ownContext(rig, 'test'), over)).rejects.toThrow(/stand here already/)
  await db().updateTable('account').set({ email_verified_at: null }).where('id', '=', there.accountId).execute()
  await expect(importTaken(ctx, over)).rejects.toThrow(/somebody with another mail address/)
  const rows = await db()
    .selectFrom('outside_review')
    .select('id')
    .where('provider_id', 'in', [there.id, stranger.id])
    .execute()
  expect(rows).toEqual([])
})

test('asks the site that it names for its keys, and takes no other’s word', async () => {
  const keys = await keysHere()
  const asked: string[] = []
  const made = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  site = made
  const url = await new Promise<string>((done) =>
    made.listen(0, 'localhost', () => done(`http://localhost:${(made.address() as AddressInfo).port}`)),
  )
  const before = rig.env.publicUrl
  rig.env.publicUrl = url
  try {
    const { artist, taken } = await reviewed('asked-there')
    const { ctx } = await alsoAt(artist, 'asked-here')
    expect(await bringReviews(ctx, taken, 'asked-here')).toEqual({ added: 1, of: 1, site: new URL(url).host })
    expect(asked).toEqual([TAKEN_KEYS_PATH])
    const at = (issuer: string) => ({ ...taken, statement: { ...taken.statement, issuer } })
    await expect(bringReviews(ctx, at('http://other.example'), 'asked-here')).rejects.toThrow('https://')
    await expect(bringReviews(ctx, null, 'asked-here')).rejects.toThrow(/no file/)
  } finally {
    rig.env.publicUrl = before
  }
})
