import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount, type TestProviderTerms } from '#server/testing/providers.ts'
import { createTestBookingWithTrial, createTestProviderWithTrial } from '#server/testing/linked-appointments.ts'
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
async function booked(slug: string, terms: Partial<TestProviderTerms> = {}) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0, ...terms })
  const visitor = await createTestVisitor(rig)
  const booking = await visitor.book(slug)
  await rig.database.db.deleteFrom('outbox').execute()
  const at = `/v1/operator/bookings/${booking.id}`
  const look = (act: string, body: object) => olu(`${at}/${act}/preview`, 'POST', { reason, ...body })
  const preview = async (act: string, body: object) => (await look(act, body)).body.data.preview as ActPreview
  return { artist, visitor, booking, at, look, preview }
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

async function withOther(slug: string, cost: number, terms: Partial<TestProviderTerms> = {}) {
  const first = await booked(slug, terms)
  const other = await createTestProviderWithAccount(rig, {
    slug: `${slug}-instead`,
    notice: 0,
    costs: { makeup: cost, updo: 3_800 },
  })
  const ask = (bears: string) => ({ profileId: other.slug, bears })
  const of = async (id: string) => (await first.visitor.call(`/v1/bookings/${id}`)).body.data.appointment
  return { ...first, other, ask, of }
}

test('the replacement is made once, as previewed: every minor unit moves, all three people are notified, both bookings show it', async () => {
  const { artist, visitor, booking, at, preview, other, ask, of } = await withOther('swapped', 3_137)
  const { artists } = (await olu(`${at}/artists`)).body.data
  expect(artists.map(({ slug }: { slug: string }) => slug)).toEqual([other.slug])
  const shown = await preview('artist', ask('customer'))
  const [before, after] = [beforeOf(shown), afterOf(shown)]
  expect(after['price']).toBe(artists[0].price)
  expect(after['artist']).toBe(0)
  expect(cents((after['newArtist'] ?? 0) + (after['house'] ?? 0))).toBe(after['customer'])
  expect(cents((after['paid'] ?? 0) + shown.back)).toBe(before['paid'])
  expect(shown.mails.map(({ to, kind, later }) => [to, kind, later])).toEqual([
    ['customer', 'swapped.customer', false],
    ['provider', 'swapped.provider', false],
    ['customer', 'booking.confirmed.customer', false],
    ['newProvider', 'booking.confirmed.provider', false],
    ...(shown.back > 0 ? [['customer', 'refund.sent', true]] : []),
  ])
  expect(await of(booking.id)).toMatchObject({ state: 'booked', acts: [] })
  expect(await mails()).toEqual([])

  const key = createTestKey()
  const done = await olu(`${at}/artist`, 'POST', { ...ask('customer'), reason, hash: shown.hash }, key)
  const again = await olu(`${at}/artist`, 'POST', { ...ask('customer'), reason, hash: shown.hash }, key)
  expect(again.body.data.appointment.id).toBe(done.body.data.appointment.id)
  const made = await of(done.body.data.appointment.id)
  expect(made).toMatchObject({
    state: 'booked',
    total: after['price'],
    readyAt: booking.readyAt,
    names: booking.names,
    provider: { slug: other.slug },
  })
  expect(made.acts).toMatchObject([{ text: `${other.slug} has taken over from ${artist.slug}.`, reason }])
  const old = await of(booking.id)
  expect(old).toMatchObject({ state: 'cancelled', cancelledBy: 'operator', rescueEnded: 'rebooked' })
  expect(old.acts).toMatchObject([{ text: `${other.slug} has taken over, as a separate booking.` }])
  const theirs = await booksOf(other.id)
  expect(theirs.fee).toBe(Math.round((after['house'] ?? 0) * 100))
  expect(theirs.fee + theirs.theirs).toBe(Math.round((after['paid'] ?? 0) * 100))
  expect(await booksOf(artist.id)).toEqual({ fee: 0, theirs: 0 })
  const busy = await rig.database.db.selectFrom('busy').select('ref').where('provider_id', '=', artist.id).execute()
  expect(busy).toEqual([])
  const own = await createTestClient(rig, artist.accountId)
  const [said] = (await own(`/v1/providers/appointments/${booking.id}`)).body.data.appointment.acts
  expect(said.text).toBe('Primp gave this booking to another artist. Your time is free again.')
  expect((await visitor.call(`/v1/bookings/${booking.id}/rescue`)).body.data.open).toBe(false)
})

test('a trial ends with its artist: at the booked price, the replacement costs only the price of the day', async () => {
  const { slug } = await createTestProviderWithTrial(rig, 'swapped-trial', { tested: false })
  const { appointment, call } = await createTestBookingWithTrial(rig, slug)
  const other = await createTestProviderWithAccount(rig, {
    slug: 'no-trial',
    notice: 0,
    costs: { makeup: 20_000, updo: 3_800 },
  })
  const at = `/v1/operator/bookings/${appointment.id}/artist`
  for (const bears of ['house', 'artist']) {
    const ask = { profileId: other.slug, bears, reason }
    const { preview } = (await olu(`${at}/preview`, 'POST', ask)).body.data
    expect(afterOf(preview)['price']).toBe(cents(appointment.total - appointment.trial.price))
    if (bears === 'house') continue
    const { body } = await olu(at, 'POST', { ...ask, hash: preview.hash })
    const made = (await call(`/v1/bookings/${body.data.appointment.id}`)).body.data.appointment
    expect([made.total, sumOf(made.lines), made.trial]).toEqual([afterOf(preview)['price'], made.total, null])
  }
})

test.each(['house', 'artist'] as const)(
  'a dearer replacement is booked at the earlier price, and the %s bears the difference',
  async (bears) => {
    const { booking, at, preview, other, ask, of } = await withOther(`kept-${bears}`, 4_533)
    const free = afterOf(await preview('artist', ask('customer')))
    expect(free['price']).toBeGreaterThan(booking.total)
    const shown = await preview('artist', ask(bears))
    const [before, after] = [beforeOf(shown), afterOf(shown)]
    for (const one of ['price', 'customer', 'paid', 'open']) expect(after[one]).toBe(before[one])
    expect(shown.back).toBe(0)
    expect(after[bears === 'house' ? 'newArtist' : 'house']).toBe(
      bears === 'house' ? free['newArtist'] : before['house'],
    )
    const { body } = await olu(`${at}/artist`, 'POST', { ...ask(bears), reason, hash: shown.hash })
    const made = await of(body.data.appointment.id)
    expect(made.total).toBe(booking.total)
    expect(sumOf(made.lines)).toBe(booking.total)
    const books = await booksOf(other.id)
    expect(books.fee).toBe(Math.round((after['house'] ?? 0) * 100))
    expect(books.fee + books.theirs).toBe(Math.round((after['paid'] ?? 0) * 100))
  },
)

test('a dearer replacement at the new artist’s price increases the amount due on the day', async () => {
  const { booking, preview, ask } = await withOther('dearer', 9_000)
  const shown = await preview('artist', ask('customer'))
  expect(shown).toMatchObject({ back: 0, due: 0 })
  expect(afterOf(shown)['paid']).toBe(booking.deposit)
  expect(afterOf(shown)['open']).toBe(cents((afterOf(shown)['price'] ?? 0) - booking.deposit))
})

test('a balance paid online is refunded, and is due to the replacement', async () => {
  const { artist, visitor, booking, at, preview, other, ask } = await withOther('balanced', 4_400)
  await rig.database.db.updateTable('provider').set({ online_balance: true }).where('id', '=', artist.id).execute()
  rig.at(new Date(Date.parse(booking.startsAt) - 5 * 86_400_000))
  olu = await operator()
  const { payment } = (await visitor.call(`/v1/bookings/${booking.id}/balance`, 'POST', {})).body.data
  await visitor.card(payment.clientSecret)
  const shown = await preview('artist', ask('customer'))
  expect(shown.back).toBe(payment.amount)
  expect(afterOf(shown)).toMatchObject({ paid: booking.deposit, open: payment.amount })
  expect((await olu(`${at}/artist`, 'POST', { ...ask('customer'), reason, hash: shown.hash })).status).toBe(200)
  const books = await booksOf(other.id)
  expect(books.fee + books.theirs).toBe(Math.round((afterOf(shown)['paid'] ?? 0) * 100))
})

test('a replacement is refused if the artist is busy, the same or no longer available, and if the preview is outdated', async () => {
  const { artist, at, look, preview, other, ask, booking, of } = await withOther('refused-swap', 4_400)
  expect((await look('artist', { ...ask('customer'), profileId: artist.slug })).body.code).toBe('slot_taken')
  expect((await look('artist', { ...ask('customer'), profileId: 'nobody-at-all' })).body.code).toBe('not_found')
  const shown = await preview('artist', ask('customer'))
  const stale = await olu(`${at}/artist`, 'POST', { ...ask('customer'), reason, hash: `${shown.hash}x` })
  expect(stale.body.code).toBe('preview_changed')
  expect(stale.body.detail.preview.hash).toBe(shown.hash)
  await (await createTestVisitor(rig)).book(other.slug)
  expect((await look('artist', ask('customer'))).body.code).toBe('slot_taken')
  expect((await olu(`${at}/artist`, 'POST', { ...ask('customer'), reason, hash: shown.hash })).body.code).toBe(
    'slot_taken',
  )
  expect((await olu(`${at}/artists`)).body.data.artists).toEqual([])
  expect(await of(booking.id)).toMatchObject({ state: 'booked' })
})

test('only operators with the people duty can replace the artist of a booking, and only of an existing one', async () => {
  const { artist, visitor, at, ask } = await withOther('not-to-swap', 4_400)
  const body = { ...ask('customer'), reason, hash: 'x' }
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
  for (const act of ['artist', 'artist/preview']) {
    expect((await money(`${at}/${act}`, 'POST', body)).body.code).toBe('duty_required')
    expect((await own(`${at}/${act}`, 'POST', body)).body.code).toBe('not_yours')
    expect((await visitor.call(`${at}/${act}`, 'POST', body)).body.code).toBe('not_signed_in')
    expect((await olu(`${none}/${act}`, 'POST', body)).body.code).toBe('not_found')
  }
  expect((await own(`${at}/artists`)).body.code).toBe('not_yours')
  expect((await olu(`${none}/artists`)).body.code).toBe('not_found')
})
