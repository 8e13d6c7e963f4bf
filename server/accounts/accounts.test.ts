import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

// Each sign-in uses its own address, because the clock is fixed and the limit is ten a minute.
let signIns = 0
const logIn = (email: string, password: string, address = `127.0.1.${++signIns}`) =>
  rig.call('/v1/accounts/login', { method: 'POST', body: { email, password }, address })

test('each sample account signs in with its own roles', async () => {
  for (const [email, role] of [
    ['ana@primp.test', 'customer'],
    ['mia@primp.test', 'provider'],
    ['olu@primp.test', 'operator'],
  ] as const) {
    const { status, body } = await logIn(email, 'primp-sample-1')
    expect(status).toBe(200)
    expect(body.data.user.roles).toContain(role)
    expect(body.data.user).not.toHaveProperty('passwordHash')
    const me = await rig.call('/v1/accounts/me', { bearer: body.data.token })
    expect(me.body.data.user.email).toBe(email)
  }
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await logIn('ana@primp.test', 'not the password')
  const unknown = await logIn('nobody@mail.example', 'primp-sample-1')
  for (const answer of [wrong, unknown])
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', message: 'Email and password do not match.' },
    })
})

test('sample passwords work only from this machine', async () => {
  expect((await logIn('ana@primp.test', 'primp-sample-1', '203.0.113.9')).status).toBe(401)
})

test('registration reports each missing or invalid field', async () => {
  const { status, body } = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: 'leila@mail', password: '' },
  })
  expect(status).toBe(400)
  expect(body.errors).toEqual(
    expect.arrayContaining([
      { path: 'email', message: 'Email address is not valid' },
      { path: 'password', message: 'Password is required' },
    ]),
  )
})

test('signing out invalidates the token; a forged, expired or missing token gives no access', async () => {
  const { body } = await logIn('ana@primp.test', 'primp-sample-1')
  const { token } = body.data
  const left = await rig.call('/v1/accounts/logout', { method: 'POST', body: {}, bearer: token })
  expect(left.status).toBe(200)
  expect(left.headers.getSetCookie()).toEqual(
    ['primp_visitor', 'primp_session'].map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`),
  )
  expect((await rig.call('/v1/accounts/me', { bearer: token })).body.code).toBe('session_ended')
  expect((await rig.call('/v1/accounts/me', { bearer: `${token}x` })).body.code).toBe('session_ended')
  expect((await rig.call('/v1/accounts/me')).body.code).toBe('not_signed_in')
  expect((await rig.call('/v1/accounts/logout', { method: 'POST', body: {} })).status).toBe(401)

  const later = (await logIn('olu@primp.test', 'primp-sample-1')).body.data.token
  rig.at(new Date(testNow.getTime() + 13 * 3_600_000))
  expect((await rig.call('/v1/accounts/me', { bearer: later })).body.code).toBe('session_ended')
  rig.at(testNow)
})

test('one account never sees the searches of another', async () => {
  const ana = (await logIn('ana@primp.test', 'primp-sample-1')).body.data.token
  const mia = (await logIn('mia@primp.test', 'primp-sample-1')).body.data.token
  const ids = async (bearer: string) =>
    (await rig.call('/v1/accounts/me', { bearer })).body.data.searches.map((s: { id: string }) => s.id)
  const [hers, others] = [await ids(ana), await ids(mia)]
  expect(hers.length).toBeGreaterThan(0)
  expect(others.filter((id: string) => hers.includes(id))).toEqual([])
})

test('after ten sign-ins in a minute, the next one must solve a challenge or wait', async () => {
  const address = '198.51.100.77'
  for (let i = 0; i < 10; i++) expect((await logIn(`nobody${i}@mail.example`, 'x', address)).status).toBe(401)
  const { status, body, headers } = await logIn('nobody@mail.example', 'x', address)
  expect(status).toBe(429)
  expect(body.code).toBe('challenge_required')
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const kept = await rig.database.db.selectFrom('rate_window').select('bucket').execute()
  expect(kept.every(({ bucket }) => !bucket.includes(address))).toBe(true)
})
