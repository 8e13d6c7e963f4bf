import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personalDataLimits } from '#contract/privacy/personal-data.ts'
import { sendVouchers } from '#server/payments/voucher-sales.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { createTestVoucher } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'

let rig: TestRig
let people = 0
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const call = (path: string, method = 'GET', body?: unknown) =>
  rig.call(path, { method, ...(body === undefined ? {} : { body }), address: createTestAddress() })
const ask = (email: string) => call('/v1/personal-data/links', 'POST', { email })
const later = (minutes: number) => rig.at(new Date(testNow.getTime() + minutes * 60_000))

const listTokens = async (email: string): Promise<string[]> =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('address', '=', email)
      .where('kind', '=', 'personal.data')
      .orderBy('created_at')
      .execute()
  ).map(({ body }) => /\/your-data\/([\w-]+)/.exec(body)?.[1] ?? '')

/** Asks for a link, opens it and returns the calls of the page. */
async function opened(email: string) {
  await ask(email)
  const token = (await listTokens(email)).at(-1) ?? ''
  const { key } = (await call('/v1/personal-data/open', 'POST', { token })).body.data
  const path = `/v1/personal-data/${key}`
  return { token, key, path, read: async () => (await call(path)).body.data?.data }
}

/** A guest with answers at a booking, a client of the same artist, and the recipient of a voucher: one person. */
async function zoe() {
  const slug = `data-${++people}`
  const email = `zoe-${people}@mail.example`
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const theirs = await createTestClient(rig, artist.accountId)
  const leila = await createTestVisitor(rig, {
    services: ['makeup', 'makeup'],
    people: [{ count: 2, services: ['makeup'] }],
  })
  const { id } = await leila.book(slug)
  const { guests } = (await leila.call(`/v1/bookings/${id}/guests`, 'POST', { person: 2 })).body.data.appointment
  const said = { name: 'Zoe', services: ['makeup'], look: 'Soft waves', allergies: 'Latex', allergiesConsent: true }
  await call(`/v1/guests/${guests[1].key}`, 'PUT', { ...said, email })
  const { clientId } = (
    await theirs('/v1/providers/me/own-clients', 'POST', {
      name: 'Zoe Marsh',
      email: email.toUpperCase(),
      phone: '07700 900877',
      note: 'Always late',
    })
  ).body.data
  const voucher = await createTestVoucher(rig, { toName: 'Zoe', toEmail: email, message: 'For you' })
  await sendVouchers(createJobContext(rig, 'test'))
  const booking = async () => (await leila.call(`/v1/bookings/${id}`)).body.data.appointment
  return { email, artist, theirs, clientId, voucher, booking }
}

test('a person without an account sees what is saved with their address, by kind, and whose it is', async () => {
  const { email, artist, clientId, voucher } = await zoe()
  const { read } = await opened(email)
  const data = await read()
  expect(data).toMatchObject({
    email,
    hasAccount: false,
    isHeld: false,
    guests: [{ name: 'Zoe', look: 'Soft waves', allergies: 'Latex', allergiesConsentAt: testNow.toISOString() }],
    clients: [{ id: clientId, artist: { slug: artist.slug }, name: 'Zoe Marsh', hasNotes: true, requests: [] }],
    vouchers: [{ id: voucher.id, name: 'Zoe', message: 'For you' }],
    payments: [],
  })
  expect(JSON.stringify(data)).not.toContain('Always late')
})

test('the answer is the same for unknown addresses, which get no mail, and an address gets three links an hour', async () => {
  const { email } = await zoe()
  const [known, unknown] = [await ask(email), await ask('nobody-here@mail.example')]
  expect(unknown.body.data).toEqual(known.body.data)
  expect([unknown.status, known.status]).toEqual([200, 200])
  expect(await listTokens('nobody-here@mail.example')).toEqual([])
  for (let n = 0; n < 4; n++) expect((await ask(email)).status).toBe(200)
  expect(await listTokens(email)).toHaveLength(personalDataLimits.linksAnHour)
  later(61)
  await ask(email)
  expect(await listTokens(email)).toHaveLength(personalDataLimits.linksAnHour + 1)
})

test('a link opens once and for half an hour, and its page closes after an hour', async () => {
  const { email } = await zoe()
  const { token, path } = await opened(email)
  const open = (of: string) => call('/v1/personal-data/open', 'POST', { token: of })
  expect((await open(token)).body.code).toBe('link_used')
  expect((await open('made-up')).body.code).toBe('link_expired')
  // The token of the mail opens the page, and is not its key.
  expect((await call(`/v1/personal-data/${token}`)).body.code).toBe('link_expired')
  // Mails are listed by the minute they were written.
  later(1)
  await ask(email)
  later(1 + personalDataLimits.linkMinutes + 1)
  expect((await open((await listTokens(email)).at(-1) ?? '')).body.code).toBe('link_expired')
  expect((await call(path)).status).toBe(200)
  later(personalDataLimits.pageMinutes + 1)
  expect((await call(path)).body.code).toBe('link_expired')
})

test('a guest corrects and deletes what they said, and the booking shows it', async () => {
  const { email, booking } = await zoe()
  const { path, read } = await opened(email)
  const [guest] = (await read()).guests
  const correct = (body: object) => call(`${path}/guests/${guest.id}`, 'PUT', body)
  expect((await correct({ name: 'Zoë', allergies: 'Nickel' })).body).toMatchObject({
    code: 'health_consent_missing',
    errors: [{ path: 'allergiesConsent' }],
  })
  expect((await correct({ name: 'Zoë, insta: zoe' })).body.code).toBe('contact_details')
  const corrected = await correct({ name: 'Zoë', allergies: 'Nickel', allergiesConsent: true })
  expect(corrected.body.data.data.guests).toMatchObject([{ name: 'Zoë', look: '', allergies: 'Nickel' }])
  expect((await booking()).guests[1]).toMatchObject({ name: 'Zoë', allergies: 'Nickel' })

  expect((await call(`${path}/guest/${guest.id}`, 'DELETE')).body.data.data.guests).toEqual([])
  expect((await booking()).guests[1]).toMatchObject({ name: '', allergies: '', answeredAt: null })
  expect((await call(`${path}/guest/${guest.id}`, 'DELETE')).body.code).toBe('not_found')
})

test('an artist is asked to correct or delete the entry of a client, once, and ends the request', async () => {
  const { email, theirs, clientId } = await zoe()
  const { path, read } = await opened(email)
  const request = (body: object) => call(`${path}/clients/${clientId}/requests`, 'POST', body)
  expect((await request({ kind: 'correct' })).body.code).toBe('correction_missing')
  const asked = await request({ kind: 'correct', details: 'My name is Zoë.' })
  expect(asked.body.data.data.clients[0].requests).toMatchObject([{ kind: 'correct', doneAt: null }])
  await request({ kind: 'correct', details: 'Again.' })
  await request({ kind: 'delete' })
  const mails = await rig.database.db
    .selectFrom('outbox')
    .select('kind')
    .where('kind', 'like', 'client.data.%')
    .where('body', 'like', '%Zoe Marsh%')
    .orderBy('kind')
    .execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['client.data.correct', 'client.data.delete'])
  const { requests } = (await theirs('/v1/providers/me/client-data-requests')).body.data
  expect(requests).toMatchObject([
    { client: { id: clientId, name: 'Zoe Marsh' }, kind: 'correct', details: 'My name is Zoë.' },
    { kind: 'delete', details: '' },
  ])
  const finish = `/v1/providers/me/client-data-requests/${requests[0].id}/done`
  const other = await createTestProviderWithAccount(rig, { slug: `other-${people}` })
  expect((await (await createTestClient(rig, other.accountId))(finish, 'POST', {})).body.code).toBe('not_found')
  expect((await theirs(finish, 'POST', {})).status).toBe(200)
  expect((await theirs(finish, 'POST', {})).body.code).toBe('state_changed')
  expect((await read()).clients[0].requests[0].doneAt).toBe(testNow.toISOString())
  await theirs(`/v1/providers/me/own-clients/${clientId}`, 'DELETE')
  expect((await read()).clients).toEqual([])
})

test('the recipient of a voucher corrects and deletes their name, and the voucher keeps its value', async () => {
  const { email, voucher } = await zoe()
  const { path } = await opened(email)
  const corrected = await call(`${path}/vouchers/${voucher.id}`, 'PUT', { name: 'Zoë Marsh' })
  expect(corrected.body.data.data.vouchers).toMatchObject([{ name: 'Zoë Marsh' }])
  expect((await call(`${path}/voucher/${voucher.id}`, 'DELETE')).body.data.data.vouchers).toEqual([])
  const row = await rig.database.db
    .selectFrom('voucher')
    .selectAll()
    .where('id', '=', voucher.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ to_name: 'A customer', to_email: null, message: '', state: 'live' })
  expect(row.left_minor).toBe(row.amount_minor)
})

test('nobody reads or changes the data of another address', async () => {
  const [one, two] = [await zoe(), await zoe()]
  const [theirs, mine] = [await opened(one.email), await opened(two.email)]
  const [guest] = (await theirs.read()).guests
  const answer = { name: 'Eve' }
  expect((await call(`${mine.path}/guests/${guest.id}`, 'PUT', answer)).body.code).toBe('not_found')
  expect((await call(`${mine.path}/vouchers/${one.voucher.id}`, 'PUT', answer)).body.code).toBe('not_found')
  const request = `${mine.path}/clients/${one.clientId}/requests`
  expect((await call(request, 'POST', { kind: 'delete' })).body.code).toBe('not_found')
  for (const [kind, id] of [
    ['guest', guest.id],
    ['voucher', one.voucher.id],
    ['alert', 'p1'],
    ['review', guest.id],
  ])
    expect((await call(`${mine.path}/${kind}/${id}`, 'DELETE')).body.code, kind).toBe('not_found')
  expect((await call(`/v1/personal-data/${'x'.repeat(43)}`)).body.code).toBe('link_expired')
})

test('a legal hold on the address stops deletion, and is shown', async () => {
  const { email } = await zoe()
  const { path, read } = await opened(email)
  const [guest] = (await read()).guests
  const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  const hold = (on: boolean) => olu('/v1/operator/legal-holds', 'PUT', { email, on, reason: 'A claim.' })
  expect((await hold(true)).body.data.hold).toMatchObject({ reason: 'A claim.' })
  expect((await hold(true)).body.code).toBe('state_changed')
  expect((await read()).isHeld).toBe(true)
  expect((await call(`${path}/guest/${guest.id}`, 'DELETE')).body.code).toBe('legal_hold_active')
  expect((await hold(false)).body.data.hold).toBeNull()
  expect((await call(`${path}/guest/${guest.id}`, 'DELETE')).status).toBe(200)
})
