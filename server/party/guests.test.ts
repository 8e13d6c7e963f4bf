import { getTextVersion } from '#contract/terms.ts'
import { reviewDays } from '#contract/reviews/review-words.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestAddress, createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
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

type Row = {
  id: string | null
  person: number | null
  name: string
  key: string | null
  services: { id: string }[]
  asks: { id: string; label: string }[] | null
  look: string
  allergies: string
  part: number | null
  share: { amount: number; state: string } | null
}
const zoeSays = {
  name: 'Zoe',
  services: ['makeup'],
  look: 'Soft waves',
  allergies: 'Latex',
  allergiesConsent: true,
}

/** Creates a booking for two, with the calls of both sides on its guest list. */
async function booking(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const leila = await createTestVisitor(rig, {
    services: ['makeup', 'makeup'],
    people: [{ count: 2, services: ['makeup'] }],
  })
  const booked = await leila.book(slug)
  const at = `/v1/bookings/${booked.id}`
  const theirs = await createTestClient(rig, artist.accountId)
  const invite = async (person: number | null, name = '') =>
    (await leila.call(`${at}/guests`, 'POST', { person, name })).body.data.appointment.guests as Row[]
  const list = async () => (await leila.call(at)).body.data.appointment.guests as Row[]
  const change = (id: string | null, act: string) => leila.call(`${at}/guests/${id}`, 'POST', { act })
  const accept = async (moveId: string) =>
    theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'acceptMove', moveId })
  return { artist, leila, booked, at, theirs, invite, list, change, accept }
}
const asGuest = (key: string | null, body?: unknown) =>
  rig.call(`/v1/guests/${key}`, {
    method: body ? 'PUT' : 'GET',
    ...(body ? { body } : {}),
    address: createTestAddress(),
  })

test('a guest without an account adds name, look and allergies; the run sheet shows the name, but not the allergies', async () => {
  const { leila, booked, at, theirs, invite, list } = await booking('listed')
  expect((await list()).map(({ person, id, key, part }) => [person, id, key, part])).toEqual([
    [1, null, null, booked.total / 2],
    [2, null, null, booked.total / 2],
  ])
  const [, second] = await invite(2, 'Z')
  const opened = (await asGuest(second?.key ?? '')).body.data.invitation
  expect(opened).toMatchObject({ booker: 'Leila', state: 'booked', asks: null, answeredAt: null })
  expect(opened.offered.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['makeup', 'updo']))
  expect(opened.chair.from).toBeTruthy()
  expect(JSON.stringify(opened)).not.toContain('Church Lane')

  const elsewhere = await asGuest(second?.key ?? '', { ...zoeSays, look: 'Like mine, snap: zoeh' })
  expect(elsewhere.body).toMatchObject({ code: 'contact_details', errors: [{ path: 'look' }] })
  expect((await asGuest(second?.key ?? '', zoeSays)).status).toBe(200)
  const [, zoe] = await list()
  expect(zoe).toMatchObject({ name: 'Zoe', look: 'Soft waves', allergies: 'Latex', asks: null })
  const now = (await leila.call(at)).body.data.appointment
  expect(now).toMatchObject({ names: ['Leila', 'Zoe'], sequence: 1, total: booked.total })
  const { sheet } = (await rig.call(`/v1/run-sheets/${booked.shareKey}`)).body.data
  expect(sheet.names).toEqual(['Leila', 'Zoe'])
  expect(JSON.stringify(sheet)).not.toContain('Latex')

  const seen = (await theirs(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
  expect(seen.guests[1]).toMatchObject({ name: 'Zoe', allergies: 'Latex', key: null, part: null })
  const olu = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: 'olu@primp.test', password: 'primp-sample-1' },
    address: createTestAddress(),
  })
  const console = await rig.call(`/v1/operator/bookings/${booked.id}`, { bearer: olu.body.data.token })
  expect(console.status).toBe(200)
  expect(JSON.stringify(console.body.data.appointment.guests)).not.toContain('Latex')
})

test('allergies need the guest’s explicit consent, which is kept with its time and version, and the guest can delete all answers', async () => {
  const { leila, at, invite } = await booking('consents')
  const [, second] = await invite(2, 'Z')
  const key = second?.key ?? ''
  const without = await asGuest(key, { ...zoeSays, allergiesConsent: false })
  expect(without.body).toMatchObject({ code: 'health_consent_missing', errors: [{ path: 'allergiesConsent' }] })
  expect(
    (await asGuest(key, { ...zoeSays, allergies: '', allergiesConsent: true })).body.data.invitation,
  ).toMatchObject({
    allergies: '',
    allergiesConsentAt: null,
  })
  const said = (await asGuest(key, { ...zoeSays, email: 'zoe@mail.example' })).body.data.invitation
  expect(said).toMatchObject({ allergiesConsentAt: rig.clock().toISOString(), email: 'zoe@mail.example' })
  const saved = () =>
    rig.database.db
      .selectFrom('guest')
      .selectAll()
      .where('id', '=', second?.id ?? '')
      .executeTakeFirstOrThrow()
  expect(await saved()).toMatchObject({
    allergies_consent_at: rig.clock(),
    allergies_consent_version: getTextVersion('allergies'),
  })
  expect(JSON.stringify((await leila.call(at)).body)).not.toContain('zoe@mail.example')

  const erase = (of: string) => rig.call(`/v1/guests/${of}`, { method: 'DELETE', address: createTestAddress() })
  expect((await erase('A'.repeat(40))).body.code).toBe('not_found')
  const erased = await erase(key)
  expect(erased.body.data.invitation).toMatchObject({ name: '', look: '', allergies: '', email: '', answeredAt: null })
  expect(await saved()).toMatchObject({ name: '', allergies: '', email: null, allergies_consent_version: null })
  expect((await leila.call(at)).body.data.appointment.names).toEqual(['Leila', ''])
})

test('a guest’s wish for another service waits for the booker, who changes the price like any party change; guests keep their places', async () => {
  const { leila, booked, at, invite, list, change, accept } = await booking('asked-for')
  const [, second] = await invite(2, 'Zoe')
  await asGuest(second?.key ?? '', { ...zoeSays, services: ['makeup', 'updo'] })
  const added = await invite(null, 'Mara')
  await asGuest(added.at(-1)?.key ?? '', { name: 'Mara', services: ['makeup'] })
  const [, zoe, mara] = (await list()) as [Row, Row, Row]
  expect(zoe.asks?.map(({ id }) => id)).toEqual(['makeup', 'updo'])
  expect(mara).toMatchObject({ person: null, name: 'Mara' })
  expect((await leila.call(at)).body.data.appointment).toMatchObject({ total: booked.total, people: 2 })
  const mails = await rig.database.db
    .selectFrom('outbox')
    .select('body')
    .where('kind', '=', 'guest.asks')
    .where('channel', '=', 'mail')
    .where('fact', 'like', `guest.asks ${zoe.id}%`)
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).not.toContain('Zoe')

  // Zoe comes first in the new plan, which changes the order of the others.
  const people = [
    { person: 2, name: 'Zoe', services: ['makeup', 'updo'] },
    { person: 1, name: 'Leila', services: ['makeup'] },
    { person: null, guest: mara.id, name: 'Mara', services: ['makeup'] },
  ]
  const { preview } = (await leila.call(`${at}/party`, 'POST', { people, preview: true })).body.data
  expect(preview).toMatchObject({ people: 3 })
  expect(preview.total).toBeGreaterThan(booked.total)
  const { move } = (await leila.call(`${at}/party`, 'POST', { people })).body.data.appointment
  rig.at(new Date(testNow.getTime() + 60_000))
  await asGuest(mara.key, { name: 'Marianne', services: ['makeup'] })
  await accept(move.id)
  const { payment } = (await leila.call(`${at}/moves/${move.id}`, 'POST', { answer: 'accept' })).body.data
  await leila.card(payment.clientSecret)
  const rows = await list()
  expect(rows.map(({ person, name, asks }) => [person, name, asks])).toEqual([
    [1, 'Zoe', null],
    [2, 'Leila', null],
    [3, 'Marianne', null],
  ])
  expect(rows[0]).toMatchObject({ allergies: 'Latex', id: zoe.id })
  expect(rows[2]).toMatchObject({ id: mara.id, part: expect.any(Number) })
  expect((await leila.call(at)).body.data.appointment).toMatchObject({
    total: preview.total,
    names: ['Zoe', 'Leila', 'Marianne'],
  })
  // The link stays the same, the seat is new.
  expect((await asGuest(zoe.key)).body.data.invitation).toMatchObject({ name: 'Zoe', asks: null })

  const less = (await leila.call(`${at}/party`, 'POST', { people: [{ person: 2, name: '', services: ['makeup'] }] }))
    .body.data.appointment.move
  await accept(less.id)
  expect((await list()).map(({ person, name }) => [person, name])).toEqual([[1, 'Leila']])
  expect((await asGuest(zoe.key)).body.code).toBe('not_found')
  expect((await change(zoe.id, 'renew')).body.code).toBe('not_found')
})

test('a declined wish leaves the booking unchanged and cannot be repeated', async () => {
  const { invite, list, change } = await booking('said-no')
  const [, second] = await invite(2, 'Zoe')
  const wish = { ...zoeSays, services: ['makeup', 'updo'] }
  await asGuest(second?.key ?? '', wish)
  const id = (await list())[1]?.id ?? ''
  expect((await change(id, 'decline')).body.data.appointment.guests[1]).toMatchObject({ asks: null, declined: true })
  expect((await asGuest(second?.key ?? '', wish)).body.data.invitation).toMatchObject({ asks: null, declined: true })
  expect((await asGuest(second?.key ?? '', { ...wish, services: ['updo'] })).body.data.invitation.asks).toMatchObject([
    { id: 'updo' },
  ])
  const again = { ...wish, services: ['makeup'] }
  expect((await asGuest(second?.key ?? '', again)).body.data.invitation).toMatchObject({ asks: null, declined: false })
})

test('a link opens one guest’s place, can be renewed and revoked, and ends with the day', async () => {
  const { leila, booked, at, invite, list, change } = await booking('links')
  const [first, second] = [(await invite(1))[0], (await invite(2))[1]]
  expect(first?.key).not.toBe(second?.key)
  expect((await invite(2))[1]?.key).toBe(second?.key)
  const renewed = (await change(second?.id ?? '', 'renew')).body.data.appointment.guests[1] as Row
  expect(renewed.key).not.toBe(second?.key)
  expect((await asGuest(second?.key ?? '')).body.code).toBe('not_found')
  expect((await asGuest(second?.key ?? '', zoeSays)).body.code).toBe('not_found')
  expect((await asGuest(renewed.key)).status).toBe(200)
  expect((await asGuest('A'.repeat(40))).body.code).toBe('not_found')
  await change(second?.id ?? '', 'end')
  expect((await list())[1]).toMatchObject({ key: null })
  expect((await asGuest(renewed.key)).body.code).toBe('not_found')
  const kept = await rig.database.db.selectFrom('guest').selectAll().where('appointment_id', '=', booked.id).execute()
  expect(JSON.stringify(kept)).not.toContain(first?.key)

  const say = async (body: object) => (await asGuest(first?.key ?? '', { ...zoeSays, ...body })).body.code
  expect(await say({ name: '' })).toBe('invalid_input')
  expect(await say({ services: [] })).toBe('invalid_input')
  expect(await say({ services: ['no-such'] })).toBe('service_not_theirs')
  expect(await say({ allergies: 'x'.repeat(1_001) })).toBe('invalid_input')
  expect(await say({ email: 'zoe' })).toBe('invalid_input')
  expect((await leila.call(`${at}/guests`, 'POST', { person: 3 })).body.code).toBe('state_changed')
  expect((await change(first?.id ?? '', 'forget')).body.code).toBe('state_changed')
  expect((await change(first?.id ?? '', 'decline')).body.code).toBe('state_changed')
  const stranger = await createTestVisitor(rig, { finishTime: '18:00' })
  expect((await stranger.call(`${at}/guests`, 'POST', { person: 2 })).body.code).toBe('not_found')
  expect((await stranger.call(`${at}/guests/${first?.id}`, 'POST', { act: 'end' })).body.code).toBe('not_found')

  rig.at(new Date(Date.parse(booked.startsAt) + 60_000))
  expect(await say({})).toBe('state_changed')
  expect((await asGuest(first?.key ?? '')).status).toBe(200)
  expect((await change(first?.id ?? '', 'renew')).body.code).toBe('state_changed')
  rig.at(new Date(Date.parse(booked.endsAt) + 60_000))
  expect((await asGuest(first?.key ?? '')).body.code).toBe('not_found')
  expect((await list())[0]).toMatchObject({ key: first?.key })
  rig.at(new Date(Date.parse(booked.endsAt) + (reviewDays.open + reviewDays.edit) * 86_400_000))
  expect((await list())[0]).toMatchObject({ key: null })
})

test('the guest list holds at most twenty people, each once, enforced by the database', async () => {
  const { booked, leila, at, invite, change } = await booking('twenty')
  for (let i = 0; i < 20; i++) await invite(null, `Guest ${i}`)
  const over = await leila.call(`${at}/guests`, 'POST', { person: null, name: 'One more' })
  expect(over.body.code).toBe('too_many_guests')
  const last = (await leila.call(at)).body.data.appointment.guests.at(-1)
  const key = createTestKey()
  const forget = () => leila.call(`${at}/guests/${last.id}`, 'POST', { act: 'forget' }, key)
  expect((await forget()).body).toEqual((await forget()).body)
  expect((await change(last.id, 'end')).body.code).toBe('not_found')
  await invite(1)
  const values = { appointment_id: booked.id, no: 20, person: 1, created_at: testNow }
  await expect(rig.database.db.insertInto('guest').values(values).execute()).rejects.toThrow(/unique/)
})

test('guests of a shared bill see their share', async () => {
  const { artist } = await booking('shared-too')
  await clearTestTown(rig)
  const own = await createTestProviderWithAccount(rig, { slug: 'shared-list', notice: 0 })
  expect(own.id).not.toBe(artist.id)
  const two = { services: ['makeup', 'makeup'], people: [{ count: 2, services: ['makeup'] }] }
  const leila = await createTestVisitor(rig, two)
  const { hold } = (await leila.hold('shared-list')).body.data
  const { payment } = (await leila.pay(hold.id, { split: { person: 1 } })).body.data
  await leila.card(payment.clientSecret)
  const { bill } = (await leila.call(`/v1/holds/${hold.id}/bill`)).body.data
  const zoe = await createTestVisitor(rig, { finishTime: '18:00' })
  const opened = await zoe.call(`/v1/shares/${bill.shares[1].key}/payment`, 'POST', { email: 'zoe@mail.example' })
  await zoe.card(opened.body.data.payment.clientSecret)
  const { appointmentId } = (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  const at = `/v1/bookings/${appointmentId}`
  const rows = (await leila.call(`${at}/guests`, 'POST', { person: 2, name: 'Zoe' })).body.data.appointment.guests
  expect(rows.map(({ share }: Row) => share?.state)).toEqual(['paid', 'paid'])
  const { invitation } = (await asGuest(rows[1].key)).body.data
  expect(invitation.share).toEqual({ key: bill.shares[1].key, amount: bill.shares[1].amount, state: 'paid' })
})
