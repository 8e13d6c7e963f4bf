import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
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

const day = 86_400_000
const leilas = { person: 1, name: '', services: ['makeup'] }
const zoe = { person: null, name: 'Zoe', services: ['makeup', 'updo'] }

/** Creates a booking with a separate artist; with `paid`, the balance is paid online. */
async function booking(slug: string, { services = ['makeup'], paid = false } = {}) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  await rig.database.db.updateTable('provider').set({ online_balance: true }).where('id', '=', artist.id).execute()
  const leila = await createTestVisitor(rig, { services })
  const booked = await leila.book(slug)
  const at = `/v1/bookings/${booked.id}`
  if (paid) {
    rig.at(new Date(Date.parse(booked.startsAt) - 5 * day))
    const { payment } = (await leila.call(`${at}/balance`, 'POST', {})).body.data
    await leila.card(payment.clientSecret)
  }
  const theirs = await createTestClient(rig, artist.accountId)
  const own = async () => (await leila.call(at)).body.data.appointment
  const accept = async (moveId: string) =>
    theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'acceptMove', moveId })
  return { artist, leila, booked, at, theirs, own, accept }
}

/** The ledger's balances of the platform and the provider, in minor units. */
async function booksOf(providerId: string) {
  const rows = await rig.database.db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
    .select((eb) => ['account', eb.fn.sum<number>('amount_minor').as('minor')])
    .where('provider_id', '=', providerId)
    .groupBy('account')
    .execute()
  const sum = (account: string) => 0 - Number(rows.find((row) => row.account === account)?.minor ?? 0)
  return { fee: sum('fees'), theirs: sum(`pending:${providerId}`) + sum(`earned:${providerId}`) }
}
const sumOf = (lines: { amount: number }[]) =>
  Math.round(lines.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100
const busyOf = (providerId: string) =>
  rig.database.db.selectFrom('busy').select('during').where('provider_id', '=', providerId).execute()

test('an added person costs the frozen prices, and joins once the artist has accepted and the difference is paid', async () => {
  const { artist, leila, booked, at, own, accept } = await booking('grows')
  await rig.database.db
    .updateTable('provider_service')
    .set({ cost_minor: 9_900 })
    .where('provider_id', '=', artist.id)
    .where('service_id', '=', 'makeup')
    .execute()
  const people = [leilas, { ...zoe, services: ['makeup'] }]
  const preview = (await leila.call(`${at}/party`, 'POST', { people, preview: true })).body.data
  expect(preview.preview).toMatchObject({ total: 2 * booked.total, difference: booked.deposit, back: 0, people: 2 })
  expect(preview.appointment.move).toBeNull()
  const asked = (await leila.call(`${at}/party`, 'POST', { people })).body.data.appointment
  expect(asked).toMatchObject({ total: booked.total, people: 1 })
  expect(asked.move).toMatchObject({ by: 'customer', total: 2 * booked.total, difference: booked.deposit })
  expect(asked.move.party.map(({ name }: { name: string }) => name)).toEqual(['Leila', 'Zoe'])
  expect((await leila.call(`${at}/party`, 'POST', { people })).body.code).toBe('move_pending')
  expect((await accept(asked.move.id)).body.data.appointment.move).toMatchObject({ agreed: true })
  const { payment } = (await leila.call(`${at}/moves/${asked.move.id}`, 'POST', { answer: 'accept' })).body.data
  expect(payment).toMatchObject({ kind: 'difference', amount: booked.deposit })
  await leila.card(payment.clientSecret)
  const now = await own()
  expect(now).toMatchObject({
    total: 2 * booked.total,
    deposit: 2 * booked.deposit,
    paid: 2 * booked.deposit,
    people: 2,
    names: ['Leila', 'Zoe'],
    move: null,
    readyAt: booked.readyAt,
    sequence: 1,
  })
  expect(Date.parse(now.startsAt)).toBeLessThan(Date.parse(booked.startsAt))
  expect(sumOf(now.lines)).toBe(now.total)
  expect(now.plan.blocks).toHaveLength(2)
  const [busy] = await busyOf(artist.id)
  expect(String(busy?.during)).toContain(new Date(now.startsAt).toISOString().slice(0, 10))
  const moved = await leila.call(`${at}/moves`, 'POST', { eventDate: '2027-06-13', finishTime: '15:00' })
  expect(moved.body.data.appointment.move).toMatchObject({ total: now.total, party: null })
  await accept(moved.body.data.appointment.move.id)
  expect(await own()).toMatchObject({ people: 2, eventDate: '2027-06-13', total: now.total })
})

test('a person removed by the customer is refunded by the boundary of that day, and the kept part is shared', async () => {
  const { artist, leila, booked, at, own, accept } = await booking('shrinks', {
    services: ['makeup', 'makeup'],
    paid: true,
  })
  const { preview } = (await leila.call(`${at}/party`, 'POST', { people: [leilas], preview: true })).body.data
  // Policy `fair`, five days before: half is refunded.
  expect(preview).toMatchObject({ total: 78, difference: 0, back: 26, kept: 26 })
  const { move } = (await leila.call(`${at}/party`, 'POST', { people: [leilas] })).body.data.appointment
  const answer = await accept(move.id)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const now = await own()
  expect(now).toMatchObject({ total: 78, paid: booked.total, refunded: 26, people: 1, names: ['Leila'], move: null })
  expect(now.lines.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
    ['look', 52],
    ['travel', 0],
    ['kept', 26],
  ])
  // The fee is 8 of 52, so 4 of 26.
  expect(await booksOf(artist.id)).toEqual({ fee: 1_200, theirs: 6_600 })
})

test('work that the artist cannot do is refunded in full, and the booking stays unchanged until the customer agrees', async () => {
  const { artist, leila, booked, at, theirs, own } = await booking('cannot', {
    services: ['makeup', 'makeup'],
    paid: true,
  })
  const path = `/v1/providers/appointments/${booked.id}/party`
  const key = createTestKey()
  const [asked, again] = [
    await theirs(path, 'POST', { people: [leilas] }, key),
    await theirs(path, 'POST', { people: [leilas] }, key),
  ]
  expect(asked.body.data.appointment.move, JSON.stringify(asked.body)).toMatchObject({
    by: 'provider',
    back: 52,
    kept: 0,
  })
  expect(again.body).toEqual(asked.body)
  const { move } = asked.body.data.appointment
  expect((await leila.call(`${at}/moves/${move.id}`, 'POST', { answer: 'decline' })).status).toBe(200)
  expect(await own()).toMatchObject({ total: booked.total, people: 2, move: null })
  const second = (await theirs(path, 'POST', { people: [leilas] })).body.data.appointment.move
  await leila.call(`${at}/moves/${second.id}`, 'POST', { answer: 'accept' })
  expect(await own()).toMatchObject({ total: 52, refunded: 52, people: 1 })
  expect(await booksOf(artist.id)).toEqual({ fee: 800, theirs: 4_400 })
  const facts = [booked.id, move.id, second.id]
  const written = await rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'body', 'fact'])
    .where('kind', 'like', 'party.%')
    .where('channel', '=', 'mail')
    .execute()
  const mails = written.filter(({ fact }) => facts.some((id) => fact?.includes(id)))
  expect(mails.map(({ kind }) => kind).sort()).toEqual([
    'party.accepted.customer',
    'party.accepted.provider',
    'party.asked.customer',
    'party.asked.customer',
    'party.declined.provider',
  ])
  expect(mails.find(({ kind }) => kind === 'party.accepted.customer')?.body).toContain('£52.00 goes back to your card')
})

test('a change is refused if nothing changes, the artist lacks the service, the day has no room or the time before is taken', async () => {
  const { artist, leila, booked, at } = await booking('refuses')
  const say = async (people: unknown) => (await leila.call(`${at}/party`, 'POST', { people, preview: true })).body.code
  expect(await say([leilas])).toBe('party_same')
  expect(await say([leilas, { ...zoe, services: ['no-such'] }])).toBe('unknown_service')
  expect(await say([leilas, { ...zoe, services: ['lashes'] }])).toMatch(/service_not_theirs|unknown_service/)
  expect(await say([])).toBe('invalid_input')
  const stranger = await createTestVisitor(rig)
  expect((await stranger.call(`${at}/party`, 'POST', { people: [leilas, zoe] })).body.code).toBe('not_found')
  const other = await createTestProviderWithAccount(rig, { slug: 'other' })
  const notTheirs = await createTestClient(rig, other.accountId)
  expect(
    (await notTheirs(`/v1/providers/appointments/${booked.id}/party`, 'POST', { people: [leilas, zoe] })).body.code,
  ).toBe('not_found')
  // Another job directly before the booking prevents an earlier start.
  const early = await createTestVisitor(rig, { finishTime: '11:45' })
  expect((await early.hold('refuses')).status).toBe(200)
  expect((await leila.call(`${at}/party`, 'POST', { people: [leilas, zoe] })).body.code).toBe('slot_taken')
  expect((await busyOf(artist.id)).length).toBe(2)
  rig.at(new Date(Date.parse(booked.startsAt) + 60_000))
  expect(await say([leilas, zoe])).toBe('too_late')
})
