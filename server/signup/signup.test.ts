import { getTextVersion } from '#contract/terms.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { verificationChecks } from '#contract/signup/verification.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { makeOperator, restoreOperators, signInAs } from '#tests/attacks/operators.ts'
import { createTestPortfolio } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { purgeIdentity } from './identity.ts'

let rig: TestRig
let calls = 0
const address = () => `127.23.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const call = (path: string, method: string, body: unknown, bearer?: string) =>
  rig.call(path, { method, ...(body === undefined ? {} : { body }), ...(bearer ? { bearer } : {}), address: address() })
const logIn = async (email: string) =>
  (await call('/v1/accounts/login', 'POST', { email, password: 'primp-sample-1' })).body.data.token as string
const minutesLater = (n: number) => rig.at(new Date(testNow.getTime() + n * 60_000))

const person = {
  name: 'Ife Stone',
  mobile: '07700 900321',
  country: 'GB',
  password: 'three plain words',
  terms: true,
  adult: true,
  from: '/join-mua',
  firstService: 'Makeup',
}
const hackney = {
  type: 'Point',
  coordinates: [-0.0553, 51.5451],
  address: { placeName: 'Hackney, London', countryCode: 'GB' },
}
const bio = 'I learned behind the counter, then at weddings. Ask me about deep skin and quiet mornings.'
const travel = {
  mode: 'mobile',
  radius: 15,
  free: 3,
  perUnit: 1.5,
  hours: { opens: '05:00', closes: '22:00' },
  early: null,
  bufferMinutes: 30,
  noticeHours: 12,
  horizonDays: 365,
}
let picture: string
let olu: string
let ana: string
let tries = 0
let pictures = 0
const made: string[] = []

const pictureIn = async (background: string) =>
  `data:image/jpeg;base64,${(
    await sharp({ create: { width: 800, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ).toString('base64')}`

beforeAll(async () => {
  rig = await openRig()
  olu = await logIn('olu@primp.test')
  ana = await logIn('ana@primp.test')
  picture = await pictureIn('#805037')
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  const { db } = rig.database
  for (const email of made) {
    const account = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    if (!account) continue
    await db.updateTable('provider').set({ profile_media_id: null }).where('account_id', '=', account.id).execute()
    await db
      .deleteFrom('quote')
      .where('provider_id', 'in', db.selectFrom('provider').select('id').where('account_id', '=', account.id))
      .execute()
    await db.deleteFrom('provider').where('account_id', '=', account.id).execute()
    await db.deleteFrom('outbox').where('account_id', '=', account.id).execute()
    await db.deleteFrom('account').where('id', '=', account.id).execute()
  }
  await db.deleteFrom('outbox').where('kind', '=', 'op.queue.waiting').execute()
  await db.deleteFrom('setting').where('key', '=', 'verification.secondApproval').execute()
})

async function joined() {
  const email = `ife${++tries}@mail.example`
  made.push(email)
  const { body } = await call('/v1/signup/start', 'POST', { ...person, email })
  return { email, bearer: body.data.token as string, id: body.data.user.id as string }
}
const pass = (bearer: string, step: string, body: object = {}) => call(`/v1/signup/steps/${step}`, 'PUT', body, bearer)
const save = async (bearer: string, path: string, body: object, step: string, more: object = {}) => {
  const saved = await call(`/v1/providers/me/${path}`, 'PUT', body, bearer)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const passed = await pass(bearer, step, more)
  expect(passed.status, JSON.stringify(passed.body)).toBe(200)
  return passed.body.data
}
/** Each artist sends new pictures, because reused ones are a risk signal. */
async function identity(bearer: string) {
  const picture = await pictureIn(`#${(0x805037 + ++pictures * 5_003).toString(16)}`)
  await call('/v1/signup/gesture', 'POST', {}, bearer)
  expect((await call('/v1/signup/identity/selfie', 'PUT', { dataUri: picture, consent: true }, bearer)).status).toBe(
    200,
  )
  expect(
    (
      await call(
        '/v1/signup/identity/document',
        'PUT',
        { dataUri: picture, consent: true, document: 'passport' },
        bearer,
      )
    ).status,
  ).toBe(200)
}
async function untilSubmit() {
  const who = await joined()
  const { bearer } = who
  await save(bearer, 'location', { location: hackney }, 'set-location')
  await save(
    bearer,
    'services',
    { services: [{ id: 'makeup' }], artists: [{ name: 'Ife', services: ['makeup'] }] },
    'select-services',
    { categoryId: 1 },
  )
  await save(bearer, 'prices/1', { items: [{ serviceId: 'makeup', status: 'active', cost: 46 }] }, 'pricing')
  await save(bearer, 'travel', travel, 'confirm-travel')
  await save(bearer, 'minimum-job', { amount: 0 }, 'set-min-job-size')
  await save(bearer, 'instagram', { handle: '' }, 'set-instagram')
  await save(
    bearer,
    'kit',
    { shades: [1, 2], undertones: ['warm'], brands: [], tools: [], items: [], skills: [], singleUse: true },
    'set-kit',
  )
  await save(bearer, 'bio', { bio }, 'set-bio')
  const { fileUrl } = (await call('/v1/uploads', 'POST', { fileName: 'photos', dataUri: picture }, bearer)).body.data
  await save(bearer, 'photo', { fileUrl, crop: { x: 0, y: 0, size: 1 } }, 'photo')
  await identity(bearer)
  const { data } = (await pass(bearer, 'selfie')).body
  expect(data.steps.map((s: { state: string }) => s.state)).toEqual([
    ...Array.from({ length: 11 }, () => 'done'),
    'current',
  ])
  return who
}
const verified = (email: string) =>
  rig.database.db.updateTable('account').set({ email_verified_at: testNow }).where('email', '=', email).execute()
async function submitted() {
  const who = await untilSubmit()
  await verified(who.email)
  await createTestPortfolio(rig, who.id)
  const { body } = await call('/v1/signup/submit', 'POST', { terms: true }, who.bearer)
  expect(body.data?.state, JSON.stringify(body)).toBe('submitted')
  const provider = await rig.database.db
    .selectFrom('provider')
    .select(['id', 'slug'])
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow()
  const round = await rig.database.db
    .selectFrom('verification')
    .select('id')
    .where('provider_id', '=', provider.id)
    .orderBy('round', 'desc')
    .executeTakeFirstOrThrow()
  return { ...who, providerId: provider.id, slug: provider.slug, round: round.id }
}
const mails = (accountId: string) =>
  rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'subject', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
const allTicked = Object.fromEntries(verificationChecks.map((check) => [check, true]))
const operate = (id: number, act: string, body: object = {}, as = olu) =>
  call(`/v1/operator/verification/${id}/${act}`, 'POST', body, as)

describe('First step of signing up', () => {
  test('signing up creates an account with the role, saves the version of the accepted terms and sends a verification email', async () => {
    const { bearer, id } = await joined()
    const { data } = (await call('/v1/signup', 'GET', undefined, bearer)).body
    expect(data).toMatchObject({
      state: null,
      landing: '/join-mua',
      firstService: 'Makeup',
      person: {
        name: 'Ife Stone',
        mobile: '07700 900321',
        emailVerified: false,
        acceptedTerms: true,
        confirmedAdult: true,
      },
    })
    expect(data.steps.slice(0, 3).map((s: { state: string }) => s.state)).toEqual(['done', 'current', 'disabled'])
    expect((await mails(id)).map(({ kind }) => kind)).toEqual(['verify.email'])
    const terms = await rig.database.db
      .selectFrom('terms_acceptance')
      .select(['terms', 'version'])
      .where('account_id', '=', id)
      .execute()
    expect(terms).toContainEqual({ terms: 'provider', version: getTextVersion('provider') })
  })
  test('missing fields and an existing account are reported per field', async () => {
    expect(
      (await call('/v1/signup/start', 'POST', { ...person, email: 'x@mail.example', terms: false })).body.errors,
    ).toEqual([{ path: 'terms', message: 'Please accept the artist terms to continue.' }])
    expect(
      (await call('/v1/signup/start', 'POST', { ...person, email: 'x@mail.example', adult: false })).body.errors,
    ).toEqual([{ path: 'adult', message: 'You must be 18 or over to have an account.' }])
    expect((await call('/v1/signup/start', 'POST', person)).body.errors).toEqual([
      { path: 'email', message: 'Email is required' },
    ])
    expect(
      (await call('/v1/signup/start', 'POST', { ...person, email: 'x@mail.example', mobile: '12' })).body.code,
    ).toBe('mobile_invalid')
    expect(
      (await call('/v1/signup/start', 'POST', { ...person, email: 'x@mail.example', password: 'password' })).body.code,
    ).toBe('password_weak')
    expect((await call('/v1/signup/start', 'POST', { ...person, email: 'ana@primp.test' })).body.code).toBe(
      'email_taken',
    )
  })
  test('a signed-in person gets the role at once, and can change name and mobile number', async () => {
    const { body } = await call('/v1/accounts/register', 'POST', {
      name: 'Lou Vale',
      email: 'lou.vale@mail.example',
      password: 'three plain words',
      country: 'GB',
      acceptTerms: true,
      adult: true,
    })
    made.push('lou.vale@mail.example')
    const bearer = body.data.token
    expect((await call('/v1/signup', 'GET', undefined, bearer)).body.data.steps[0].state).toBe('current')
    expect((await call('/v1/signup/leave', 'POST', {}, bearer)).body.code).toBe('not_yours')
    const { data } = (
      await call(
        '/v1/signup/start',
        'POST',
        { name: 'Lou Vale', mobile: '07700 900322', country: 'GB', terms: true, adult: true },
        bearer,
      )
    ).body
    expect(data).toMatchObject({ token: null, user: { roles: ['customer', 'provider'] } })
    await call('/v1/providers/me/location', 'PUT', { location: hackney }, bearer)
    await call(
      '/v1/signup/start',
      'POST',
      { name: 'Lou V', mobile: '07700 900323', country: 'GB', terms: true, adult: true },
      bearer,
    )
    expect((await call('/v1/signup', 'GET', undefined, bearer)).body.data).toMatchObject({
      person: { name: 'Lou V', mobile: '07700 900323' },
      profile: { name: 'Lou V' },
    })
  })
})

describe('Steps of signing up', () => {
  test('the steps open one after the other, and later ones are refused', async () => {
    const { bearer } = await joined()
    expect((await pass(bearer, 'pricing')).body.code).toBe('step_closed')
    expect((await pass(bearer, 'set-location')).body).toMatchObject({ code: 'steps_missing' })
    await save(bearer, 'location', { location: hackney }, 'set-location')
    expect((await pass(bearer, 'photo')).body.code).toBe('step_closed')
    expect((await pass(bearer, 'nonsense')).status).toBe(400)
  })
  test('steps four to nine are for the category that the artist chooses first', async () => {
    const { bearer } = await joined()
    await save(bearer, 'location', { location: hackney }, 'set-location')
    const artists = [{ name: 'Ife', services: [] }]
    const progress = await save(
      bearer,
      'services',
      { services: [{ id: 'makeup' }, { id: 'manicure' }], artists },
      'select-services',
      { categoryId: 3 },
    )
    expect(progress.category).toEqual({ id: 3, label: 'Nails' })
    expect(progress.steps[3]).toMatchObject({ path: '/signup/setup-services/3/pricing', state: 'current' })
  })
  test('a step that became invalid is marked, and submitting names it', async () => {
    const { bearer, email } = await untilSubmit()
    await verified(email)
    await call(
      '/v1/providers/me/services',
      'PUT',
      { services: [{ id: 'makeup' }, { id: 'updo' }], artists: [{ name: 'Ife', services: [] }] },
      bearer,
    )
    const { steps } = (await call('/v1/signup', 'GET', undefined, bearer)).body.data
    expect(steps[3].state).toBe('error')
    expect((await call('/v1/signup/submit', 'POST', { terms: true }, bearer)).body).toMatchObject({
      code: 'steps_missing',
      detail: { steps: ['pricing'] },
    })
  })
  test('the artist of an unfinished sign-up is reminded by email once a day', async () => {
    const { bearer, id } = await joined()
    expect((await call('/v1/signup/leave', 'POST', {}, bearer)).body.data).toEqual({ sent: true, step: 2 })
    expect((await call('/v1/signup/leave', 'POST', {}, bearer)).body.data.sent).toBe(false)
    const mail = (await mails(id)).find(({ kind }) => kind === 'signup.unfinished')
    expect(mail?.subject).toBe('You stopped at step 2 of 12')
    expect(mail?.body).toMatch(/\/login\/provider\/[\w-]+/)
    minutesLater(25 * 60)
    expect((await call('/v1/signup/leave', 'POST', {}, bearer)).body.data.sent).toBe(true)
  })
})

describe('Identity check', () => {
  test('a selfie needs a new gesture, a gesture works once, and only operators with the duty can read the pictures', async () => {
    const { bearer, id } = await joined()
    const send = () => call('/v1/signup/identity/selfie', 'PUT', { dataUri: picture, consent: true }, bearer)
    expect((await send()).body.code).toBe('not_found')
    await save(bearer, 'location', { location: hackney }, 'set-location')
    expect((await send()).body).toMatchObject({ code: 'gesture_ended', errors: [{ path: 'selfie' }] })
    expect((await call('/v1/signup/identity/selfie', 'PUT', { dataUri: picture }, bearer)).status).toBe(400)
    const asked = (await call('/v1/signup/gesture', 'POST', {}, bearer)).body.data
    expect(asked.code).toMatch(/^\d{4}$/)
    minutesLater(16)
    expect((await send()).body.code).toBe('gesture_ended')
    rig.at(testNow)
    expect((await send()).body.data.identity).toEqual({ selfie: true, document: null })
    expect((await send()).body.code).toBe('gesture_ended')
    const stored = await rig.database.db
      .selectFrom('identity_picture')
      .innerJoin('provider', 'provider.id', 'provider_id')
      .select(['identity_picture.id', 'gesture', 'file'])
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.gesture).toBe(`${asked.gesture}, code ${asked.code}`)
    expect((await call(`/v1/operator/verification/pictures/${stored.id}`, 'GET', undefined, bearer)).body.code).toBe(
      'not_yours',
    )
    expect((await call(`/v1/operator/verification/pictures/${stored.id}`, 'GET', undefined, ana)).body.code).toBe(
      'not_yours',
    )
    expect((await call(`/v1/operator/verification/pictures/${stored.id}`, 'GET', undefined)).status).toBe(401)
    expect((await call('/v1/operator/verification/pictures/nonsense', 'GET', undefined, olu)).status).toBe(404)
    // An operator without the duty sees no faces.
    await makeOperator(rig, 'ana', ['support'])
    const support = await signInAs(rig, 'ana')
    expect((await call(`/v1/operator/verification/pictures/${stored.id}`, 'GET', undefined, support)).body.code).toBe(
      'duty_required',
    )
    await restoreOperators(rig)
    const seen = await call(`/v1/operator/verification/pictures/${stored.id}`, 'GET', undefined, olu)
    expect(seen.headers.get('cache-control')).toBe('private, no-store')
    expect(seen.headers.get('content-type')).toBe('image/jpeg')
    expect(
      (
        await call(
          '/v1/signup/identity/document',
          'PUT',
          { dataUri: 'data:image/png;base64,aGVsbG8=', consent: true },
          bearer,
        )
      ).body.code,
    ).toBe('file_type')
  })
})

describe('Submitting a profile', () => {
  test('submitting requires a verified address, saves the accepted terms and notifies both sides', async () => {
    const { bearer, email, id } = await untilSubmit()
    expect((await call('/v1/signup/submit', 'POST', { terms: true }, bearer)).body.code).toBe('email_unverified')
    expect((await call('/v1/signup/submit', 'POST', { terms: false }, bearer)).status).toBe(400)
    await verified(email)
    expect((await call('/v1/signup/submit', 'POST', { terms: true }, bearer)).body).toMatchObject({
      code: 'pictures_missing',
      detail: { missing: 3 },
    })
    await createTestPortfolio(rig, id, 2)
    expect((await call('/v1/signup/submit', 'POST', { terms: true }, bearer)).body.detail).toEqual({ missing: 1 })
    await createTestPortfolio(rig, id, 1)
    const { data } = (await call('/v1/signup/submit', 'POST', { terms: true }, bearer)).body
    expect(data).toMatchObject({ state: 'submitted', round: 1 })
    expect(data.steps.every((s: { state: string }) => s.state === 'done')).toBe(true)
    expect((await call('/v1/signup/submit', 'POST', { terms: true }, bearer)).body.code).toBe('state_changed')
    expect((await call('/v1/signup/resubmit', 'POST', { terms: true }, bearer)).body.code).toBe('state_changed')
    expect(
      (await call('/v1/signup/identity/document', 'PUT', { dataUri: picture, consent: true }, bearer)).body.code,
    ).toBe('state_changed')
    expect((await mails(id)).map(({ kind }) => kind)).toContain('signup.submitted')
    const told = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('kind', '=', 'op.queue.waiting')
      .execute()
    expect(told.length).toBeGreaterThan(0)
    for (const { body } of told) expect(body).toMatch(/^Open queue: https?:\/\/[^/]+\/operator\/verification$/m)
    expect(
      await rig.database.db
        .selectFrom('terms_acceptance')
        .select('version')
        .where('account_id', '=', id)
        .where('terms', '=', 'submission')
        .execute(),
    ).toHaveLength(1)
  }, 60_000)
})

test('the expected time of a decision is shown once there were ten decisions', async () => {
  const { db } = rig.database
  const quarter = new Date(testNow.getTime() + 400 * 86_400_000)
  rig.at(quarter)
  onTestFinished(() => rig.at(testNow))
  expect((await call('/v1/signup/pace', 'GET', undefined)).body.data).toEqual({ minutes: null })
  const { id } = await db.selectFrom('provider').select('id').where('slug', '=', 'mia-hollis').executeTakeFirstOrThrow()
  const ago = (minutes: number) => new Date(quarter.getTime() - minutes * 60_000)
  await db
    .insertInto('verification')
    .values(
      Array.from({ length: 11 }, (_, n) => ({
        provider_id: id,
        round: 900 + n,
        submitted_at: ago(100 + n * 10),
        decided_at: ago(50),
        decision: 'approved',
      })),
    )
    .execute()
  expect((await call('/v1/signup/pace', 'GET', undefined)).body.data).toEqual({ minutes: 100 })
  await db.deleteFrom('verification').where('round', '>=', 900).execute()
})

describe('Decisions on profiles', () => {
  test('an approved profile is in search at once, its identity pictures expire in 30 days, and the decision is logged', async () => {
    const { slug, round, id, providerId } = await submitted()
    const asked = {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      location: hackney,
      eventDate: '2027-06-12',
      services: ['makeup'],
    }
    const made = await rig.call('/v1/quotes/', { method: 'POST', body: asked, address: '127.24.0.1' })
    const listed = async () =>
      (
        await rig.call(`/v1/quotes/${made.body.data.search.id}/@/${slug}`, {
          cookie: made.cookie,
          address: '127.24.0.1',
        })
      ).status
    expect(await listed()).toBe(404)
    const queue = (await call('/v1/operator/verification?tab=waiting&limit=100', 'GET', undefined, olu)).body.data
    expect(queue.rows.map((row: { id: number }) => row.id)).toContain(round)
    expect((await operate(round, 'claim')).body.data.claimedBy.name).toBeTruthy()
    const seen = (await call(`/v1/operator/verification/${round}`, 'GET', undefined, olu)).body.data
    expect(seen).toMatchObject({
      profile: { state: 'in_review', slug },
      identity: [{ kind: 'selfie' }, { kind: 'document', document: 'passport' }],
    })
    for (const checks of [{}, { ...allTicked, faces: false }, { face: true }])
      expect((await operate(round, 'approve', { checks })).body.code).toBe('checks_missing')
    const { data } = (await operate(round, 'approve', { checks: allTicked })).body
    expect(data).toMatchObject({ decision: 'approved', provider: { state: 'approved' } })
    expect(await listed()).toBe(200)
    expect((await operate(round, 'approve', { checks: allTicked })).body.code).toBe('state_changed')
    expect((await mails(id)).at(-1)).toMatchObject({
      kind: expect.stringMatching(/verification.approved|verify|signup/),
    })
    const log = await rig.database.db
      .selectFrom('audit')
      .select(['act', 'reason'])
      .where('subject_id', '=', providerId)
      .execute()
    expect(log.map(({ act }) => act)).toContain('provider.approve')
    expect((await call('/v1/operator/verification?tab=done', 'GET', undefined, olu)).body.data.rows[0].id).toBe(round)

    const files = () =>
      rig.database.db
        .selectFrom('identity_picture')
        .select(['purge_at', 'purged_at'])
        .where('provider_id', '=', providerId)
        .execute()
    minutesLater(29 * 1440)
    await purgeIdentity(createJobContext(rig, 'purge-identity'))
    expect((await files()).every(({ purged_at }) => purged_at === null)).toBe(true)
    minutesLater(30 * 1440)
    await purgeIdentity(createJobContext(rig, 'purge-identity'))
    expect((await files()).every(({ purged_at }) => purged_at !== null)).toBe(true)
  }, 60_000)
  test('a returned profile opens only the steps named in the decision, and each must be saved before submitting again', async () => {
    const { bearer, round, id } = await submitted()
    expect((await operate(round, 'send-back', { reasons: [] })).body.code).toBe('reason_missing')
    expect((await operate(round, 'send-back', { reasons: [{ step: 'set-bio', reason: 'other' }] })).body).toMatchObject(
      { code: 'reason_missing', errors: [{ path: 'reasons.0.note' }] },
    )
    await operate(round, 'send-back', {
      reasons: [
        { step: 'set-bio', reason: 'bio', note: 'Please leave out the award.' },
        { step: 'selfie', reason: 'selfie' },
      ],
    })
    expect((await mails(id)).find(({ kind }) => kind === 'verification.sentBack')).toMatchObject({
      subject: '2 things to fix',
      body: expect.stringContaining('Please leave out the award.'),
    })
    const back = (await call('/v1/signup', 'GET', undefined, bearer)).body.data
    expect(back).toMatchObject({
      state: 'changes_requested',
      sentBack: [
        { step: 'set-bio', fixed: false },
        { step: 'selfie', fixed: false },
      ],
    })
    expect(
      (await call('/v1/operator/verification?tab=sentBack', 'GET', undefined, olu)).body.data.rows.map(
        (row: { id: number }) => row.id,
      ),
    ).toContain(round)
    expect((await call('/v1/signup/resubmit', 'POST', { terms: true }, bearer)).body).toMatchObject({
      code: 'steps_missing',
      detail: { steps: ['set-bio', 'selfie'] },
    })
    minutesLater(5)
    await save(bearer, 'bio', { bio: `${bio} No awards.` }, 'set-bio')
    await identity(bearer)
    const again = (await call('/v1/signup/resubmit', 'POST', { terms: true }, bearer)).body.data
    expect(again).toMatchObject({ state: 'submitted', round: 2, sentBack: [] })
    const [first] = (await call('/v1/operator/verification?tab=waiting', 'GET', undefined, olu)).body.data.rows
    expect(first).toMatchObject({ round: 2, fixedSteps: ['set-bio', 'selfie'] })
  }, 60_000)
  test('a rejected artist sees the reason', async () => {
    const { bearer, round, id } = await submitted()
    expect((await operate(round, 'reject', { reason: '' })).body.code).toBe('reason_missing')
    expect((await operate(round, 'reject', { reason: 'The document is somebody else’s.' })).body.data.decision).toBe(
      'rejected',
    )
    expect((await call('/v1/signup', 'GET', undefined, bearer)).body.data).toMatchObject({
      state: 'rejected',
      purgeOn: '2026-12-20',
    })
    expect((await mails(id)).find(({ kind }) => kind === 'verification.rejected')?.body).toContain(
      'The document is somebody else’s.',
    )
  }, 60_000)
  test('if second approval is on, the second operator decides', async () => {
    const { round, slug } = await submitted()
    const { db } = rig.database
    await db
      .insertInto('setting')
      .values({ key: 'verification.secondApproval', value: JSON.stringify(true) })
      .onConflict((oc) => oc.column('key').doUpdateSet({ value: JSON.stringify(true) }))
      .execute()
    rig.age(2_100)
    expect((await operate(round, 'approve', { checks: allTicked })).body.data).toMatchObject({
      decision: null,
      firstApproval: true,
    })
    expect((await operate(round, 'approve', { checks: allTicked })).body.code).toBe('second_operator_required')
    expect((await rig.call(`/v1/@/${slug}`)).status).toBe(404)
    const other = await joined()
    await db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('id', '=', other.id)
      .execute()
    const second = (await call('/v1/accounts/login', 'POST', { email: other.email, password: person.password })).body
      .data.token
    expect((await operate(round, 'approve', { checks: allTicked }, second)).body.data.decision).toBe('approved')
    expect((await rig.call(`/v1/@/${slug}`)).status).toBe(200)
    await db.deleteFrom('setting').where('key', '=', 'verification.secondApproval').execute()
    rig.age(2_100)
  }, 60_000)
  test('an operator who claims a profile reserves it for half an hour', async () => {
    const { round } = await submitted()
    const other = await joined()
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('id', '=', other.id)
      .execute()
    const logIn = async () =>
      (await call('/v1/accounts/login', 'POST', { email: other.email, password: person.password })).body.data.token
    const second = await logIn()
    await operate(round, 'claim')
    expect((await operate(round, 'claim', {}, second)).body.code).toBe('state_changed')
    expect((await operate(round, 'claim', { take: false })).body.data.claimedBy).toBeNull()
    await operate(round, 'claim')
    minutesLater(31)
    expect((await operate(round, 'claim', {}, await logIn())).body.data.claimedBy.id).toBe(other.id)
  }, 60_000)
  test('only operators can use the queue', async () => {
    const { bearer, round } = await submitted()
    for (const as of [bearer, ana]) {
      expect((await call('/v1/operator/verification', 'GET', undefined, as)).body.code).toBe('not_yours')
      expect((await call(`/v1/operator/verification/${round}`, 'GET', undefined, as)).body.code).toBe('not_yours')
      for (const act of ['claim', 'approve', 'send-back', 'reject'])
        expect((await operate(round, act, { reasons: [], reason: '' }, as)).body.code).toBe('not_yours')
    }
    expect((await call('/v1/operator/verification', 'GET', undefined)).status).toBe(401)
    expect((await call('/v1/operator/verification/2147483647', 'GET', undefined, olu)).status).toBe(404)
    expect((await call('/v1/operator/verification?cursor=abc', 'GET', undefined, olu)).status).toBe(400)
  }, 60_000)
})
