import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount, type TestProviderTerms } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
const operator = async () => createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
beforeAll(async () => {
  rig = await openRig()
})
const forget = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('outbox').execute()
  await clearTestTown(rig)
}
beforeEach(async () => {
  await forget()
  olu = await operator()
})
afterAll(async () => {
  await forget()
})

const reason = 'Asked for by phone.'
const eventDate = '2027-06-12'
const updo = [{ person: 1, name: '', services: ['updo'] }]
async function booked(slug: string, terms: Partial<TestProviderTerms> = {}) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0, ...terms })
  const visitor = await createTestVisitor(rig)
  const booking = await visitor.book(slug)
  await rig.database.db.deleteFrom('outbox').execute()
  const at = `/v1/operator/bookings/${booking.id}`
  const look = (act: string, body: object) => olu(`${at}/${act}/preview`, 'POST', { reason, ...body })
  const preview = async (act: string, body: object) => (await look(act, body)).body.data.preview as ActPreview
  const now = async () => (await visitor.call(`/v1/bookings/${booking.id}`)).body.data.appointment
  return { artist, visitor, booking, at, look, preview, now }
}
const afterOf = ({ sums }: ActPreview) => Object.fromEntries(sums.map(({ of, after }) => [of, after]))
const beforeOf = ({ sums }: ActPreview) => Object.fromEntries(sums.map(({ of, before }) => [of, before]))
const cents = (amount: number) => Math.round(amount * 100) / 100
const mails = async () =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'address', 'body'])
      .where('channel', '=', 'mail')
      .execute()
  ).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
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
const sumOf = (lines: { amount: number }[]) => cents(lines.reduce((sum, { amount }) => sum + amount, 0))

test('a move is made once, as previewed: both sides get the reason, the old time is free, and both see who moved the booking', async () => {
  const { artist, booking, at, preview, now } = await booked('moved-by-us')
  const { times } = (await olu(`${at}/free-times?eventDate=${eventDate}`)).body.data
  expect(times.map(({ finishTime }: { finishTime: string }) => finishTime)).toContain('16:00')
  const to = { eventDate, finishTime: '16:00', bears: 'customer' }
  const shown = await preview('move', to)
  expect(shown).toMatchObject({ back: 0, due: 0, dueUntil: null, second: false })
  expect(shown.day.before.readyAt).toBe(booking.readyAt)
  expect(shown.day.after.readyAt).toContain('T16:00')
  expect(afterOf(shown)).toEqual(beforeOf(shown))
  expect(shown.mails.map(({ to, kind, later }) => [to, kind, later])).toEqual([
    ['customer', 'move.accepted.customer', false],
    ['provider', 'move.accepted.provider', false],
  ])
  expect(await now()).toMatchObject({ readyAt: booking.readyAt, acts: [], move: null })
  expect(await mails()).toEqual([])
  const key = createTestKey()
  for (let i = 0; i < 2; i++) {
    const done = await olu(`${at}/move`, 'POST', { ...to, reason, hash: shown.hash }, key)
    expect(done.body.data.preview).toEqual(shown)
    expect(done.body.data.appointment.readyAt).toBe(shown.day.after.readyAt)
  }
  const after = await now()
  expect(after).toMatchObject({ readyAt: shown.day.after.readyAt, total: booking.total, sequence: 1 })
  expect(after.acts).toHaveLength(1)
  expect(after.acts[0]).toMatchObject({ reason })
  expect(after.acts[0].text).toMatch(/^Primp moved this from .*1:30 PM to .*4:00 PM\.$/)
  const sent = await mails()
  expect(sent.map(({ kind }) => kind)).toEqual(['move.accepted.customer', 'move.accepted.provider'])
  for (const { body } of sent)
    expect(body).toContain('Our team agreed this with both of you. Reason: Asked for by phone.')
  const busy = await rig.database.db.selectFrom('busy').select('ref').where('provider_id', '=', artist.id).execute()
  expect(busy).toEqual([{ ref: booking.id }])
  const audit = await rig.database.db
    .selectFrom('audit')
    .select(['act', 'reason'])
    .where('subject_id', '=', booking.id)
    .where('act', '=', 'booking.moved')
    .execute()
  expect(audit).toEqual([{ act: 'booking.moved', reason }])
})

test('a time that is taken is refused in preview and action, and the action ends open proposals', async () => {
  const { artist, visitor, booking, at, look, preview, now } = await booked('taken-by-then')
  const to = { eventDate, finishTime: '17:00', bears: 'customer' }
  const shown = await preview('move', to)
  const other = await createTestVisitor(rig, { finishTime: '17:00' })
  await other.book('taken-by-then')
  expect((await look('move', to)).body.code).toBe('slot_taken')
  expect((await olu(`${at}/move`, 'POST', { ...to, reason, hash: shown.hash })).body.code).toBe('slot_taken')
  expect((await now()).readyAt).toBe(booking.readyAt)
  await visitor.call(`/v1/bookings/${booking.id}/moves`, 'POST', { eventDate, finishTime: '10:00' })
  const early = { ...to, finishTime: '11:00' }
  const { hash } = await preview('move', early)
  expect((await now()).move).toMatchObject({ by: 'customer' })
  expect((await olu(`${at}/move`, 'POST', { ...early, reason, hash })).status).toBe(200)
  expect(await now()).toMatchObject({ move: null })
  const busy = await rig.database.db.selectFrom('busy').select('ref').where('provider_id', '=', artist.id).execute()
  expect(busy).toHaveLength(2)
})

test('a dearer change waits for the customer’s payment and then takes effect', async () => {
  const { artist, visitor, booking, at, preview, now } = await booked('grows-by-us')
  const people = [
    { person: 1, name: '', services: ['makeup'] },
    { person: null, name: 'Zoe', services: ['makeup'] },
  ]
  const asked = { people, bears: 'customer', back: 'whole' }
  const shown = await preview('party', asked)
  expect(shown.due).toBe(booking.deposit)
  expect(afterOf(shown)['price']).toBe(2 * booking.total)
  expect(afterOf(shown)['paid']).toBe(2 * booking.deposit)
  expect(shown.mails.map(({ to, kind }) => [to, kind])).toEqual([['customer', 'party.team.customer']])
  rig.at(new Date(testNow.getTime() + 60_000))
  const done = await olu(`${at}/party`, 'POST', { ...asked, reason, hash: shown.hash })
  expect(done.body.data.appointment).toMatchObject({ total: booking.total, move: { by: 'operator', agreed: true } })
  const waits = await now()
  expect(waits).toMatchObject({ acts: [], may: { answerMove: true, withdrawMove: false } })
  const own = await createTestClient(rig, artist.accountId)
  const said = { act: 'acceptMove', moveId: waits.move.id }
  expect((await own(`/v1/providers/appointments/${booking.id}`, 'PATCH', said)).body.code).toBe('state_changed')
  const answer = { answer: 'accept' }
  const { payment } = (await visitor.call(`/v1/bookings/${booking.id}/moves/${waits.move.id}`, 'POST', answer)).body
    .data
  await visitor.card(payment.clientSecret)
  const after = await now()
  expect(after).toMatchObject({ total: 2 * booking.total, people: 2, move: null })
  expect(after.acts).toMatchObject([{ text: 'Primp changed the people or services.', reason }])
  const [sums, books] = [afterOf(shown), await booksOf(artist.id)]
  expect(books.fee).toBe(Math.round((sums['house'] ?? 0) * 100))
  expect(books.theirs + Math.round((sums['open'] ?? 0) * 100)).toBe(Math.round((sums['artist'] ?? 0) * 100))
})

test('the customer can decline an operator’s change: the booking stays as it was, and nobody is notified', async () => {
  const { visitor, booking, at, preview, now } = await booked('left-as-it-is')
  const people = [1, null].map((person) => ({ person, name: 'Zoe', services: ['makeup'] }))
  const asked = { people, bears: 'customer', back: 'whole' }
  const { hash } = await preview('party', asked)
  await olu(`${at}/party`, 'POST', { ...asked, reason, hash })
  await rig.database.db.deleteFrom('outbox').execute()
  const { move } = await now()
  await visitor.call(`/v1/bookings/${booking.id}/moves/${move.id}`, 'POST', { answer: 'decline' })
  expect(await now()).toMatchObject({ move: null, acts: [], total: booking.total })
  expect(await mails()).toEqual([])
  const [act] = (await olu(at)).body.data.appointment.acts
  expect(act.text).toContain('were not changed')
})

test.each(['house', 'artist'] as const)(
  'at the booked price the %s bears the difference, to the minor unit',
  async (bears) => {
    const costs = { makeup: 4_400, updo: 4_537 }
    const { artist, booking, at, preview, now } = await booked(`bears-${bears}`, { costs })
    const free = await preview('party', { people: updo, bears: 'customer', back: 'whole' })
    expect(free.due).toBeGreaterThan(0)
    const shown = await preview('party', { people: updo, bears, back: 'whole' })
    const [before, after] = [beforeOf(shown), afterOf(shown)]
    expect(shown).toMatchObject({ due: 0, back: 0 })
    for (const of of ['price', 'customer', 'paid', 'open']) expect(after[of]).toBe(before[of])
    const dearer = cents((afterOf(free)['price'] ?? 0) - booking.total)
    if (bears === 'house') {
      expect(after['artist']).toBe(afterOf(free)['artist'])
      expect(after['artist']).toBe(cents((before['artist'] ?? 0) + 1.37))
    } else {
      expect(after['artist']).toBe(before['artist'])
      expect(after['house']).toBe(before['house'])
    }
    expect(cents((after['artist'] ?? 0) + (after['house'] ?? 0))).toBe(after['customer'])
    const asked = { people: updo, bears, back: 'whole', reason, hash: shown.hash }
    expect((await olu(`${at}/party`, 'POST', asked)).status).toBe(200)
    const changed = await now()
    expect(changed.total).toBe(booking.total)
    expect(sumOf(changed.lines)).toBe(booking.total)
    expect(changed.lines.at(-1)).toMatchObject({ kind: 'adjusted', amount: -dearer })
    const books = await booksOf(artist.id)
    expect(books.fee).toBe(Math.round((after['house'] ?? 0) * 100))
    expect(books.fee + books.theirs).toBe(Math.round((after['paid'] ?? 0) * 100))
    const makeup = [{ person: 1, name: '', services: ['makeup'] }]
    const again = await preview('party', { people: makeup, bears: 'customer', back: 'whole' })
    expect(afterOf(again)['price']).toBe(booking.total)
  },
)

test('a change is refused if it exceeds the fee, is not offered, changes nothing or concerns a past booking', async () => {
  const { booking, look } = await booked('refuses-it', { skills: ['makeup', 'updo'] })
  const two = [1, null].map((person) => ({ person, name: '', services: ['makeup'] }))
  expect((await look('party', { people: two, bears: 'house', back: 'whole' })).body.code).toBe(
    'price_adjustment_too_large',
  )
  const same = [{ person: 1, name: '', services: ['makeup'] }]
  expect((await look('party', { people: same, bears: 'customer', back: 'whole' })).body.code).toBe('party_same')
  const none = [{ person: 1, name: '', services: ['nothing-of-it'] }]
  expect((await look('party', { people: none, bears: 'customer', back: 'whole' })).body.code).toBe('unknown_service')
  const past = { eventDate: '2020-01-01', finishTime: '10:00', bears: 'customer' }
  expect((await look('move', past)).body.code).toBe('date_past')
  rig.at(new Date(booking.startsAt))
  olu = await operator()
  expect((await look('party', { people: two, bears: 'customer', back: 'whole' })).body.code).toBe('too_late')
})

test('the reduction of a booking is refunded in full or by the policy, as previewed', async () => {
  const { booking, preview } = await booked('gives-less', { costs: { makeup: 8_000, updo: 2_000 } })
  rig.at(new Date(Date.parse(booking.startsAt) - 30 * 3_600_000))
  olu = await operator()
  const whole = await preview('party', { people: updo, bears: 'customer', back: 'whole' })
  const policy = await preview('party', { people: updo, bears: 'customer', back: 'policy' })
  expect(whole.back).toBeGreaterThan(0)
  expect(policy.back).toBeLessThan(whole.back)
  expect(whole.mails.map(({ kind }) => kind)).toContain('refund.sent')
})

test('only operators with the people duty who are not part of the booking can change it', async () => {
  const { artist, visitor, at } = await booked('not-theirs')
  const move = { eventDate, finishTime: '16:00', bears: 'customer', reason, hash: 'x' }
  const change = { people: updo, bears: 'customer', back: 'whole', reason, hash: 'x' }
  const { id } = await rig.database.db
    .insertInto('account')
    .values({
      email: `m-${createTestKey()}@primp.example`,
      name: 'M',
      roles: ['customer', 'operator'],
      duties: ['money'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const money = await createTestClient(rig, id)
  const own = await createTestClient(rig, artist.accountId)
  const none = '/v1/operator/bookings/00000000-0000-4000-8000-000000000000'
  const calls = [
    ['move', move],
    ['move/preview', move],
    ['party', change],
    ['party/preview', change],
  ] as const
  for (const [act, body] of calls) {
    expect((await money(`${at}/${act}`, 'POST', body)).body.code).toBe('duty_required')
    expect((await own(`${at}/${act}`, 'POST', body)).body.code).toBe('not_yours')
    expect((await visitor.call(`${at}/${act}`, 'POST', body)).body.code).toBe('not_signed_in')
    expect((await olu(`${none}/${act}`, 'POST', body)).body.code).toBe('not_found')
  }
  expect((await own(`${at}/free-times?eventDate=${eventDate}`)).body.code).toBe('not_yours')
  expect((await olu(`${none}/free-times?eventDate=${eventDate}`)).body.code).toBe('not_found')
})
