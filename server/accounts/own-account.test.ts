import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

const home = 'own.example'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
let rig: TestRig
let callers = 0
let people = 0
const at = () => `127.3.${callers >> 8}.${callers++ & 255}`
const call = (path: string, bearer: string, method = 'GET', body?: object) =>
  rig.call(`/v1/accounts/${path}`, { method, bearer, address: at(), ...(body ? { body } : {}) })
const password = 'three plain words'
async function newcomer(headers: Record<string, string> = {}) {
  const email = `p${++people}@${home}`
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    address: at(),
    headers,
    body: { name: 'Kit Vale', email, password, acceptTerms: true, adult: true, country: 'GB' },
  })
  return { email, token: body.data.token as string, id: body.data.user.id as string }
}
const signIn = async (email: string, headers: Record<string, string> = {}, secret = password) =>
  (await rig.call('/v1/accounts/login', { method: 'POST', address: at(), headers, body: { email, password: secret } }))
    .body.data?.token as string
const mailTo = (address: string, kind: string) =>
  rig.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('address', '=', address)
    .where('kind', '=', kind)
    .executeTakeFirst()
const tokenIn = (mail: { body: string } | undefined) => mail?.body.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? ''

beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').where('address', 'like', `%@${home}`).execute()
  const mine = rig.database.db.selectFrom('account').select('id').where('email', 'like', `%@${home}`)
  await rig.database.db.deleteFrom('search').where('account_id', 'in', mine).execute()
  await rig.database.db.deleteFrom('account').where('email', 'like', `%@${home}`).execute()
})

test('nobody else can read or change an account', async () => {
  const paths = [
    ['GET', 'me/details'],
    ['PATCH', 'me'],
    ['POST', 'me/email'],
    ['POST', 'me/verification'],
    ['POST', 'me/verification/code'],
    ['POST', 'me/password'],
    ['GET', 'me/sessions'],
    ['DELETE', 'me/sessions/00000000-0000-4000-8000-000000000000'],
    ['POST', 'me/sessions/end-others'],
    ['PUT', 'me/notices'],
    ['PUT', 'me/cookies'],
    ['POST', 'me/export'],
    ['GET', 'me/export/00000000-0000-4000-8000-000000000000'],
    ['POST', 'me/delete'],
  ]
  for (const [method, path] of paths) {
    const answer = await rig.call(`/v1/accounts/${path}`, {
      method,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    })
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'not_signed_in'])
  }
  const [kit, other] = [await newcomer(), await newcomer()]
  const made = (await call('me/export', kit.token, 'POST', {})).body.data
  expect((await call(`me/export/${made.id}`, other.token)).body.code).toBe('not_found')
  const [device] = (await call('me/sessions', kit.token)).body.data
  expect((await call(`me/sessions/${device.id}`, other.token, 'DELETE')).body.code).toBe('not_found')
  expect((await call('me', kit.token)).status).toBe(200)
})

test('a name is saved as typed and a number as E.164; an empty number removes the saved one', async () => {
  const { token } = await newcomer()
  expect(
    (await call('me', token, 'PATCH', { name: ' Kit Marlow ', mobile: '020 7946 0018' })).body.data.user,
  ).toMatchObject({ name: 'Kit Marlow', mobile: '+442079460018' })
  expect((await call('me', token, 'PATCH', { mobile: '(415) 555-0132', country: 'US' })).body.data.user.mobile).toBe(
    '+14155550132',
  )
  expect((await call('me/details', token)).body.data.mobile).toEqual({ text: '(415) 555-0132', country: 'US' })
  await call('me', token, 'PATCH', { mobile: '07700 900123', country: 'GB' })
  expect((await call('me', token)).body.data.mobile).toBe('07700 900123')
  await call('me', token, 'PATCH', { mobile: '+49 30 901820', country: 'GB' })
  expect((await call('me/details', token)).body.data.mobile).toEqual({ text: '+49 30 901820', country: null })
  expect((await call('me', token, 'PATCH', { mobile: '1' })).body).toMatchObject({
    code: 'mobile_invalid',
    errors: [{ path: 'mobile' }],
  })
  expect((await call('me', token, 'PATCH', { mobile: '' })).body.data.user).toMatchObject({
    name: 'Kit Marlow',
    mobile: null,
  })
})

test('a new address takes effect when its link is opened; the old address is notified at once', async () => {
  const { email, token, id } = await newcomer()
  const [fresh, taken] = [`new${id.slice(0, 4)}@${home}`, (await newcomer()).email]
  expect((await call('me/email', token, 'POST', { email: taken })).body).toMatchObject({
    code: 'email_taken',
    errors: [{ path: 'email' }],
  })
  expect((await call('me/email', token, 'POST', { email: fresh })).body.data).toEqual({ sent: true })
  expect((await call('me/details', token)).body.data).toMatchObject({
    pendingEmail: fresh,
    emailVerified: false,
    user: { email },
  })
  expect((await mailTo(email, 'email.changed'))?.body).toContain(fresh)
  const link = tokenIn(await mailTo(fresh, 'verify.email'))
  expect((await call('me/email/confirm', token, 'POST', { token: link })).body.data).toEqual({
    name: 'Kit Vale',
    email: fresh,
  })
  expect((await call('me/email/confirm', token, 'POST', { token: link })).body.code).toBe('link_used')
  expect((await call('me/details', token)).body.data).toMatchObject({
    pendingEmail: null,
    emailVerified: true,
    user: { email: fresh },
  })
  expect(await signIn(email)).toBeUndefined()
  expect(await signIn(fresh)).toBeTruthy()
})

test('the code in the email also verifies the address, once', async () => {
  const { email, token } = await newcomer()
  const code = (await mailTo(email, 'verify.email'))?.body.match(/\b\d{6}\b/)?.[0] ?? ''
  expect(
    (await call('me/verification/code', token, 'POST', { code: code === '000000' ? '111111' : '000000' })).body.code,
  ).toBe('code_wrong')
  expect((await call('me/verification/code', token, 'POST', { code })).status).toBe(200)
  expect((await call('me/details', token)).body.data.emailVerified).toBe(true)
  expect((await call('me/verification/code', token, 'POST', { code })).body.code).toBe('code_wrong')
  expect((await call('me/verification', token, 'POST', {})).body.data).toEqual({ sent: true })
})

test('a new password requires the old one and ends every other session', async () => {
  const { email, token } = await newcomer()
  const elsewhere = await signIn(email)
  expect(
    (await call('me/password', token, 'POST', { current: 'wrong', password: 'four plain words' })).body,
  ).toMatchObject({ code: 'password_wrong', errors: [{ path: 'current' }] })
  expect((await call('me/password', token, 'POST', { current: password, password: 'short' })).body.code).toBe(
    'password_weak',
  )
  expect((await call('me/password', token, 'POST', { current: password, password: 'four plain words' })).status).toBe(
    200,
  )
  expect((await call('me', token)).status).toBe(200)
  expect((await call('me', elsewhere)).body.code).toBe('session_ended')
  expect(await mailTo(email, 'password.changed')).toBeTruthy()
  const acts = await rig.database.db.selectFrom('audit').select(['act']).where('act', '=', 'password.change').execute()
  expect(acts.length).toBeGreaterThan(0)
})

test('devices are listed by type, and are signed out one by one or all at once', async () => {
  const { email, token } = await newcomer()
  const onPhone = await signIn(email, { 'user-agent': phone })
  const third = await signIn(email)
  const list = (await call('me/sessions', onPhone)).body.data
  expect(list).toHaveLength(3)
  expect(list.find((d: { current: boolean }) => d.current)).toMatchObject({ device: 'Safari, iPhone', current: true })
  const [other] = list.filter((d: { device: string }) => d.device === '')
  expect((await call(`me/sessions/${other.id}`, onPhone, 'DELETE')).status).toBe(200)
  expect((await call(`me/sessions/${other.id}`, onPhone, 'DELETE')).body.code).toBe('not_found')
  expect((await call('me/sessions', onPhone)).body.data).toHaveLength(2)
  expect((await call('me/sessions/end-others', onPhone, 'POST', {})).status).toBe(200)
  expect((await call('me', onPhone)).status).toBe(200)
  for (const ended of [token, third]) expect((await call('me', ended)).body.code).toBe('session_ended')
})

test('the cookie choice is saved with the account and applies in every browser where its owner signs in', async () => {
  const { token } = await newcomer()
  expect((await call('me/cookies', token, 'PUT', { choice: 'pending' })).status).toBe(400)
  expect((await call('me/cookies', token, 'PUT', { choice: 'necessary' })).body.data).toEqual({ choice: 'necessary' })
  expect((await call('me', token)).body.data.user.cookieChoice).toBe('necessary')
  const { token: other } = await newcomer()
  expect((await call('me', other)).body.data.user.cookieChoice).toBeNull()
})

test('notification settings and quiet hours are saved; quiet hours without an end time are refused', async () => {
  const { token } = await newcomer()
  const wanted = { notices: { alerts: { mail: false } }, quietFrom: '22:00', quietTo: '07:30' }
  expect((await call('me/notices', token, 'PUT', wanted)).status).toBe(200)
  expect((await call('me/details', token)).body.data).toMatchObject(wanted)
  expect((await call('me/notices', token, 'PUT', { ...wanted, quietTo: null })).body).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'quietTo' }],
  })
  expect((await call('me/notices', token, 'PUT', { notices: { money: { mail: false } } })).status).toBe(400)
})

test('a data export has all data about its owner and about nobody else, and is available for three days', async () => {
  const { email, token } = await newcomer()
  const { cookie, body } = await rig.call('/v1/quotes/', { method: 'POST', address: at(), body: search })
  await rig.call('/v1/accounts/login', { method: 'POST', address: at(), cookie, body: { email, password } })
  const made = (await call('me/export', token, 'POST', {})).body.data
  const file = (await call(`me/export/${made.id}`, token)).body.data
  expect(file.fileName).toBe('primp-2026-11-20.json')
  expect(file.content.account[0]).toMatchObject({ email, name: 'Kit Vale' })
  expect(file.content.searches.map((s: { id: string }) => s.id)).toEqual([body.data.search.id])
  expect(file.content.termsAccepted).toHaveLength(1)
  expect(file.content.sessions).toHaveLength(2)
  const text = JSON.stringify(file.content)
  expect(text).not.toMatch(/argon2|password_hash|token_hash|visitor_hash/)
  expect(text).not.toContain('@primp.test')
  // A code that is still valid is not exported.
  expect(file.content.notices.find((n: { kind: string }) => n.kind === 'verify.email').text).toBe('')
  expect((await mailTo(email, 'export.ready'))?.body).toContain('/customer-dashboard/account#export')
  expect((await call('me/details', token)).body.data.exported.id).toBe(made.id)
  rig.at(new Date(testNow.getTime() + 3 * 86_400_000 + 1000))
  expect((await call(`me/export/${made.id}`, token)).body.code).toBe('not_found')
})

const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  finishTime: '13:30',
  services: ['makeup'],
  location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
}

test('deleting an account by the emailed link removes all personal data', async () => {
  const { email, token, id } = await newcomer()
  const { cookie, body } = await rig.call('/v1/quotes/', { method: 'POST', address: at(), body: search })
  await rig.call('/v1/accounts/login', { method: 'POST', address: at(), cookie, body: { email, password } })
  expect((await call('me/delete', token, 'POST', {})).body.data).toEqual({ sent: true })
  const link = tokenIn(await mailTo(email, 'account.delete.asked'))
  const done = await call('me/delete/confirm', token, 'POST', { token: link })
  expect(done.body.data).toEqual({ keptUntil: '2032-12-31' })
  expect((await call('me', token)).body.code).toBe('session_ended')
  expect(await signIn(email)).toBeUndefined()
  const row = await rig.database.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    name: 'Deleted',
    email: `deleted-${id}@deleted.invalid`,
    mobile: null,
    password_hash: null,
  })
  expect(
    await rig.database.db.selectFrom('search').select('id').where('id', '=', body.data.search.id).executeTakeFirst(),
  ).toBeUndefined()
  const left = await rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'account_id'])
    .where('address', '=', email)
    .execute()
  expect(left).toEqual([{ kind: 'account.deleted', account_id: null }])
  const other = await newcomer()
  expect((await call('me/delete/confirm', other.token, 'POST', { token: link })).body.code).toBe('link_expired')
})

test('an artist who deletes the account disappears from search; a future booking prevents the deletion', async () => {
  const { email, token, id } = await newcomer()
  const { db } = rig.database
  const provider = await db
    .insertInto('provider')
    .values({
      account_id: id,
      slug: 'kit-vale-leaving',
      name: 'Kit Vale',
      state: 'approved',
      country_code: 'GB',
      lat: 51.5,
      lng: -0.1,
      area: 'Camden',
      tz: 'Europe/London',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = new Date('2026-12-05T10:00:00Z')
  const busy = await db
    .insertInto('busy')
    .values({
      provider_id: provider.id,
      kind: 'appointment',
      event_date: '2026-12-05',
      during: `[${day.toISOString()},${new Date(day.getTime() + 3_600_000).toISOString()})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await call('me/delete', token, 'POST', {})).body).toMatchObject({
    code: 'open_bookings',
    detail: { date: '2026-12-05' },
  })
  await db.deleteFrom('busy').where('id', '=', busy.id).execute()
  await call('me/delete', token, 'POST', {})
  expect((await rig.call('/v1/@/kit-vale-leaving')).status).toBe(200)
  expect(
    (await call('me/delete/confirm', token, 'POST', { token: tokenIn(await mailTo(email, 'account.delete.asked')) }))
      .status,
  ).toBe(200)
  expect((await rig.call('/v1/@/kit-vale-leaving')).status).toBe(404)
  expect(
    await db
      .selectFrom('provider')
      .select(['name', 'state', 'account_id'])
      .where('id', '=', provider.id)
      .executeTakeFirst(),
  ).toEqual({ name: 'Deleted', state: 'paused', account_id: null })
  await db.deleteFrom('provider').where('id', '=', provider.id).execute()
})

test('the last operator cannot delete the account', async () => {
  const olu = await signIn('olu@primp.test', {}, 'primp-sample-1')
  expect((await call('me/delete', olu, 'POST', {})).body.code).toBe('last_operator')
})
