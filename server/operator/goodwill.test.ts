import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toMajor, toMinor } from '#contract/money.ts'
import { computeCreditPart } from '#contract/payments/cover.ts'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import type { BoughtVoucher } from '#contract/payments/vouchers.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { createTestVoucher } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { findUnbalanced } from '#server/payments/ledger.queries.ts'
import { LIMITS_KEY } from '#server/payments/refunds.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
const forget = async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('setting').where('key', '=', LIMITS_KEY).execute()
  // Settings are cached for a second.
  rig.age(2_000)
  await clearTestTown(rig)
}
beforeEach(forget)
afterAll(async () => {
  await forget()
})

const reason = 'The artist was half an hour late.'
async function booked() {
  const artist = await createTestProviderWithAccount(rig, { slug: 'generous' })
  const visitor = await createTestVisitor(rig)
  const booking = await visitor.book('generous')
  await rig.database.db.deleteFrom('outbox').execute()
  const path = `/v1/operator/bookings/${booking.id}/goodwill`
  const preview = async (amount: number, as = 'card') =>
    (await olu(`${path}/preview`, 'POST', { amount, reason, as })).body.data.preview as ActPreview
  return { artist, visitor, booking, path, preview }
}
const sum = ({ sums }: ActPreview, of: string) => sums.find((one) => one.of === of)
const refunds = async (bookingId: string) =>
  (await olu(`/v1/operator/bookings/${bookingId}`)).body.data.appointment.refunded as number
async function ledger(providerId: string) {
  const rows = await rig.database.db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
    .select(['account', 'amount_minor'])
    .where('ledger_movement.provider_id', '=', providerId)
    .execute()
  const of = (account: string) =>
    rows.filter((row) => row.account === account).reduce((all, { amount_minor }) => all + amount_minor, 0)
  return { fees: of('fees'), pending: of(`pending:${providerId}`), vouchers: of('vouchers') }
}

test('a preview shows amounts and emails and changes nothing; the action then has exactly these effects, once, at the platform’s cost', async () => {
  const { artist, visitor, booking, path, preview } = await booked()
  const before = await ledger(artist.id)
  const shown = await preview(12.34)
  const deposit = booking.deposit as number
  expect(shown).toMatchObject({ back: 12.34, second: false, currency: 'GBP' })
  expect(sum(shown, 'price')).toEqual({ of: 'price', before: booking.total, after: booking.total })
  expect(sum(shown, 'paid')).toEqual({ of: 'paid', before: deposit, after: Number((deposit - 12.34).toFixed(2)) })
  const [artistSum, house] = [sum(shown, 'artist'), sum(shown, 'house')]
  expect(artistSum?.after).toBe(artistSum?.before)
  expect(house?.after).toBeCloseTo((house?.before ?? 0) - 12.34, 5)
  expect(shown.mails.map(({ to, kind, later }) => [to, kind, later])).toEqual([
    ['provider', 'refund.byTeam.provider', true],
    ['customer', 'refund.sent', true],
  ])
  expect(await rig.database.db.selectFrom('outbox').select('id').execute()).toEqual([])
  expect(await ledger(artist.id)).toEqual(before)
  expect(await refunds(booking.id)).toBe(0)

  const key = createTestKey()
  for (let i = 0; i < 2; i++) {
    const done = await olu(path, 'POST', { amount: 12.34, reason, hash: shown.hash }, key)
    expect(done.body.data.preview).toEqual(shown)
  }
  expect(await refunds(booking.id)).toBe(12.34)
  const after = await ledger(artist.id)
  expect(after).toEqual({ ...before, fees: before.fees + 1234 })
  const kinds = await rig.database.db.selectFrom('outbox').select('kind').where('channel', '=', 'mail').execute()
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['refund.byTeam.provider', 'refund.sent'])

  const [theirs] = (await visitor.call(`/v1/bookings/${booking.id}`)).body.data.appointment.acts
  expect(theirs).toMatchObject({ text: 'Primp refunded you £12.34.', reason })
  const own = await createTestClient(rig, artist.accountId)
  const [artists] = (await own(`/v1/providers/appointments/${booking.id}`)).body.data.appointment.acts
  expect(artists.text).toContain('Your earnings stay the same.')
  const audit = await rig.database.db
    .selectFrom('audit')
    .select(['act', 'reason'])
    .where('subject_id', '=', booking.id)
    .where('act', '=', 'booking.goodwill')
    .execute()
  expect(audit).toEqual([{ act: 'booking.goodwill', reason }])
})

test('an outdated preview is refused with the current result', async () => {
  const { booking, path, preview } = await booked()
  const shown = await preview(5)
  const first = await preview(3)
  await olu(path, 'POST', { amount: 3, reason, hash: first.hash })
  const { status, body } = await olu(path, 'POST', { amount: 5, reason, hash: shown.hash })
  expect([status, body.code]).toEqual([409, 'preview_changed'])
  expect(body.detail.preview).toMatchObject({ back: 5 })
  expect(await refunds(booking.id)).toBe(3)
  expect((await olu(path, 'POST', { amount: 5, reason, hash: body.detail.preview.hash })).status).toBe(200)
  expect(await refunds(booking.id)).toBe(8)
})

test('from the configured amount on, a second operator must approve, and neither side sees the goodwill before', async () => {
  const { booking, visitor, path, preview } = await booked()
  await rig.database.db
    .insertInto('setting')
    .values({ key: LIMITS_KEY, value: JSON.stringify({ GBP: 10 }) })
    .execute()
  rig.age(2_000)
  const shown = await preview(10)
  expect(shown).toMatchObject({ second: true, back: 10 })
  expect(shown.mails.every(({ later }) => later)).toBe(true)
  expect((await olu(path, 'POST', { amount: 10, reason, hash: shown.hash })).status).toBe(200)
  expect(await refunds(booking.id)).toBe(0)
  expect((await visitor.call(`/v1/bookings/${booking.id}`)).body.data.appointment.acts).toEqual([])
  const [waits] = (await olu(`/v1/operator/bookings/${booking.id}`)).body.data.appointment.acts
  expect(waits.text).toBe('Goodwill of £10.00 is waiting for approval.')
  const refund = await rig.database.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'asked')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const own = await olu(`/v1/operator/refunds/${refund.id}/decide`, 'POST', { approve: true, reason })
  expect(own.body.code).toBe('second_operator_required')
  await olu(`/v1/operator/refunds/${refund.id}/decide`, 'POST', { approve: false, reason })
  const [refused] = (await olu(`/v1/operator/bookings/${booking.id}`)).body.data.appointment.acts
  expect(refused.text).toBe('Goodwill of £10.00 was rejected.')
})

test('goodwill is limited to what was paid, needs an existing booking, and needs a reason', async () => {
  const { booking, path } = await booked()
  const more = await olu(`${path}/preview`, 'POST', { amount: (booking.deposit as number) + 0.01, reason })
  expect(more.body).toMatchObject({ code: 'refund_too_much', errors: [{ path: 'amount' }] })
  const none = '/v1/operator/bookings/00000000-0000-4000-8000-000000000000/goodwill'
  expect((await olu(`${none}/preview`, 'POST', { amount: 1, reason })).body.code).toBe('not_found')
  expect((await olu(none, 'POST', { amount: 1, reason, hash: 'x' })).body.code).toBe('not_found')
  for (const wrong of [{ amount: 0 }, { amount: 1.001 }, { reason: '' }])
    expect((await olu(`${path}/preview`, 'POST', { amount: 1, reason, ...wrong })).body.code).toBe('invalid_input')
})

test('only signed-in operators with the money duty who are not part of the booking can give goodwill', async () => {
  const { artist, visitor, path } = await booked()
  const body = { amount: 1, reason, hash: 'x' }
  const { id } = await rig.database.db
    .insertInto('account')
    .values({
      email: `s-${createTestKey()}@primp.example`,
      name: 'S',
      roles: ['customer', 'operator'],
      duties: ['support'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const support = await createTestClient(rig, id)
  const own = await createTestClient(rig, artist.accountId)
  for (const call of [path, `${path}/preview`]) {
    expect((await support(call, 'POST', body)).body.code).toBe('duty_required')
    expect((await own(call, 'POST', body)).body.code).toBe('not_yours')
    expect((await visitor.call(call, 'POST', body)).body.code).toBe('not_signed_in')
  }
})

async function creditsOf(bookingId: string) {
  const { account_id } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const own = await createTestClient(rig, account_id as string)
  const { vouchers } = (await own('/v1/vouchers/mine')).body.data as { vouchers: BoughtVoucher[] }
  return { own, credits: vouchers.filter(({ kind }) => kind === 'goodwill') }
}

test('credit is previewed and given once, as the customer’s voucher with reason and expiry, at the platform’s cost', async () => {
  const { artist, visitor, booking, path, preview } = await booked()
  const before = await ledger(artist.id)
  const deposit = booking.deposit as number
  const shown = await preview(12.34, 'credit')
  expect(shown).toMatchObject({ back: 0, credit: 12.34, second: false })
  expect(shown.hash).not.toBe((await preview(12.34)).hash)
  expect(sum(shown, 'paid')).toEqual({ of: 'paid', before: deposit, after: Number((deposit - 12.34).toFixed(2)) })
  expect(sum(shown, 'artist')?.after).toBe(sum(shown, 'artist')?.before)
  expect(sum(shown, 'house')?.after).toBeCloseTo((sum(shown, 'house')?.before ?? 0) - 12.34, 5)
  expect(shown.mails.map(({ to, kind, later }) => [to, kind, later])).toEqual([
    ['provider', 'refund.byTeam.provider', false],
    ['customer', 'refund.credited', false],
  ])
  expect(shown.mails[0]?.text).toContain('£12.34 as credit for their next booking')
  expect((await creditsOf(booking.id)).credits).toEqual([])
  expect(await ledger(artist.id)).toEqual(before)

  const key = createTestKey()
  for (let i = 0; i < 2; i++) {
    const done = await olu(path, 'POST', { amount: 12.34, as: 'credit', reason, hash: shown.hash }, key)
    expect(done.body.data?.preview, JSON.stringify(done.body)).toEqual(shown)
  }
  expect(await ledger(artist.id)).toEqual({ ...before, fees: before.fees + 1234, vouchers: before.vouchers - 1234 })
  expect(await refunds(booking.id)).toBe(12.34)
  const sent = await rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'body'])
    .where('channel', '=', 'mail')
    .execute()
  expect(sent.map(({ kind }) => kind).toSorted()).toEqual(['refund.byTeam.provider', 'refund.credited'])
  const { credits, own } = await creditsOf(booking.id)
  expect(credits).toMatchObject([
    { amount: 12.34, left: 12.34, reason, fromName: 'Primp', state: 'live', artist: null, returnUntil: null },
  ])
  expect(credits[0]?.expiresAt?.slice(0, 4)).toBe(String(testNow.getUTCFullYear() + 5))
  expect(sent.find(({ kind }) => kind === 'refund.credited')?.body).toContain('You can use it until')
  const back = await own(`/v1/vouchers/bought/${credits[0]?.id}/return`, 'POST', {})
  expect(back.body.code).toBe('state_changed')
  const [theirs] = (await visitor.call(`/v1/bookings/${booking.id}`)).body.data.appointment.acts
  expect(theirs).toMatchObject({ text: 'Primp gave you £12.34 credit for your next booking.', reason })
  const mia = await createTestClient(rig, artist.accountId)
  const [artists] = (await mia(`/v1/providers/appointments/${booking.id}`)).body.data.appointment.acts
  expect(artists.text).toContain('credit for their next booking')

  // It pays for a booking with any artist, without a card payment.
  await createTestProviderWithAccount(rig, { slug: 'generous-next' })
  const next = await createTestVisitor(rig)
  const { hold } = (await next.hold('generous-next')).body.data
  const used = await next.call(`/v1/holds/${hold.id}/credits`, 'POST', { code: credits[0]?.code })
  expect(used.body.data.hold.credits).toMatchObject([
    { amount: toMajor(computeCreditPart(toMinor(hold.quote.deposit), 1_234)) },
  ])
  const made = await rig.database.db.selectFrom('refund').selectAll().where('voucher_id', 'is not', null).execute()
  expect(made).toMatchObject([{ state: 'done', gateway_id: null, voucher_id: credits[0]?.id }])
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  const listed = (await olu(`/v1/operator/vouchers/${credits[0]?.id}`)).body.data
  expect(listed).toMatchObject({ paymentId: null, voucher: { kind: 'goodwill', reason, number: credits[0]?.number } })
  await next.call(`/v1/holds/${hold.id}/release`, 'POST', {})
})

test('credit above the set amount waits for a second operator, who creates or rejects it', async () => {
  const { booking, path, preview } = await booked()
  await rig.database.db
    .insertInto('setting')
    .values({ key: LIMITS_KEY, value: JSON.stringify({ GBP: 10 }) })
    .execute()
  rig.age(2_000)
  const give = async (amount: number) => {
    const shown = await preview(amount, 'credit')
    expect(shown).toMatchObject({ second: true, credit: amount, back: 0 })
    expect(shown.mails.every(({ later }) => later)).toBe(true)
    expect((await olu(path, 'POST', { amount, as: 'credit', reason, hash: shown.hash })).status).toBe(200)
    expect((await creditsOf(booking.id)).credits).toEqual([])
    return rig.database.db
      .selectFrom('refund')
      .select(['id', 'voucher_id'])
      .where('state', '=', 'asked')
      .executeTakeFirstOrThrow()
  }
  const decide = async (id: string, approve: boolean) =>
    (await second())(`/v1/operator/refunds/${id}/decide`, 'POST', { approve, reason })
  const refused = await give(11)
  expect((await decide(refused.id, false)).body.data?.refund.state).toBe('refused')
  expect((await creditsOf(booking.id)).credits).toEqual([])
  const asked = await give(10)
  const said = await decide(asked.id, true)
  expect(said.body.data?.refund, JSON.stringify(said.body)).toMatchObject({ state: 'done', creditId: asked.voucher_id })
  expect((await creditsOf(booking.id)).credits).toMatchObject([{ id: asked.voucher_id, amount: 10, left: 10, reason }])
  const acts = (await olu(`/v1/operator/bookings/${booking.id}`)).body.data.appointment.acts
  expect(acts.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'Goodwill of £11.00 was rejected.',
    'Goodwill: £10.00 credit to the customer, paid by Primp.',
  ])
})

test('a bought voucher is never used for goodwill', async () => {
  const { booking } = await booked()
  const gift = await createTestVoucher(rig)
  const payment = await rig.database.db
    .selectFrom('payment')
    .select('id')
    .where('ref', '=', (of) =>
      of
        .selectFrom('appointment')
        .select('hold_id')
        .where('id', '=', booking.id as string),
    )
    .executeTakeFirst()
  const row = {
    payment_id: payment?.id ?? gift.paymentId,
    amount_minor: 100,
    fee_back_minor: 0,
    reason,
    state: 'asked' as const,
    fact: `test ${createTestKey()}`,
    voucher_id: gift.id,
  }
  await expect(rig.database.db.insertInto('refund').values(row).execute()).rejects.toMatchObject({
    constraint: 'refund_to_goodwill',
  })
})

async function second() {
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
  return createTestClient(rig, id)
}
