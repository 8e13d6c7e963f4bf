import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportLine } from '#contract/reviews/profile-import.ts'
import { maxReviewExportBytes } from '#contract/reviews/review-words.ts'
import { TAKEN_KEYS_PATH, type SignedTaken } from '#contract/reviews/review-export.ts'
import { createTestAddress, createTestClient, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import {
  createProviderOnOtherSite,
  createReviewedProvider,
  downloadSignedReviews,
  runTestSite,
} from '#server/testing/review-imports.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.env.IMPORT_SITES = []
  await clearTestTown(rig)
})

const db = () => rig.database.db
const path = '/v1/providers/me/profile-import'
const bio = 'I have painted faces on islands for eleven years, slowly, and in any weather there is.'
type Own = Awaited<ReturnType<typeof createTestClient>>
const preview = async (own: Own, file: unknown) => (await own(`${path}/preview`, 'POST', { file })).body
const run = async (own: Own, file: unknown) => (await own(path, 'POST', { file })).body
const summarise = (lines: readonly ImportLine[]) =>
  lines.map(({ part, outcome, name, count }) => `${outcome} ${part} ${name || count}`)

/** Returns all rows that an import could change. */
const saved = async (providerId: string) => ({
  provider: await db()
    .selectFrom('provider')
    .select(['bio', 'languages', 'review_count'])
    .where('id', '=', providerId)
    .execute(),
  services: await db()
    .selectFrom('provider_service')
    .select(['service_id', 'status', 'cost_minor', 'minutes'])
    .where('provider_id', '=', providerId)
    .orderBy('service_id')
    .execute(),
  texts: await db().selectFrom('own_words').selectAll().where('provider_id', '=', providerId).execute(),
  reviews: await db().selectFrom('outside_review').select('comments').where('provider_id', '=', providerId).execute(),
  audit: await db()
    .selectFrom('audit')
    .select('reason')
    .where('act', '=', 'provider.import')
    .where('subject_id', '=', providerId)
    .execute(),
})

type Moved = {
  taken: SignedTaken
  before: Own
  own: Own
  there: { id: string; accountId: string }
  site: string
  asked: string[]
}

/** Exports an artist's file on another site, and runs `work` as the same artist with an almost empty profile here. */
async function whenMoved(slug: string, work: (moved: Moved) => Promise<void>, keys?: RequestListener) {
  const here = rig.env.publicUrl
  const { artist, own: before } = await createReviewedProvider(rig, `${slug}-there`)
  await db()
    .updateTable('provider')
    .set({ bio, languages: ['English'] })
    .where('id', '=', artist.id)
    .execute()
  const title = { serviceId: 'makeup', title: 'Soft glam', words: 'Light, and it stays.' }
  await before('/v1/providers/me/own-words', 'PUT', { items: [title] })
  await before('/v1/providers/albums', 'POST', { title: 'Bridal' })
  await runTestSite(rig, keys ? { [TAKEN_KEYS_PATH]: keys } : {}, async ({ url, asked }) => {
    const taken = await downloadSignedReviews(before)
    const { there } = await createProviderOnOtherSite(rig, artist, `${slug}-here`, { costs: { updo: 2_000 } })
    rig.env.publicUrl = here
    rig.env.IMPORT_SITES = [url]
    const own = await createTestClient(rig, there.accountId)
    await work({ taken, before, own, there, site: new URL(url).host, asked })
  })
}

test('an artist previews and imports their export: the preview saves nothing, a second import adds nothing', async () => {
  await whenMoved('round', async ({ taken, own, there, site }) => {
    const before = await saved(there.id)
    const shown = (await preview(own, taken)).data
    expect(shown).toMatchObject({ site, name: taken.statement.artist.name, issuedAt: taken.statement.issuedAt })
    expect(summarise(shown.lines)).toEqual([
      'added bio 1',
      'added languages English',
      'added service Makeup',
      'skipped service Updo',
      'added text Makeup',
      'added reviews 1',
      'skipped reviews 1',
      'skipped albums 1',
    ])
    expect(shown.lines[2].terms).toMatchObject({ currency: 'GBP', minutes: 45 })
    expect(shown.lines[4]).toMatchObject({ title: 'Soft glam' })
    expect(await saved(there.id)).toEqual(before)

    expect((await run(own, taken)).data).toEqual({ site, lines: shown.lines })
    const after = await saved(there.id)
    expect(after).toMatchObject({ provider: [{ bio, languages: ['English'], review_count: 0 }], reviews: [{}] })
    expect(after.services.map(({ service_id }) => service_id)).toEqual(['makeup', 'updo'])
    expect(after.audit.map(({ reason }) => reason)).toEqual(Array(3).fill(`imported from ${site} by the artist`))

    const again = (await run(own, taken)).data.lines as ImportLine[]
    expect(again.filter(({ outcome }) => outcome !== 'skipped')).toEqual([])
    expect(await saved(there.id)).toEqual(after)
  })
})

test('a service of the price list without a price is shown as a change', async () => {
  await whenMoved('unpriced', async ({ taken, own, there }) => {
    const unpriced = { provider_id: there.id, service_id: 'makeup', status: 'unpriced', cost_minor: null } as const
    await db().insertInto('provider_service').values(unpriced).execute()
    expect(summarise((await preview(own, taken)).data.lines)).toContain('changed service Makeup')
  })
})

test('a changed file, one signed with another key and one that is no export are refused, and nothing is lost', async () => {
  await whenMoved('tampered', async ({ taken, own, there, asked }) => {
    const before = await saved(there.id)
    const better = structuredClone(taken)
    for (const review of better.statement.reviews) review.score = 5
    better.statement.artist.bio = `${bio} And the best of all.`
    let deep: unknown = 'x'
    for (let i = 0; i < 200; i++) deep = [deep]
    for (const call of [preview, run]) {
      expect((await call(own, better)).code).toBe('profile_file_changed')
      asked.length = 0
      for (const file of [null, 'no', [], { ...taken, more: 1 }, { ...taken, signature: 'short' }])
        expect((await call(own, file)).code).toBe('profile_file_unreadable')
      expect((await call(own, deep)).code).toBe('invalid_input')
      expect((await call(own, 'x'.repeat(maxReviewExportBytes))).code).toBe('file_too_big')
      expect(asked).toEqual([])
    }
    expect(await saved(there.id)).toEqual(before)
  })
  const stranger: RequestListener = (_, response) => void response.end(JSON.stringify({ keys: [] }))
  await whenMoved(
    'stranger',
    async ({ taken, own }) => {
      expect((await preview(own, taken)).code).toBe('profile_file_changed')
    },
    stranger,
  )
})

test('a site that the operator has not listed is refused without a request, and one that does not answer is named', async () => {
  await whenMoved('unlisted', async ({ taken, before, own, asked }) => {
    rig.env.IMPORT_SITES = ['https://other.example']
    for (const call of [preview, run]) expect((await call(own, taken)).code).toBe('profile_site_unknown')
    expect(asked).toEqual([])
    expect((await preview(own, await downloadSignedReviews(before))).code).toBe('profile_file_own_site')
  })
  for (const answer of ['not keys', '{"keys":[{}]}'])
    await whenMoved(
      'broken',
      async ({ taken, own }) => {
        expect((await preview(own, taken)).code).toBe('profile_site_unavailable')
        await clearTestTown(rig)
      },
      (_, response) => void response.end(answer),
    )
})

test('nobody else can preview or import the file', async () => {
  await whenMoved('private', async ({ taken, own, there }) => {
    const stranger = await createTestProviderWithAccount(rig, { slug: 'private-stranger' })
    const other = await createTestClient(rig, stranger.accountId)
    const ana = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
    const before = await saved(stranger.id)
    for (const call of [preview, run]) {
      expect((await call(other, taken)).code).toBe('profile_file_not_yours')
      expect((await call(ana, taken)).code).toBe('not_yours')
    }
    const signedOut = await rig.call(path, { method: 'POST', body: { file: taken }, address: createTestAddress() })
    expect(signedOut.body.code).toBe('not_signed_in')
    expect(await saved(stranger.id)).toEqual(before)
    await db().updateTable('account').set({ email_verified_at: null }).where('id', '=', there.accountId).execute()
    expect((await preview(own, taken)).code).toBe('profile_file_not_yours')
    await db().updateTable('provider').set({ state: 'draft' }).where('id', '=', there.id).execute()
    expect((await preview(own, taken)).code).toBe('not_live')
  })
})
