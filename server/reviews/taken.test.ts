import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TAKEN_KEYS_PATH } from '#contract/reviews/review-export.ts'
import { createTestAddress, createTestClient } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import {
  createProviderOnOtherSite,
  createReviewedProvider,
  getReviewKeys,
  importReviews,
  runTestSite,
} from '#server/testing/review-imports.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { fetchAndImportReviews } from './imported-reviews.ts'
import { createReviewsKey } from './exported-reviews.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const anyone = (path: string, body?: unknown) =>
  rig.call(path, { method: body ? 'POST' : 'GET', ...(body ? { body } : {}), address: createTestAddress() })
const check = async (file: unknown) => (await anyone('/v1/signed-reviews/check', { file })).body.data
const db = () => rig.database.db

test('an artist exports a signed file of public data; anyone can verify it, and one changed letter is detected', async () => {
  const { taken, artist } = await createReviewedProvider(rig, 'takes-along')
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
  for (const review of better.statement.reviews) review.score = 5
  for (const changed of [better, { ...taken, statement: { ...statement, prize: 'Best of all' } }])
    expect(await check(changed)).toEqual({ outcome: 'changed', taken: null })
  const other = { ...taken, statement: { ...statement, issuer: 'https://other.example' } }
  expect(await check(other)).toMatchObject({ outcome: 'elsewhere', taken: { issuer: 'https://other.example' } })
  for (const file of [null, 'no', { statement: 1 }, []]) expect((await check(file)).outcome).toBe('unreadable')
  const [key] = await getReviewKeys(rig)
  expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' })
  expect(key.d).toBeUndefined()
})

test('only the artist can export the file, and only of a public profile', async () => {
  const { artist, own } = await createReviewedProvider(rig, 'not-theirs')
  expect((await anyone('/v1/providers/me/signed-reviews')).body.code).toBe('not_signed_in')
  const ana = await db()
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'ana@primp.test')
    .executeTakeFirstOrThrow()
  expect((await (await createTestClient(rig, ana.id))('/v1/providers/me/signed-reviews')).body.code).toBe('not_yours')
  await db().updateTable('provider').set({ state: 'draft' }).where('id', '=', artist.id).execute()
  expect((await own('/v1/providers/me/signed-reviews')).body.code).toBe('not_live')
})

test('another site imports the reviews as work done elsewhere: each review once, marked, without scores', async () => {
  const { artist, taken } = await createReviewedProvider(rig, 'moves-house')
  const { there, ctx } = await createProviderOnOtherSite(rig, artist, 'moved-here')
  const keys = await getReviewKeys(rig)
  const host = new URL(rig.env.publicUrl).host
  const says = (added: number) =>
    `${added} of 1 reviews were added as work done elsewhere, signed by ${host}. Skipped 1 without text, with contact details or older than the newest 500.`
  expect(await importReviews(ctx, taken, 'moved-here', keys)).toContain(says(1))
  expect(await importReviews(ctx, taken, 'moved-here', keys)).toContain(says(0))
  const { reviews } = (await anyone('/v1/outside-reviews/of/moved-here')).body.data
  expect(reviews).toMatchObject([{ name: 'Leila M.', work: 'Wedding', source: new URL(rig.env.publicUrl).host }])
  const figures = await db()
    .selectFrom('provider')
    .select(['review_count', 'review_sum'])
    .where('id', '=', there.id)
    .executeTakeFirstOrThrow()
  expect(figures).toEqual({ review_count: 0, review_sum: 0 })
  // Imported reviews do not count towards the limit of requests.
  const own = await createTestClient(rig, there.accountId)
  expect((await own('/v1/providers/me/outside-reviews')).body.data).toEqual({ invitations: [], left: 10 })
  await expect(
    db()
      .updateTable('outside_review')
      .set({ written_at: null, comments: '' })
      .where('provider_id', '=', there.id)
      .execute(),
  ).rejects.toThrow('what_is_brought_is_written')
})

test('a changed file, one with another signature or owner, and one of this site are refused', async () => {
  const { artist, taken } = await createReviewedProvider(rig, 'stays-put')
  const stranger = await createTestProviderWithAccount(rig, { slug: 'a-stranger' })
  const { there, ctx } = await createProviderOnOtherSite(rig, artist, 'same-person')
  const keys = await getReviewKeys(rig)
  const over = (change: { file?: unknown; slug?: string; by?: typeof keys } = {}, on = ctx) =>
    importReviews(on, change.file ?? taken, change.slug ?? 'same-person', change.by ?? keys)
  const changed = structuredClone(taken)
  for (const review of changed.statement.reviews) review.comments = 'Better'
  await expect(over({ file: changed })).rejects.toThrow(/signature of this file is invalid/)
  await expect(over({ by: [await createReviewsKey()] })).rejects.toThrow(/signature of this file is invalid/)
  await expect(over({ file: { reviews: [] } })).rejects.toThrow(/not a signed export/)
  await expect(over({ slug: 'no-such' })).rejects.toThrow(/No artist/)
  await expect(over({ slug: 'a-stranger' })).rejects.toThrow(/another email address/)
  await expect(over({}, createJobContext(rig, 'test'))).rejects.toThrow(/comes from this site/)
  await db().updateTable('account').set({ email_verified_at: null }).where('id', '=', there.accountId).execute()
  await expect(over()).rejects.toThrow(/another email address/)
  const rows = await db()
    .selectFrom('outside_review')
    .select('id')
    .where('provider_id', 'in', [there.id, stranger.id])
    .execute()
  expect(rows).toEqual([])
})

test('the keys are requested only from the site that the file names', async () => {
  await runTestSite(rig, {}, async ({ url, asked }) => {
    const { artist, taken } = await createReviewedProvider(rig, 'asked-there')
    const { ctx } = await createProviderOnOtherSite(rig, artist, 'asked-here')
    const lines: string[] = []
    const bring = (file: unknown) => fetchAndImportReviews(ctx, file, 'asked-here', (line) => lines.push(line))
    await bring(taken)
    expect(lines[0]).toBe(`Fetching the signing keys of ${url}.`)
    expect(lines.at(-1)).toMatch(/^1 of 1 reviews were added/)
    expect(asked).toEqual([TAKEN_KEYS_PATH])
    const at = (issuer: string) => ({ ...taken, statement: { ...taken.statement, issuer } })
    for (const issuer of ['http://other.example', 'ftp://localhost'])
      await expect(bring(at(issuer))).rejects.toThrow('https://')
    await expect(bring(null)).rejects.toThrow(/not a signed export/)
  })
})

test('keys from a redirect and oversized answers are refused', async () => {
  const elsewhere: RequestListener = (_, response) => void response.writeHead(302, { location: '/keys' }).end()
  const endless: RequestListener = (_, response) => void response.end(Buffer.alloc(70_000, ' '))
  for (const [answer, why] of [
    [elsewhere, 'it redirects'],
    [endless, 'it is too large'],
  ] as const)
    await runTestSite(rig, { [TAKEN_KEYS_PATH]: answer }, async ({ url }) => {
      const file = { statement: { issuer: url } }
      const asked = fetchAndImportReviews(createJobContext(rig, 'test'), file, 'nobody', () => {})
      await expect(asked).rejects.toThrow(`could not be fetched: ${why}`)
    })
})
