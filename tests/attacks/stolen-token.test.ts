import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearSessionCookie, createSessionSecret, hashSessionSecret } from '#server/platform/http/cookies.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { createTestAddress } from '#server/testing/clients.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => rig.at(testNow))
afterAll(() => rig.at(testNow))

const signIn = async (who: 'ana' | 'olu', address = createTestAddress()): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
      address,
    })
  ).body.data.token
/** Calls with a stolen token, with or without another cookie. */
const asThief = (path: string, token: string, cookie = '') =>
  rig.api.request(
    path,
    { headers: { authorization: `Bearer ${token}`, ...(cookie ? { cookie } : {}) } },
    { address: createTestAddress() },
  )
const me = (bearer: string) => rig.call('/v1/accounts/me', { bearer })
const minutes = (n: number) => rig.at(new Date(testNow.getTime() + n * 60_000))

test('a token is useless without the cookie of its own session, and the cookie without the token', async () => {
  const [ana, olu] = [await signIn('ana'), await signIn('olu')]
  expect((await me(ana)).status).toBe(200)
  for (const cookie of ['', rig.cookieOf(olu), 'primp_session=', `primp_session=${'x'.repeat(43)}`])
    expect((await asThief('/v1/accounts/me', ana, cookie)).status, cookie).toBe(401)
  expect((await asThief('/v1/operator/overview', olu)).status).toBe(401)
  const alone = await rig.api.request('/v1/accounts/me', { headers: { cookie: rig.cookieOf(ana) } }, { address: '' })
  expect(alone.status).toBe(401)
})

test('the live stream needs both token and cookie', async () => {
  const ana = await signIn('ana')
  const { token } = (await rig.call('/v1/live/token', { method: 'POST', body: {}, bearer: ana })).body.data
  for (const cookie of ['', `primp_session=${'x'.repeat(43)}`])
    expect((await rig.api.request(`/v1/live?token=${token}`, { headers: { cookie } }, { address: '' })).status).toBe(
      401,
    )
})

test('scripts cannot read the cookie, other sites cannot send it, and logging out deletes it', async () => {
  const { headers, body } = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: 'ana@primp.test', password: 'primp-sample-1' },
  })
  expect(headers.getSetCookie().find((line) => line.startsWith('primp_session='))).toMatch(
    /^primp_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  )
  const left = await rig.call('/v1/accounts/logout', { method: 'POST', body: {}, bearer: body.data.token })
  expect(left.headers.getSetCookie()).toContain('primp_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

test("impersonation depends on the operator's own cookie", async () => {
  const olu = await signIn('olu')
  const ana = (await me(await signIn('ana'))).body.data.user
  const offered = await rig.call(`/v1/operator/people/${ana.id}/login-as`, {
    method: 'POST',
    body: { reason: 'a booking that does not open' },
    bearer: olu,
  })
  const acting = await rig.call('/v1/accounts/login-as/spend', {
    method: 'POST',
    body: { token: offered.body.data.path.replace('/login-as/', '') },
    bearer: olu,
  })
  expect(acting.headers.getSetCookie()).toEqual([])
  const { token } = acting.body.data
  expect((await asThief('/v1/accounts/me', token)).status).toBe(401)
  expect((await asThief('/v1/accounts/me', token, rig.cookieOf(await signIn('olu')))).status).toBe(401)
  expect((await (await asThief('/v1/accounts/me', token, rig.cookieOf(olu))).json()).data.user.id).toBe(ana.id)
})

test('an operator is logged out after exactly half an hour of inactivity, and other people are not', async () => {
  const [ana, olu] = [await signIn('ana'), await signIn('olu')]
  for (const at of [25, 50, 79]) {
    minutes(at)
    expect((await me(olu)).status, `${at} minutes`).toBe(200)
  }
  minutes(79 + 32)
  expect((await me(olu)).body.code).toBe('session_ended')
  expect((await me(ana)).status).toBe(200)
  minutes(40 * 24 * 60)
  expect((await me(ana)).status).toBe(401)
})

test('the list of devices shows a coarse location of each sign-in, and its owner can end all of them', async () => {
  const away = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'ana@primp.test', password: 'primp-sample-1' },
      headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/600' },
    })
  ).body.data.token
  const here = await signIn('ana', '127.0.0.1')
  const { data } = (await rig.call('/v1/accounts/me/sessions', { bearer: here })).body
  expect(data.find((one: { current: boolean }) => one.current)).toMatchObject({ network: '127.0.0.0/24' })
  expect((await rig.call('/v1/accounts/me/sessions/end-all', { method: 'POST', body: {}, bearer: here })).status).toBe(
    200,
  )
  for (const bearer of [away, here]) expect((await me(bearer)).body.code).toBe('session_ended')
})

test('on https the cookie name has a prefix that other hosts and plain pages cannot set', () => {
  const { line, hash } = createSessionSecret(true, 60)
  expect(line).toMatch(/^__Host-primp_session=[\w-]{43}; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax; Secure$/)
  const cookie = line.split(';')[0] ?? ''
  expect(hashSessionSecret(`a=b; ${cookie}; c=d`, true)).toEqual(hash)
  expect(hashSessionSecret(cookie.replace('__Host-', ''), true)).toBeNull()
  expect(hashSessionSecret(`x${cookie}`, true)).toBeNull()
  expect(clearSessionCookie(true)).toBe('__Host-primp_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure')
})
