import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyLimits } from '#contract/accounts/scopes.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import { createSignedInProvider, deleteTestMails } from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let artist: { id: string; accountId: string; bearer: string }
let other: { accountId: string; bearer: string }
const path = '/v1/providers/me/api-keys'
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createSignedInProvider(rig, { slug: 'keyed-one' })
  other = await createSignedInProvider(rig, { slug: 'keyed-two' })
})
beforeEach(() => rig.at(testNow))
afterEach(() => rig.database.db.deleteFrom('api_key').execute() as unknown as Promise<void>)
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const make = (scopes: readonly string[], bearer = artist.bearer, name = 'Studio diary') =>
  rig.call(path, { method: 'POST', body: { name, scopes }, bearer })
const made = async (...scopes: string[]) => (await make(scopes)).body.data as { key: { id: string }; token: string }
const byKey = (token: string, to: string, options: { method?: string; body?: unknown } = {}) =>
  rig.call(to, { ...options, headers: { authorization: `Bearer ${token}` } })

describe('API keys', () => {
  test('a key is shown once, stored as a hash, and gives access to the calls of its scopes only', async () => {
    const { status, body } = await make(['bookings:read', 'bookings:read'])
    expect(status).toBe(200)
    const { key, token } = body.data
    expect(token).toMatch(/^primp_[A-Za-z0-9_-]{32}$/)
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Studio diary',
      begins: token.slice(0, 10),
      scopes: ['bookings:read'],
      createdAt: testNow.toISOString(),
      lastUsedAt: null,
    })
    expect((await rig.call(path, { bearer: artist.bearer })).body.data.keys).toEqual([key])
    const rows = JSON.stringify(await rig.database.db.selectFrom('api_key').selectAll().execute())
    expect(rows).not.toContain(token.slice(10))

    const appointments = await byKey(token, '/v1/providers/appointments')
    expect([appointments.status, appointments.body.data.appointments]).toEqual([200, []])
    for (const closed of ['/v1/providers/bookedoutdates', path, '/v1/accounts/me/details', '/v1/operator/overview'])
      expect([closed, (await byKey(token, closed)).body.code]).toEqual([closed, 'scope_missing'])
    expect((await rig.call(path, { bearer: artist.bearer })).body.data.keys[0].lastUsedAt).toBe(testNow.toISOString())
  })

  test('a key may make every call that names its scope, and none that requires the account owner', async () => {
    const open = Object.values(contract).flatMap((all) => Object.values(all) as Endpoint[])
    const scoped = open.filter(({ scope, access }) => scope && access === 'provider')
    expect(scoped.length).toBeGreaterThan(10)
    for (const { path: to, access, stepUp, notActing, key, secret } of scoped)
      expect({ to, access, stepUp, notActing, key, secret }).toEqual({ to, access: 'provider' })
    const { token } = await made('bookings:read', 'calendar:read', 'requests:read', 'profile:read', 'earnings:read')
    for (const { path: to } of scoped.filter(({ method, path: to }) => method === 'GET' && !to.includes('{'))) {
      const { status, body } = await byKey(token, to)
      expect([to, status, body.code]).toEqual([to, 200, undefined])
    }
    expect((await byKey(token, '/v1/providers/bookedoutdates', { method: 'POST', body: {} })).body.code).toBe(
      'scope_missing',
    )
  })

  test('a key with the diary scope blocks a day in the same way as the artist', async () => {
    const { token } = await made('calendar:write')
    const day = '/v1/providers/bookedoutdates/fullday/2027-06-12'
    expect((await byKey(token, day, { method: 'PUT', body: {} })).status).toBe(200)
    const { dates } = (await rig.call('/v1/providers/bookedoutdates', { bearer: artist.bearer })).body.data
    expect(dates).toMatchObject([{ eventDate: '2027-06-12', whole: true }])
    expect((await byKey(token, day, { method: 'DELETE' })).status).toBe(200)
  })

  test('a key has a rate limit per minute, and the refusal says when to retry', async () => {
    const { key, token } = await made('bookings:read')
    const agreed = await rig.database.db
      .selectFrom('api_key')
      .select('a_minute')
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow()
    expect(agreed).toEqual({ a_minute: keyLimits.aMinute })
    await rig.database.db.updateTable('api_key').set({ a_minute: 2 }).where('id', '=', key.id).execute()
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await byKey(token, '/v1/providers/appointments'))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [429, 'rate_limited'],
    ])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('an unknown or revoked key is refused', async () => {
    const { key, token } = await made('bookings:read')
    const unknown = await byKey(`primp_${'x'.repeat(32)}`, '/v1/providers/appointments')
    expect([unknown.status, unknown.body.code]).toEqual([401, 'key_unknown'])
    expect((await byKey(token, '/v1/providers/appointments')).status).toBe(200)
    expect((await rig.call(`${path}/${key.id}`, { method: 'DELETE', bearer: artist.bearer })).body.data).toEqual({
      ended: true,
    })
    expect((await byKey(token, '/v1/providers/appointments')).body.code).toBe('key_unknown')
    const again = await rig.call(`${path}/${key.id}`, { method: 'DELETE', bearer: artist.bearer })
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
  })

  test('the key of a suspended artist is refused', async () => {
    const { token } = await made('bookings:read')
    const set = (change: { suspended_at: Date | null; suspended_reason: string | null }) =>
      rig.database.db.updateTable('account').set(change).where('id', '=', artist.accountId).execute()
    await set({ suspended_at: testNow, suspended_reason: 'Looked into' })
    expect((await byKey(token, '/v1/providers/appointments')).body.code).toBe('suspended')
    await set({ suspended_at: null, suspended_reason: null })
  })

  test('another artist can neither see nor revoke a key', async () => {
    const { key } = await made('bookings:read')
    expect((await rig.call(path, { bearer: other.bearer })).body.data.keys).toEqual([])
    const ended = await rig.call(`${path}/${key.id}`, { method: 'DELETE', bearer: other.bearer })
    expect([ended.status, ended.body.code]).toEqual([404, 'not_found'])
    expect((await rig.call(path, { bearer: artist.bearer })).body.data.keys).toHaveLength(1)
  })

  test('a key cannot create keys, and creating one requires a recent sign-in', async () => {
    const { token } = await made('bookings:read')
    expect(
      (await byKey(token, path, { method: 'POST', body: { name: 'More', scopes: ['bookings:read'] } })).body.code,
    ).toBe('scope_missing')
    rig.at(new Date(testNow.getTime() + 6 * 60_000))
    expect((await make(['bookings:read'])).body.code).toBe('step_up_needed')
  })

  test('a key needs a name and a known scope', async () => {
    expect((await make(['bookings:read'], artist.bearer, ' ')).body.errors).toEqual([
      { path: 'name', message: 'Name is required' },
    ])
    expect((await make([])).body.errors).toEqual([{ path: 'scopes', message: 'Choose at least one permission.' }])
    expect((await make(['money:take'])).body.code).toBe('invalid_input')
  })

  test('an artist has at most twenty keys, even when several are created at once', async () => {
    await rig.database.db
      .insertInto('api_key')
      .values(
        Array.from({ length: keyLimits.anAccount - 1 }, (_, i) => ({
          account_id: artist.accountId,
          name: `Key ${i}`,
          key_hash: Buffer.alloc(32, i + 1),
          begins: 'primp_0000',
          scopes: ['bookings:read'],
          created_at: testNow,
        })),
      )
      .execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => make(['bookings:read'])))
    expect(answers.map(({ status, body }) => (status === 200 ? 'made' : body.code)).sort()).toEqual([
      'made',
      'too_many_keys',
      'too_many_keys',
      'too_many_keys',
    ])
  })
})
