import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRequester, createTestAddress } from '#server/testing/clients.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestPasskey } from '#server/testing/passkeys.ts'

const password = 'seven otters wandering'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer'], duties: [] })
    .where('name', '=', 'Nora Finch')
    .execute()
})

const away = () => createTestAddress().replace(/^127/, '203')
const call = (path: string, method = 'GET', bearer = '', body: object = {}, address = away()) =>
  rig.call(path, { method, address, ...(bearer ? { bearer } : {}), ...(method === 'GET' ? {} : { body }) })
async function someone({ operator = false } = {}) {
  const { email } = createRequester()
  const { body } = await call('/v1/accounts/register', 'POST', '', {
    name: 'Nora Finch',
    email,
    password,
    acceptTerms: true,
    adult: true,
    country: 'GB',
  })
  if (operator)
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('id', '=', body.data.user.id)
      .execute()
  const login = async () =>
    (await call('/v1/accounts/login', 'POST', '', { email, password })).body.data.token as string
  return { email, id: body.data.user.id as string, login, bearer: await login() }
}
type Key = ReturnType<typeof createTestPasskey>
async function add(bearer: string, key: Key, name = 'Phone') {
  const asked = await call('/v1/accounts/me/passkeys/options', 'POST', bearer)
  if (asked.status !== 200) return asked
  const { options, state } = asked.body.data
  return call('/v1/accounts/me/passkeys', 'POST', bearer, { name, state, answer: key.make(options) })
}
async function signed(key: Key) {
  const { options, state } = (await call('/v1/accounts/passkey/options', 'POST')).body.data
  return { state, answer: key.sign(options) }
}
const enter = async (key: Key) => call('/v1/accounts/passkey', 'POST', '', await signed(key))

describe('Passkeys', () => {
  test('a passkey can be added, named, used to sign in and removed; adding the first one creates recovery codes', async () => {
    const { bearer, id } = await someone()
    const key = createTestPasskey()
    const added = await add(bearer, key)
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(new Set(added.body.data.recoveryCodes).size).toBe(10)
    const entered = await enter(key)
    expect(entered.body.data.user.id).toBe(id)
    const list = async () => (await call('/v1/accounts/me/factors', 'GET', bearer)).body.data
    expect(await list()).toMatchObject({ passkeys: [{ name: 'Phone' }], totp: false, recoveryCodes: 10 })
    await call(`/v1/accounts/me/passkeys/${key.id}`, 'PATCH', bearer, { name: 'Old phone' })
    expect((await list()).passkeys[0].name).toBe('Old phone')
    expect((await add(bearer, createTestPasskey(), 'Second')).body.data.recoveryCodes).toBeNull()
    expect(
      (await rig.call(`/v1/accounts/me/passkeys/${key.id}`, { method: 'DELETE', bearer, address: away() })).status,
    ).toBe(200)
    expect((await enter(key)).body.code).toBe('passkey_wrong')
  })

  test('a passkey works for this site only, once per challenge, and only with user verification', async () => {
    const { bearer } = await someone()
    for (const key of [
      createTestPasskey({ host: 'elsewhere.example' }),
      createTestPasskey({ from: 'https://elsewhere.example' }),
      createTestPasskey({ verifies: false }),
    ])
      expect((await add(bearer, key)).body.code).toBe('passkey_wrong')
    const key = createTestPasskey()
    await add(bearer, key)
    const once = await signed(key)
    expect((await call('/v1/accounts/passkey', 'POST', '', once)).status).toBe(200)
    expect((await call('/v1/accounts/passkey', 'POST', '', once)).body.code).toBe('passkey_wrong')
    const { state } = await signed(key)
    expect((await call('/v1/accounts/passkey', 'POST', '', { ...(await signed(key)), state })).body.code).toBe(
      'passkey_wrong',
    )
    expect((await enter(createTestPasskey())).body.code).toBe('passkey_wrong')
    key.turnBack()
    expect((await enter(key)).body.code).toBe('passkey_wrong')
    const late = await signed(key)
    rig.at(new Date(testNow.getTime() + 6 * 60_000))
    expect((await call('/v1/accounts/passkey', 'POST', '', late)).body.code).toBe('passkey_wrong')
  })

  test('a passkey cannot be added with the password alone', async () => {
    const { bearer, login } = await someone()
    await add(bearer, createTestPasskey())
    const thief = await login()
    expect((await add(thief, createTestPasskey())).body.code).toBe('second_factor_needed')
    expect((await call('/v1/accounts/me/totp', 'POST', thief)).body.code).toBe('second_factor_needed')
    expect((await call('/v1/accounts/me/recovery-codes', 'POST', thief)).body.code).toBe('second_factor_needed')
  })
})

describe('Second factor of operators', () => {
  test('an operator on another machine must set up a second factor first, and use it at every sign-in', async () => {
    const { bearer, login } = await someone({ operator: true })
    const overview = (of: string) => call('/v1/operator/overview', 'GET', of)
    expect((await overview(bearer)).body.code).toBe('second_factor_needed')
    expect((await call('/v1/accounts/me/details', 'GET', bearer)).body.code).toBe('second_factor_needed')
    expect((await call('/v1/accounts/me', 'GET', bearer)).body.data.needs).toBe('setup')
    const key = createTestPasskey()
    const { recoveryCodes } = (await add(bearer, key)).body.data
    expect((await overview(bearer)).status).toBe(200)

    const again = await login()
    expect((await overview(again)).body.code).toBe('second_factor_needed')
    expect((await call('/v1/accounts/me', 'GET', again)).body.data.needs).toBe('proof')
    expect((await call('/v1/accounts/step-up', 'POST', again, { password })).body.code).toBe('second_factor_needed')
    expect((await call('/v1/accounts/step-up', 'POST', again, { passkey: await signed(key) })).status).toBe(200)
    expect((await overview(again)).status).toBe(200)

    const lost = await login()
    const [code] = recoveryCodes
    expect((await call('/v1/accounts/step-up', 'POST', lost, { recovery: code.toUpperCase() })).status).toBe(200)
    expect((await overview(lost)).status).toBe(200)
    expect((await call('/v1/accounts/step-up', 'POST', await login(), { recovery: code })).body.code).toBe('code_wrong')
    expect(
      (await rig.call(`/v1/accounts/me/passkeys/${key.id}`, { method: 'DELETE', bearer: lost, address: away() })).body
        .code,
    ).toBe('last_factor')
    const entered = (await enter(key)).body.data.token
    expect((await overview(entered)).status).toBe(200)
  })

  test('an operator may use an authenticator app instead; each code works once', async () => {
    const { bearer, login } = await someone({ operator: true })
    const { secret, link } = (await call('/v1/accounts/me/totp', 'POST', bearer)).body.data
    expect(link).toMatch(/^otpauth:\/\/totp\/Primp/)
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const now = (seconds = 0) => app.generate({ timestamp: testNow.getTime() + seconds * 1000 })
    expect((await call('/v1/accounts/me/totp/confirm', 'POST', bearer, { code: '000000' })).body.code).toBe(
      'code_wrong',
    )
    expect((await call('/v1/accounts/me/totp/confirm', 'POST', bearer, { code: now() })).status).toBe(200)
    expect((await call('/v1/operator/overview', 'GET', bearer)).status).toBe(200)
    const again = await login()
    expect((await call('/v1/accounts/step-up', 'POST', again, { totp: now() })).body.code).toBe('code_wrong')
    rig.at(new Date(testNow.getTime() + 30_000))
    expect((await call('/v1/accounts/step-up', 'POST', again, { totp: now(30) })).status).toBe(200)
    const kept = await rig.database.db.selectFrom('totp').select('sealed').execute()
    expect(
      kept.every(({ sealed }) => !Buffer.from(sealed).includes(Buffer.from(Secret.fromBase32(secret).bytes))),
    ).toBe(true)
  })

  test('a sample operator on this machine signs in without a second factor', async () => {
    const { body } = await call(
      '/v1/accounts/login',
      'POST',
      '',
      { email: 'olu@primp.test', password: 'primp-sample-1' },
      '127.0.0.1',
    )
    expect((await call('/v1/operator/overview', 'GET', body.data.token)).status).toBe(200)
  })
})
