import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLaterDepositDue, laterDepositTimers } from '#contract/payments/later-deposit.ts'
import { invalidateCatalog } from '#server/catalog/index.ts'
import { cancelUnpaidDeposits } from '#server/bookings/cancellation.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { chargeLaterDeposits, deleteUnneededCards } from './later-deposit.ts'

let rig: TestRig
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

async function setHoldDays(days: number | null) {
  const operator = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  const reason = 'The limit of our payment provider'
  const answer = await operator('/v1/operator/markets/GB/deposit-hold', 'PUT', { days, reason })
  expect(answer).toMatchObject({ status: 200, body: { data: { days } } })
  // It is read again after a second.
  invalidateCatalog(rig.database)
}

beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await setHoldDays(90)
})
afterAll(async () => {
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  await setHoldDays(null)
  rig.at(testNow)
  await clearTestTown(rig)
})

/** A day about 200 days after the clock of the tests. */
const farDay = () => new Date(testNow.getTime() + 200 * DAY_MS).toISOString().slice(0, 10)

const nearDay = new Date(testNow.getTime() + 60 * DAY_MS).toISOString().slice(0, 10)

async function work(times = 1) {
  await Promise.all(
    Array.from({ length: times }, () => chargeLaterDeposits(createJobContext(rig, 'charge-later-deposits'))),
  )
  await waitForBackgroundWork(rig.database)
}

async function booked(slug: string, papers: Record<string, unknown> = {}) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig, { eventDate: farDay() })
  const quote = await leila.quote(slug)
  const booking = await leila.book(slug, papers)
  const at = `/v1/bookings/${booking.id}`
  const read = async () => (await leila.call(at)).body.data.appointment
  const due = getLaterDepositDue(Date.parse(booking.startsAt))
  /** Notifies the customer, then goes to the moment of the charge. */
  const comeDue = async () => {
    rig.at(new Date(due - laterDepositTimers.toldDays * DAY_MS))
    await work()
    rig.at(new Date(due))
  }
  /** Lets the saved card of the booking answer otherwise. */
  const setCard = (lastFour: string) =>
    rig.database.db
      .updateTable('test_bank_intent')
      .set({ last_four: lastFour })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('payment')
          .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
          .select('payment.gateway_id')
          .where('appointment.id', '=', booking.id)
          .$castTo<{ gateway_id: string }>(),
      )
      .execute()
  const told = async () =>
    (
      await rig.database.db
        .selectFrom('outbox')
        .select('kind')
        .where('fact', 'like', `laterDeposit.%${booking.id}%`)
        .where('channel', '=', 'mail')
        .orderBy('created_at')
        .orderBy('kind')
        .execute()
    ).map(({ kind }) => kind)
  return { artist, leila, quote, booking, at, read, due, comeDue, setCard, told }
}
const dayLater = () => rig.at(new Date(rig.clock().getTime() + 24 * HOUR_MS))

describe('A later deposit', () => {
  test('the customer pays the fee at booking, and quote, hold, booking and email show both parts', async () => {
    const { quote, booking, artist } = await booked('later-shown')
    const laterMinor = Math.round(quote.laterDeposit.amount * 100)
    expect(laterMinor).toBe(Math.round(quote.deposit * 100) - Math.round(quote.fee * 100))
    expect(booking).toMatchObject({
      deposit: quote.fee,
      paid: quote.fee,
      laterDeposit: { amount: quote.laterDeposit.amount, state: 'due', payUntil: null },
      may: { payLaterDeposit: false },
    })
    expect(Date.parse(booking.laterDeposit.dueAt)).toBe(Date.parse(quote.laterDeposit.at))
    expect(booking.laterDeposit.consentText).toContain('the rest of the deposit')
    expect((await getOwedSums(rig.database.db, artist.id))[0]?.pending ?? 0).toBe(0)
    const mail = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('kind', '=', 'booking.confirmed.customer')
      .where('fact', 'like', `%${booking.id}%`)
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('Booking fee paid')
    const theirs = await createTestClient(rig, artist.accountId)
    const seen = (await theirs(`/v1/providers/appointments/${booking.id}`)).body.data.appointment
    expect(seen.laterDeposit).toMatchObject({ state: 'due', consentText: null })
  })

  test('the refund timeline includes it from the day when it is charged', async () => {
    const { booking, quote } = await booked('later-refund')
    const last = booking.refund.steps.at(-1)
    expect(booking.refund.now).toBe(quote.fee)
    expect(last.refund + last.keptByProvider + last.keptByPlatform).toBeCloseTo(quote.deposit, 2)
  })

  test('a price for a near event, and a market without a limit, have none', async () => {
    await createTestProviderWithAccount(rig, { slug: 'later-near' })
    const near = await createTestVisitor(rig, { eventDate: nearDay })
    expect((await near.quote('later-near')).laterDeposit).toBeUndefined()
    await setHoldDays(null)
    const far = await createTestVisitor(rig, { eventDate: farDay() })
    expect((await far.quote('later-near')).laterDeposit).toBeUndefined()
  })

  test('the whole price cannot be paid so early', async () => {
    await createTestProviderWithAccount(rig, { slug: 'later-whole' })
    const leila = await createTestVisitor(rig, { eventDate: farDay() })
    const held = await leila.hold('later-whole')
    const paid = await leila.pay(held.body.data.hold.id, { inFull: true })
    expect(paid).toMatchObject({ status: 409, body: { code: 'state_changed' } })
  })

  test('is announced a week before and charged once on its day, and the artist is owed it', async () => {
    const { artist, quote, read, comeDue, told } = await booked('later-charged')
    await comeDue()
    expect(await told()).toEqual(['laterDeposit.soon'])
    await work(3)
    const after = await read()
    expect(after).toMatchObject({
      deposit: quote.deposit,
      paid: quote.deposit,
      laterDeposit: { state: 'paid', amount: quote.laterDeposit.amount },
    })
    expect(after.payments.filter(({ kind }: { kind: string }) => kind === 'later_deposit')).toHaveLength(1)
    expect((await getOwedSums(rig.database.db, artist.id))[0]).toMatchObject({
      pending: Math.round(quote.laterDeposit.amount * 100),
    })
    expect(await told()).toEqual(['laterDeposit.soon'])
    await deleteUnneededCards(createJobContext(rig, 'delete-unneeded-cards'))
    const kept = await rig.database.db
      .selectFrom('later_deposit')
      .select('card_deleted_at')
      .where('appointment_id', '=', after.id)
      .executeTakeFirstOrThrow()
    expect(kept.card_deleted_at).not.toBeNull()
  })

  test('is not charged without a notice of at least a day', async () => {
    const { due, read } = await booked('later-late-notice')
    rig.at(new Date(due + HOUR_MS))
    await work(2)
    expect((await read()).laterDeposit.state).toBe('due')
    dayLater()
    await work()
    expect((await read()).laterDeposit.state).toBe('paid')
  })

  test('a declined card is tried on three days, then the customer pays by hand within a week', async () => {
    const { read, comeDue, setCard, told, leila, at, quote } = await booked('later-declined')
    await setCard('0341')
    await comeDue()
    for (let n = 0; n < laterDepositTimers.tries; n++) {
      await work()
      dayLater()
    }
    const asked = await read()
    expect(asked).toMatchObject({ laterDeposit: { state: 'asked' }, may: { payLaterDeposit: true } })
    expect(await told()).toEqual([
      'laterDeposit.soon',
      'laterDeposit.declined',
      'laterDeposit.declined',
      'laterDeposit.asked.customer',
      'laterDeposit.asked.provider',
    ])
    const key = createTestKey()
    const opened = await leila.call(`${at}/later-deposit`, 'POST', {}, key)
    expect((await leila.call(`${at}/later-deposit`, 'POST', {}, key)).body).toEqual(opened.body)
    expect(opened.body.data.payment).toMatchObject({ kind: 'later_deposit', amount: quote.laterDeposit.amount })
    await leila.card(opened.body.data.payment.clientSecret)
    await waitForBackgroundWork(rig.database)
    expect(await read()).toMatchObject({ deposit: quote.deposit, laterDeposit: { state: 'paid', payUntil: null } })
    await cancelUnpaidDeposits(createJobContext(rig, 'cancel-unpaid-deposits'))
    expect((await read()).state).toBe('booked')
  })

  test('one that is not paid in time cancels the booking by its policy', async () => {
    const { read, comeDue, setCard, quote } = await booked('later-unpaid')
    await setCard('0341')
    await comeDue()
    for (let n = 0; n < laterDepositTimers.tries; n++) {
      await work()
      dayLater()
    }
    await cancelUnpaidDeposits(createJobContext(rig, 'cancel-unpaid-deposits'))
    expect((await read()).state).toBe('booked')
    rig.at(new Date(rig.clock().getTime() + laterDepositTimers.payDays * DAY_MS))
    await cancelUnpaidDeposits(createJobContext(rig, 'cancel-unpaid-deposits'))
    await waitForBackgroundWork(rig.database)
    expect(await read()).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'customer',
      endReason: 'The rest of the deposit was not paid.',
      refunded: quote.fee,
      laterDeposit: { state: 'asked' },
    })
  })

  test('a card that needs authentication waits a day for the customer', async () => {
    const { read, comeDue, setCard, told } = await booked('later-proof')
    await setCard('3155')
    await comeDue()
    await work()
    expect(await read()).toMatchObject({ laterDeposit: { state: 'proving' }, may: { payLaterDeposit: true } })
    dayLater()
    await work()
    expect((await read()).laterDeposit.state).toBe('asked')
    expect(await told()).toEqual([
      'laterDeposit.soon',
      'laterDeposit.proof',
      'laterDeposit.asked.customer',
      'laterDeposit.asked.provider',
    ])
  })

  test('is not charged after a cancellation', async () => {
    const { leila, at, read, comeDue, booking } = await booked('later-cancelled')
    await leila.call(`${at}/cancel`, 'POST', { refund: booking.refund.now, reason: 'Other plans' })
    await comeDue()
    await work()
    expect(await read()).toMatchObject({ state: 'cancelled', laterDeposit: { state: 'due' } })
    expect((await read()).payments.some(({ kind }: { kind: string }) => kind === 'later_deposit')).toBe(false)
  })

  test('can be paid by hand from a week before, not earlier, and by nobody else', async () => {
    const { leila, at, due, read } = await booked('later-early')
    expect(await leila.call(`${at}/later-deposit`, 'POST', {})).toMatchObject({
      status: 409,
      body: { code: 'later_deposit_closed' },
    })
    rig.at(new Date(due - laterDepositTimers.toldDays * DAY_MS))
    const other = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
    expect((await other(`${at}/later-deposit`, 'POST', {})).status).toBe(404)
    const opened = await leila.call(`${at}/later-deposit`, 'POST', {})
    await leila.card(opened.body.data.payment.clientSecret)
    await waitForBackgroundWork(rig.database)
    expect((await read()).laterDeposit.state).toBe('paid')
    expect(await leila.call(`${at}/later-deposit`, 'POST', {})).toMatchObject({
      status: 409,
      body: { code: 'later_deposit_closed' },
    })
  })
})

describe("The market's holding period", () => {
  test('is set by an operator of money, within its bounds, and by nobody else', async () => {
    const operator = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    const path = '/v1/operator/markets/GB/deposit-hold'
    const reason = 'The limit of our payment provider'
    expect((await operator(path, 'PUT', { days: 120, reason })).body.data).toEqual({ days: 120 })
    expect((await operator(path, 'PUT', { days: 30, reason })).status).toBe(400)
    expect((await operator(path, 'PUT', { days: null, reason })).body.data).toEqual({ days: null })
    const customer = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
    expect((await customer(path, 'PUT', { days: 120, reason })).status).toBe(403)
  })
})
