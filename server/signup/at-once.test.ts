import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verificationChecks } from '#contract/signup/verification.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestPortfolio } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { purgeIdentity } from './identity.ts'

// Concurrent calls on one profile: the embedded database serialises them, PostgreSQL does not.
const allTicked = Object.fromEntries(verificationChecks.map((check) => [check, true]))
let rig: TestRig
let picture: string
let olu: string
let calls = 0
const address = () => `127.61.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const call = (path: string, method: string, body: unknown, bearer?: string) =>
  rig.call(path, { method, body, ...(bearer ? { bearer } : {}), address: address() })
const answers = async (all: Promise<{ status: number; body: { code?: string } }>[]) =>
  (await Promise.all(all)).map(({ status, body }) => (status === 200 ? 'done' : (body.code ?? String(status)))).sort()

const hackney = {
  type: 'Point',
  coordinates: [-0.0553, 51.5451],
  address: { placeName: 'Hackney, London', countryCode: 'GB' },
}
const made: string[] = []

async function joined() {
  const email = `twice${made.length}@mail.example`
  made.push(email)
  const { data } = (
    await call('/v1/signup/start', 'POST', {
      name: 'Noor Twice',
      mobile: '07700 900321',
      country: 'GB',
      password: 'three plain words',
      terms: true,
      adult: true,
      email,
    })
  ).body
  await rig.database.db.updateTable('account').set({ email_verified_at: testNow }).where('email', '=', email).execute()
  return { bearer: data.token as string, id: data.user.id as string }
}
const providerOf = (accountId: string) =>
  rig.database.db
    .selectFrom('provider')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
const sendIdentity = (bearer: string) =>
  call('/v1/signup/identity/document', 'PUT', { dataUri: picture, consent: true, document: 'passport' }, bearer)

/** A new picture for each artist, because a reused one is a risk signal. */
async function newPicture(): Promise<string> {
  const background = `#${(0x805037 + made.length * 7_919).toString(16)}`
  const bytes = await sharp({ create: { width: 800, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

async function ready() {
  const who = await joined()
  picture = await newPicture()
  const put = (path: string, body: object) => call(`/v1/providers/me/${path}`, 'PUT', body, who.bearer)
  await put('location', { location: hackney })
  await put('services', { services: [{ id: 'makeup' }], artists: [{ name: 'Noor', services: ['makeup'] }] })
  await put('prices/1', { items: [{ serviceId: 'makeup', status: 'active', cost: 46 }] })
  await put('travel', {
    mode: 'mobile',
    radius: 15,
    free: 3,
    perUnit: 1.5,
    hours: { opens: '05:00', closes: '22:00' },
    early: null,
    bufferMinutes: 30,
    noticeHours: 12,
    horizonDays: 365,
  })
  await put('bio', {
    bio: 'I learned behind the counter, then at weddings. Ask me about deep skin and quiet mornings.',
  })
  const { fileUrl } = (await call('/v1/uploads', 'POST', { fileName: 'photos', dataUri: picture }, who.bearer)).body
    .data
  await put('photo', { fileUrl, crop: { x: 0, y: 0, size: 1 } })
  const nothing = { undertones: [], brands: [], tools: [], items: [], skills: [] }
  await put('kit', { ...nothing, shades: [1, 2], singleUse: true })
  await call('/v1/signup/gesture', 'POST', {}, who.bearer)
  await call('/v1/signup/identity/selfie', 'PUT', { dataUri: picture, consent: true }, who.bearer)
  await sendIdentity(who.bearer)
  for (const step of [
    'set-location',
    'select-services',
    'pricing',
    'confirm-travel',
    'set-min-job-size',
    'set-instagram',
    'set-kit',
    'set-bio',
    'photo',
    'selfie',
  ]) {
    expect((await call(`/v1/signup/steps/${step}`, 'PUT', {}, who.bearer)).status, step).toBe(200)
  }
  await createTestPortfolio(rig, who.id)
  return who
}
const submit = (bearer: string) => call('/v1/signup/submit', 'POST', { terms: true }, bearer)

beforeAll(async () => {
  rig = await openRig()
  olu = (await call('/v1/accounts/login', 'POST', { email: 'olu@primp.test', password: 'primp-sample-1' })).body.data
    .token
})
afterEach(() => rig.database.db.deleteFrom('outbox').where('kind', '=', 'op.queue.waiting').execute())
afterAll(async () => {
  const { db } = rig.database
  for (const email of made) {
    const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await db.updateTable('provider').set({ profile_media_id: null }).where('account_id', '=', id).execute()
    await db.deleteFrom('provider').where('account_id', '=', id).execute()
    await db.deleteFrom('outbox').where('account_id', '=', id).execute()
    await db.deleteFrom('account').where('id', '=', id).execute()
  }
})

test('identity pictures that were never submitted are deleted after 30 days with their files; submitted pictures stay', async () => {
  const [left, waiting] = [await ready(), await ready()]
  expect((await submit(waiting.bearer)).status).toBe(200)
  const pictures = async (accountId: string) =>
    rig.database.db
      .selectFrom('identity_picture')
      .select(['file', 'purged_at'])
      .where('provider_id', '=', (await providerOf(accountId)).id)
      .execute()
  const purgedAt = async (days: number) => {
    rig.at(new Date(testNow.getTime() + days * 86_400_000))
    await purgeIdentity(createJobContext(rig, 'purge-identity'))
    rig.at(testNow)
  }
  await purgedAt(29)
  expect((await pictures(left.id)).every(({ purged_at }) => purged_at === null)).toBe(true)
  await purgedAt(31)
  expect((await pictures(waiting.id)).every(({ purged_at }) => purged_at === null)).toBe(true)
  const gone = await pictures(left.id)
  expect(gone.every(({ purged_at }) => purged_at !== null)).toBe(true)
  for (const { file } of gone) expect(existsSync(join(rig.env.DATA_DIR, 'files', file))).toBe(false)
}, 60_000)

test('sending a location twice creates one profile', async () => {
  const { bearer, id } = await joined()
  expect(
    await answers(
      Array.from({ length: 8 }, () => call('/v1/providers/me/location', 'PUT', { location: hackney }, bearer)),
    ),
  ).toEqual(Array.from({ length: 8 }, () => 'done'))
  expect((await providerOf(id)).state).toBe('draft')
})

test('sending a document several times at once saves it once', async () => {
  const { bearer, id } = await ready()
  expect(await answers([1, 2, 3].map(() => sendIdentity(bearer)))).toEqual(['done', 'done', 'done'])
  const provider = await providerOf(id)
  const kept = await rig.database.db
    .selectFrom('identity_picture')
    .select('id')
    .where('provider_id', '=', provider.id)
    .where('kind', '=', 'document')
    .where('purged_at', 'is', null)
    .execute()
  expect(kept).toHaveLength(1)
}, 60_000)

test('submitting a profile twice opens one round, and of two concurrent decisions one counts', async () => {
  const { bearer, id } = await ready()
  expect(await answers([1, 2, 3].map(() => submit(bearer)))).toEqual(['done', 'state_changed', 'state_changed'])
  const provider = await providerOf(id)
  const rounds = await rig.database.db
    .selectFrom('verification')
    .select('id')
    .where('provider_id', '=', provider.id)
    .execute()
  expect(rounds).toHaveLength(1)
  const act = (name: string, body: object) =>
    call(`/v1/operator/verification/${rounds[0]?.id}/${name}`, 'POST', body, olu)
  const decided = await answers([
    act('approve', { checks: allTicked }),
    act('approve', { checks: allTicked }),
    act('reject', { reason: 'The document is unclear.' }),
  ])
  expect(decided).toEqual(['done', 'state_changed', 'state_changed'])
}, 60_000)

test('a profile suspended while it is submitted stays suspended', async () => {
  const { bearer, id } = await ready()
  const provider = await providerOf(id)
  const reason = 'for a test of two at once'
  const suspended = call(`/v1/operator/providers/${provider.id}/suspend`, 'POST', { reason }, olu)
  await Promise.all([suspended, submit(bearer), submit(bearer)])
  expect((await providerOf(id)).state).toBe('suspended')
}, 60_000)
