import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

const email = 'ordinary@journey.example'
// A household shares this address, and the fixed clock puts all calls into one minute.
const address = '203.0.113.150'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(async () => {
  const { db } = rig.database
  const mine = db.selectFrom('account').select('id').where('email', '=', email)
  await db.deleteFrom('freed_alert').where('email', '=', email).execute()
  const searches = db.selectFrom('search').select('id').where('account_id', 'in', mine)
  await db.deleteFrom('quote').where('search_id', 'in', searches).execute()
  await db.deleteFrom('search').where('account_id', 'in', mine).execute()
  await db.deleteFrom('outbox').where('address', '=', email).execute()
  await db.deleteFrom('account').where('email', '=', email).execute()
})

const search = (finishTime: string) => ({
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  finishTime,
  services: ['makeup'],
  location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
})

test('an ordinary customer journey within one minute never reaches a rate limit', async () => {
  const seen: [string, number][] = []
  let cookie = ''
  let bearer = ''
  const call = async (method: string, path: string, body?: object) => {
    const answer = await rig.call(path, {
      method,
      address,
      ...(body ? { body } : {}),
      ...(cookie ? { cookie } : {}),
      ...(bearer ? { bearer } : {}),
    })
    cookie = answer.cookie ?? cookie
    seen.push([`${method} ${path}`, answer.status])
    return answer.body.data
  }
  for (const text of ['hac', 'hack', 'hackn', 'hackney']) await call('GET', `/v1/places?text=${text}`)
  let id = ''
  for (const time of ['13:30', '13:00', '12:30', '12:00', '11:30', '13:30']) {
    id = (await call('POST', '/v1/quotes/', search(time))).search.id
    for (const type of ['mobile', 'studio']) await call('GET', `/v1/quotes/${id}?type=${type}`)
    await call('GET', `/v1/quotes/${id}/@/mia-hollis`)
  }
  await call('POST', `/v1/quotes/${id}/alert`, { email })
  await call('POST', `/v1/quotes/${id}/send-me`, { email })
  const person = {
    name: 'Ora Dinn',
    email,
    password: 'three plain words',
    acceptTerms: true,
    adult: true,
    country: 'GB',
  }
  await call('POST', '/v1/accounts/register', { ...person, password: 'short' })
  bearer = (await call('POST', '/v1/accounts/register', person)).token
  await call('GET', '/v1/accounts/me')
  await call('GET', '/v1/accounts/me/details')
  await call('POST', '/v1/accounts/me/verification', {})
  for (const code of ['000000', '000001']) await call('POST', '/v1/accounts/me/verification/code', { code })
  await call('PATCH', '/v1/accounts/me', { name: 'Ora Dinn', mobile: '07700 900123' })
  await call('PUT', '/v1/accounts/me/notices', { notices: { alerts: { mail: false } } })
  await call('POST', '/v1/accounts/logout', {})
  bearer = ''
  for (let i = 0; i < 8; i++) await call('POST', '/v1/accounts/login', { email, password: 'which one was it' })
  for (let i = 0; i < 2; i++) await call('POST', '/v1/accounts/forgot-password', { email })
  for (let i = 0; i < 2; i++) await call('POST', '/v1/accounts/magic-link', { email })
  bearer = (await call('POST', '/v1/accounts/login', person)).token
  await call('POST', '/v1/accounts/me/export', {})
  expect(seen.filter(([, status]) => status === 429)).toEqual([])
  expect(seen.filter(([, status]) => status >= 500)).toEqual([])
  expect(seen.length).toBeGreaterThan(45)
})
