import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: string

let calls = 0
const address = () => `127.7.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const signIn = async (email: string, headers = {}): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: address(),
      headers,
    })
  ).body.data.token
const get = (path: string, bearer = olu) => rig.call(path, { bearer })
const send = (method: string, path: string, body: unknown, bearer = olu) =>
  rig.call(path, { method, body, bearer, address: address() })
const idOf = async (email: string) =>
  (await rig.database.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const lastAct = () =>
  rig.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const reason = 'for a test of the console'

beforeAll(async () => {
  rig = await openRig()
  olu = await signIn('olu@primp.test')
})
afterAll(() => rig.database.db.deleteFrom('outbox').execute())

describe('People', () => {
  test('people are found by name or address, page by page, and each is listed once', async () => {
    expect((await get('/v1/operator/people?text=MIA@primp')).body.data.people).toMatchObject([
      { email: 'mia@primp.test', profile: 'mia-hollis', roles: expect.arrayContaining(['provider']) },
    ])
    expect((await get('/v1/operator/people?text=%25')).body.data.people).toEqual([])
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data }: { data: { people: { id: string }[]; nextCursor: string | null } } = (
        await get(`/v1/operator/people${cursor ? `?cursor=${cursor}` : ''}`)
      ).body
      seen.push(...data.people.map((p: { id: string }) => p.id))
      cursor = data.nextCursor
    }
    const { n } = await rig.database.db
      .selectFrom('account')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(seen.length).toBe(Number(n))
    expect(new Set(seen).size).toBe(seen.length)
    expect(
      (await get('/v1/operator/people?role=operator')).body.data.people.map((p: { email: string }) => p.email),
    ).toContain('olu@primp.test')
    expect((await get('/v1/operator/people?cursor=nonsense')).status).toBe(400)
  })
  test('a phone number is shown in the format of its country', async () => {
    expect((await get(`/v1/operator/people/${await idOf('ana@primp.test')}`)).body.data).toMatchObject({
      person: { mobile: '07700 900142' },
    })
  })
  test('the sign-in history of a person is shown without any secrets', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await signIn('mia@primp.test', { 'user-agent': agent })
    const { data } = (await get(`/v1/operator/people/${await idOf('mia@primp.test')}`)).body
    expect(data.signIns[0]).toMatchObject({ how: 'password', succeeded: true })
    expect(data.devices).toContainEqual({
      device: 'Firefox, Linux',
      network: expect.any(String),
      lastSeenAt: rig.clock().toISOString(),
    })
    expect(data.providerId).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(data)).not.toMatch(/hash|token/i)
    expect((await get('/v1/operator/people/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
  test('a suspended person loses every session and the place in search at once, and restoring brings the place back', async () => {
    const id = await idOf('mia@primp.test')
    const live = async () =>
      (
        await rig.database.db
          .selectFrom('provider_match')
          .innerJoin('provider', 'provider.id', 'provider_match.provider_id')
          .select('provider.id')
          .where('account_id', '=', id)
          .execute()
      ).length
    expect(await live()).toBe(1)
    const bearer = await signIn('mia@primp.test')
    expect((await send('POST', `/v1/operator/people/${id}/suspend`, { reason: '' })).status).toBe(400)
    const suspended = await send('POST', `/v1/operator/people/${id}/suspend`, { reason })
    expect(suspended.body.data.person).toMatchObject({ suspendedReason: reason })
    expect(await lastAct()).toMatchObject({ act: 'account.suspend', reason })
    expect(await live()).toBe(0)
    expect((await rig.call('/v1/accounts/me', { bearer })).status).toBeGreaterThanOrEqual(401)
    expect(
      (
        await rig.call('/v1/accounts/login', {
          method: 'POST',
          body: { email: 'mia@primp.test', password: 'primp-sample-1' },
          address: address(),
        })
      ).body.code,
    ).toBe('suspended')
    expect(
      (
        await rig.database.db
          .selectFrom('outbox')
          .select(['kind', 'body'])
          .where('kind', '=', 'suspended')
          .executeTakeFirstOrThrow()
      ).body,
    ).toContain(reason)
    expect((await send('POST', `/v1/operator/people/${id}/suspend`, { reason })).body.code).toBe('state_changed')
    expect(
      (await send('POST', `/v1/operator/people/${id}/restore`, { reason })).body.data.person.suspendedAt,
    ).toBeNull()
    expect(await live()).toBe(1)
  })
  test('the last owner can neither lose the role nor be suspended', async () => {
    const id = await idOf('olu@primp.test')
    expect((await send('PUT', `/v1/operator/people/${id}/roles`, { duties: [], reason })).body.code).toBe(
      'last_operator',
    )
    expect((await send('POST', `/v1/operator/people/${id}/suspend`, { reason })).body.code).toBe('last_operator')
  })
  test('an operator who loses the role loses all sessions', async () => {
    const id = await idOf('ana@primp.test')
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['support'] })
      .where('id', '=', id)
      .execute()
    const before = await signIn('ana@primp.test')
    expect((await get('/v1/operator/overview', before)).status).toBe(200)
    const after = await send('PUT', `/v1/operator/people/${id}/roles`, { duties: [], reason })
    expect(after.body.data.person).toMatchObject({ roles: ['customer'], duties: [] })
    expect((await get('/v1/operator/overview', before)).status).toBe(401)
    expect(await lastAct()).toMatchObject({
      act: 'account.roles',
      before: { roles: expect.arrayContaining(['operator']), duties: ['support'] },
      after: { roles: ['customer'], duties: [] },
    })
    expect((await send('POST', `/v1/operator/people/${id}/end-sessions`, { reason })).body.data).toEqual({ done: true })
  })
})

describe('Providers', () => {
  test('an artist is found, suspended separately, and restored unchanged', async () => {
    const { data } = (await get('/v1/operator/providers?text=mia-hol')).body
    const { id } = data.providers[0]
    expect(
      (await get(`/v1/operator/providers/${id}`)).body.data.services.find((s: { id: string }) => s.id === 'makeup'),
    ).toMatchObject({ status: 'active', currency: 'GBP' })
    await send('POST', `/v1/operator/providers/${id}/suspend`, { reason })
    expect((await rig.call('/v1/@/mia-hollis')).status).toBe(404)
    expect((await send('POST', `/v1/operator/providers/${id}/suspend`, { reason })).body.code).toBe('state_changed')
    const account = await idOf('mia@primp.test')
    await send('POST', `/v1/operator/people/${account}/suspend`, { reason })
    await send('POST', `/v1/operator/people/${account}/restore`, { reason })
    expect((await rig.call('/v1/@/mia-hollis')).status).toBe(404)
    expect((await send('POST', `/v1/operator/providers/${id}/restore`, { reason })).body.data.provider.state).toBe(
      'approved',
    )
    expect((await rig.call('/v1/@/mia-hollis')).status).toBe(200)
  })
  test('an operator can feature an artist until a future day', async () => {
    const { id, featured } = (await get('/v1/operator/providers?text=mia-hol')).body.data.providers[0]
    expect(
      (await send('PUT', `/v1/operator/providers/${id}/featured`, { until: '2026-11-19', reason })).body.code,
    ).toBe('date_past')
    expect(
      (await send('PUT', `/v1/operator/providers/${id}/featured`, { until: '2026-12-01', reason })).body.data.provider,
    ).toMatchObject({ featured: true, featuredUntil: '2026-12-01' })
    expect(
      (await send('PUT', `/v1/operator/providers/${id}/featured`, { until: null, reason })).body.data.provider.featured,
    ).toBe(false)
    await rig.database.db.updateTable('provider').set({ featured }).where('id', '=', id).execute()
  })
})
