import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequester, createTestAddress } from '#server/testing/clients.ts'
import { getLastMail } from '#server/testing/requests.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

const password = 'seven otters wandering'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.at(testNow))

const minutes = (n: number) => rig.at(new Date(testNow.getTime() + n * 60_000))
const call = (path: string, method: string, bearer: string, body: object = {}) =>
  rig.call(path, { method, bearer, ...(method === 'GET' ? {} : { body }), address: createTestAddress() })
async function someone() {
  minutes(0)
  const { email } = createRequester()
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: { name: 'Nora Finch', email, password, acceptTerms: true, adult: true, country: 'GB' },
    address: createTestAddress(),
  })
  return { email, id: body.data.user.id as string, bearer: body.data.token as string }
}
const asking = [
  ['POST', '/v1/accounts/me/email', { email: 'thief@mail.example' }],
  ['POST', '/v1/accounts/me/password', { current: password, password: 'eight otters wandering' }],
  ['POST', '/v1/accounts/me/export', {}],
  ['POST', '/v1/accounts/me/totp', {}],
  ['POST', '/v1/accounts/me/passkeys/options', {}],
] as const

test('a session left open allows no sensitive action without a step-up', async () => {
  const { bearer } = await someone()
  minutes(6)
  for (const [method, path, body] of asking)
    expect((await call(path, method, bearer, body)).body.code, path).toBe('step_up_needed')
  expect((await call('/v1/accounts/me', 'GET', bearer)).status).toBe(200)
  expect((await call('/v1/accounts/step-up', 'GET', bearer)).body.data.ways).toEqual(['password'])
  expect((await call('/v1/accounts/step-up', 'POST', bearer, { password: 'not it' })).body.code).toBe('password_wrong')
  expect((await call('/v1/accounts/me/export', 'POST', bearer)).body.code).toBe('step_up_needed')
  expect((await call('/v1/accounts/step-up', 'POST', bearer, { password })).status).toBe(200)
  expect((await call('/v1/accounts/me/export', 'POST', bearer)).status).toBe(200)
  minutes(12)
  expect((await call('/v1/accounts/me/export', 'POST', bearer)).body.code).toBe('step_up_needed')
})

test('no step-up is needed immediately after signing in', async () => {
  const { bearer } = await someone()
  minutes(4)
  expect((await call('/v1/accounts/me/export', 'POST', bearer)).status).toBe(200)
})

test('a person without a password uses an emailed code for a step-up, and nobody with a password can use one instead', async () => {
  const { bearer, id, email } = await someone()
  minutes(6)
  expect((await call('/v1/accounts/step-up', 'POST', bearer, { code: '123456' })).body.code).toBe('code_wrong')
  await rig.database.db.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute()
  expect((await call('/v1/accounts/step-up', 'GET', bearer)).body.data.ways).toEqual(['mail'])
  await call('/v1/accounts/step-up/mail', 'POST', bearer)
  const code = (await getLastMail(rig, email, 'stepUp.code'))?.body.match(/\b\d{6}\b/)?.[0]
  expect((await call('/v1/accounts/step-up', 'POST', bearer, { code })).status).toBe(200)
  expect((await call('/v1/accounts/me/export', 'POST', bearer)).status).toBe(200)
})

test('guesses at a step-up are delayed like guesses at a login', async () => {
  const { bearer } = await someone()
  minutes(6)
  for (let i = 0; i < 10; i++) await call('/v1/accounts/step-up', 'POST', bearer, { password: 'not it' })
  expect((await call('/v1/accounts/step-up', 'POST', bearer, { password })).body.code).toBe('sign_in_throttled')
})
