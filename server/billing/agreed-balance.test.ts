import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agreedTimers, getAgreedBalanceDue } from '#contract/billing/agreed-balance.ts'
import { SAVE_CARD_WORDS, savedTestCards } from '#contract/payments/cards.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { answerTestDispute } from '#server/testing/bookings.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { confirmCardSetup, createCardSetup, createTestCard } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { chargeAgreedBalances } from './agreed-balance.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  rig.at(testNow)
  await clearTestTown(rig)
})

const HOUR_MS = 3_600_000
type Acting = Awaited<ReturnType<typeof createTestClient>>

/** Signs in again for each call, because weeks pass in between. */
const comingBack =
  (accountId: string): Acting =>
  async (...asked) =>
    (await createTestClient(rig, accountId))(...asked)

async function work(times = 1) {
  await Promise.all(Array.from({ length: times }, () => chargeAgreedBalances(createJobContext(rig, 'take-balances'))))
  await waitForBackgroundWork(rig.database)
}

async function booked(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  await rig.database.db.updateTable('provider').set({ online_balance: true }).where('id', '=', artist.id).execute()
  const leila = await createTestVisitor(rig)
  const booking = await leila.book(slug)
  const { account_id } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const me = comingBack(account_id as string)
  const save = (number?: string) => createTestCard(rig, account_id as string, number)
  const at = `/v1/bookings/${booking.id}`
  const read = async () => (await me(at)).body.data.appointment
  const agree = (when: 'before' | 'after' = 'before', key?: string) =>
    me(`${at}/balance/agreed`, 'POST', { at: when, agreed: true }, key)
  const due = (when: 'before' | 'after' = 'before') =>
    getAgreedBalanceDue(when, { startsAt: Date.parse(booking.startsAt), endsAt: Date.parse(booking.endsAt) })
  const told = async () =>
    (
      await rig.database.db
        .selectFrom('outbox')
        .select('kind')
        .where('fact', 'like', `balance.%${booking.id}%`)
        .where('channel', '=', 'mail')
        .orderBy('created_at')
        .orderBy('kind')
        .execute()
    ).map(({ kind }) => kind)
  const come = async (number?: string) => {
    await save(number)
    expect((await agree()).status).toBe(200)
    rig.at(new Date(due() - agreedTimers.toldHours * HOUR_MS))
    await work()
    rig.at(new Date(due()))
  }
  return { artist, leila, booking, accountId: account_id as string, me, save, at, read, agree, due, told, come }
}
const dayLater = () => rig.at(new Date(rig.clock().getTime() + 24 * HOUR_MS))
const balancesOf = (bookingId: string) =>
  rig.database.db.selectFrom('payment').selectAll().where('kind', '=', 'balance').where('ref', '=', bookingId).execute()

describe('Saved cards', () => {
  test('a card is saved with the agreed text and its time, replaced by the next, and removed', async () => {
    const { me, save, accountId } = await booked('card-kept')
    expect((await me('/v1/cards', 'POST', { countryCode: 'GB' })).status).toBe(400)
    expect((await me('/v1/cards')).body.data.cards).toEqual([])
    const first = await save()
    expect(first).toMatchObject({
      state: 'saved',
      brand: 'visa',
      lastFour: '4242',
      expires: '04/30',
      consentWords: SAVE_CARD_WORDS,
      consentAt: testNow.toISOString(),
    })
    const begun = await createCardSetup(rig, accountId)
    expect((await me(`/v1/cards/${begun.id}/saved`, 'POST', {})).body.data.card.state).toBe('open')
    expect((await me('/v1/cards')).body.data.cards).toMatchObject([{ id: first.id }])
    await confirmCardSetup(rig, begun.clientSecret, { number: savedTestCards.proof })
    const second = (await me(`/v1/cards/${begun.id}/saved`, 'POST', {})).body.data.card
    expect((await me('/v1/cards')).body.data.cards).toMatchObject([{ id: second.id, lastFour: '3184' }])
    expect((await me(`/v1/cards/${second.id}/remove`, 'POST', {})).body.data.card.state).toBe('removed')
    expect((await me('/v1/cards')).body.data.cards).toEqual([])
    const rows = await rig.database.db
      .selectFrom('payment_method')
      .innerJoin('test_bank_setup', 'test_bank_setup.id', 'payment_method.setup_id')
      .select(['payment_method.state', 'test_bank_setup.status'])
      .where('account_id', '=', accountId)
      .execute()
    expect(rows).toEqual([
      { state: 'removed', status: 'detached' },
      { state: 'removed', status: 'detached' },
    ])
  })

  test('starting a card setup twice with one idempotency key starts it once', async () => {
    const { me } = await booked('card-twice')
    const key = createTestKey()
    const asked = () => me('/v1/cards', 'POST', { countryCode: 'GB', agreed: true }, key)
    const [one, again] = [await asked(), await asked()]
    expect(again.body).toEqual(one.body)
  })

  test('nobody else can see, save, remove or use a card', async () => {
    const { me, save, accountId, at } = await booked('card-mine')
    const { me: other, save: saveOther } = await booked('card-theirs')
    const card = await save()
    const begun = await createCardSetup(rig, accountId)
    expect((await other('/v1/cards')).body.data.cards).toEqual([])
    expect((await other(`/v1/cards/${begun.id}/saved`, 'POST', {})).body.code).toBe('not_found')
    expect((await other(`/v1/cards/${card.id}/remove`, 'POST', {})).body.code).toBe('not_found')
    await saveOther()
    expect((await other(`${at}/balance/agreed`, 'POST', { at: 'before', agreed: true })).status).toBe(404)
    expect((await other(`${at}/balance/agreed/end`, 'POST', {})).status).toBe(404)
    expect((await me('/v1/cards')).body.data.cards).toMatchObject([{ id: card.id }])
    expect((await rig.call('/v1/cards')).status).toBe(401)
  })

  test('only savable cards of the test gateway can be saved, and a setup is completed once', async () => {
    const { accountId } = await booked('card-typed')
    const setup = await createCardSetup(rig, accountId)
    const type = (more: object, secret = setup.clientSecret) => confirmCardSetup(rig, secret, more)
    expect((await type({ number: '4111111111111111' })).body.code).toBe('card_number')
    expect((await type({ expiry: '01/20' })).body.code).toBe('card_expiry')
    expect((await type({ code: 'x' })).body.code).toBe('card_code')
    expect((await type({}, 'seti_nobody_knows_this_one')).body.code).toBe('not_found')
    expect((await type({})).status).toBe(200)
    expect((await type({})).body.code).toBe('state_changed')
  })
})

describe('Automatic balance payment', () => {
  test('an automatic balance needs a saved card and saves the agreed text; after withdrawal it is paid manually', async () => {
    const { me, save, at, booking, agree, read } = await booked('agreed-words')
    expect((await read()).may.agreeBalance).toBe(true)
    expect((await agree()).body.code).toBe('card_missing')
    await save()
    const key = createTestKey()
    const [one, again] = [await agree('after', key), await agree('after', key)]
    expect(again.body).toEqual(one.body)
    expect(one.body.data.appointment.agreedBalance).toMatchObject({
      at: 'after',
      state: 'agreed',
      consentAt: expect.stringMatching(/^2026-11-20T09:00/),
      consentWords: expect.stringMatching(
        new RegExp(`balance of £${booking.balance.toFixed(2)} to my saved card 48 hours after the appointment`),
      ),
    })
    expect((await agree('before')).body.data.appointment.agreedBalance).toMatchObject({ at: 'before' })
    const made = (await me('/v1/accounts/me/export', 'POST', {})).body.data
    const copy = JSON.stringify((await me(`/v1/accounts/me/export/${made.id}`)).body.data.content)
    for (const words of [SAVE_CARD_WORDS, '48 hours before the artist starts']) expect(copy).toContain(words)
    expect((await me(`${at}/balance/agreed/end`, 'POST', {})).body.data.appointment.agreedBalance).toBeNull()
    rig.at(new Date(Date.parse(booking.startsAt) - HOUR_MS))
    expect((await agree('before')).body.code).toBe('balance_closed')
  })

  test('the customer is notified the day before, and two workers charge the balance once, at its time', async () => {
    const { booking, read, due, told, come } = await booked('agreed-before')
    await come()
    expect(await told()).toEqual(['balance.soon'])
    rig.at(new Date(due() - 60_000))
    await work()
    expect(await balancesOf(booking.id)).toEqual([])
    rig.at(new Date(due()))
    await work(2)
    expect(await balancesOf(booking.id)).toMatchObject([
      { state: 'captured', amount_minor: Math.round(booking.balance * 100) },
    ])
    expect(await read()).toMatchObject({
      paid: booking.total,
      balancePaid: { how: 'online' },
      agreedBalance: { state: 'taken' },
      may: { payBalance: false },
    })
    dayLater()
    await work()
    expect(await balancesOf(booking.id)).toHaveLength(1)
    expect((await told()).filter((kind) => kind === 'balance.soon')).toHaveLength(1)
  })

  test('a balance charged after the event is available to the artist at once', async () => {
    const { artist, booking, save, read, agree, due } = await booked('agreed-after')
    await save()
    await agree('after')
    rig.at(new Date(due('after') - agreedTimers.toldHours * HOUR_MS))
    await work()
    rig.at(new Date(due('after')))
    await completeAppointments(createJobContext(rig, 'test'))
    expect((await read()).state).toBe('completed')
    const before = (await getOwedSums(rig.database.db, artist.id))[0]
    await work()
    expect(await read()).toMatchObject({ paid: booking.total, agreedBalance: { state: 'taken' } })
    expect((await getOwedSums(rig.database.db, artist.id))[0]).toMatchObject({
      pending: before?.pending,
      earned: (before?.earned ?? 0) + Math.round(booking.balance * 100),
    })
  })

  test('after three declined attempts, a day apart, both sides are notified and the customer must pay manually', async () => {
    const { booking, leila, me, at, read, told, come } = await booked('agreed-declined')
    await come(savedTestCards.declined)
    for (const n of [1, 2, 3]) {
      await work()
      await work()
      expect((await told()).filter((kind) => kind === 'balance.declined')).toHaveLength(Math.min(n, 2))
      if (n < 3) dayLater()
    }
    expect((await told()).filter((kind) => kind.startsWith('balance.asked'))).toEqual([
      'balance.asked.customer',
      'balance.asked.provider',
    ])
    expect(await read()).toMatchObject({
      agreedBalance: { state: 'asked' },
      balancePaid: null,
      may: { payBalance: true },
    })
    dayLater()
    await work()
    expect(await told()).toHaveLength(5)
    expect(await balancesOf(booking.id)).toMatchObject([{ state: 'open', last_error: 'declined' }])
    const { payment } = (await me(`${at}/balance`, 'POST', {})).body.data
    await leila.card(payment.clientSecret)
    expect(await read()).toMatchObject({ paid: booking.total, agreedBalance: { state: 'taken' } })
  })

  test('a charge that needs authentication can be confirmed on the booking page until the deadline', async () => {
    const { booking, leila, me, at, read, told, come } = await booked('agreed-proof')
    await come(savedTestCards.proof)
    await work()
    expect(await told()).toEqual(['balance.soon', 'balance.proof'])
    expect(await read()).toMatchObject({ agreedBalance: { state: 'proving' }, may: { payBalance: true } })
    await work()
    expect(await told()).toHaveLength(2)
    const { payment } = (await me(`${at}/balance`, 'POST', {})).body.data
    await leila.card(payment.clientSecret)
    expect(await read()).toMatchObject({ paid: booking.total, agreedBalance: { state: 'taken', proveUntil: null } })
    dayLater()
    await work()
    expect((await told()).filter((kind) => kind.startsWith('balance.asked'))).toEqual([])
  })

  test('if the customer does not authenticate in time, both sides are notified once, even with two workers', async () => {
    const { told, read, come } = await booked('agreed-unproven')
    await come(savedTestCards.proof)
    await work()
    dayLater()
    await work(2)
    expect((await told()).filter((kind) => kind.startsWith('balance.asked'))).toHaveLength(2)
    expect(await read()).toMatchObject({ agreedBalance: { state: 'asked' }, may: { payBalance: true } })
  })

  test('nothing is charged after the card was removed, and the customer must pay manually', async () => {
    const { booking, me, read, come } = await booked('agreed-removed')
    await come()
    const [card] = (await me('/v1/cards')).body.data.cards
    await me(`/v1/cards/${card.id}/remove`, 'POST', {})
    await work()
    expect(await balancesOf(booking.id)).toEqual([])
    expect(await read()).toMatchObject({ agreedBalance: { state: 'asked' }, balancePaid: null })
  })

  test('no automatic charge is made for a booking that is cancelled, disputed or no longer paid automatically', async () => {
    const [cancelled, ended] = [await booked('agreed-cancelled'), await booked('agreed-ended')]
    await cancelled.come()
    rig.at(testNow)
    await ended.come()
    const { refund } = await cancelled.read()
    expect((await cancelled.me(`${cancelled.at}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
    await ended.me(`${ended.at}/balance/agreed/end`, 'POST', {})
    await work()
    expect(await balancesOf(cancelled.booking.id)).toEqual([])
    expect(await balancesOf(ended.booking.id)).toEqual([])
    const disputed = await (async () => {
      rig.at(testNow)
      const one = await booked('agreed-disputed')
      await one.save()
      await one.agree('after')
      rig.at(new Date(one.due('after') - agreedTimers.toldHours * HOUR_MS))
      await work()
      const said = await one.me(`${one.at}/problem`, 'POST', { kind: 'late', text: 'An hour late.', pictures: [] })
      expect(said.status, JSON.stringify(said.body)).toBe(200)
      rig.at(new Date(one.due('after')))
      return one
    })()
    await work()
    expect(await balancesOf(disputed.booking.id)).toEqual([])
  })

  test('after a late cancellation or a no-show, the policy decides which part of the payment is kept, and no balance is charged', async () => {
    const [late, absent] = [await booked('agreed-late'), await booked('agreed-absent')]
    await late.come()
    // An hour before the balance is due, when the deposit is no longer refundable.
    rig.at(new Date(Date.parse(late.booking.startsAt) - 49 * HOUR_MS))
    const { refund } = await late.read()
    expect((await late.me(`${late.at}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
    rig.at(testNow)
    await absent.save()
    expect((await absent.agree('after')).status).toBe(200)
    rig.at(new Date(Date.parse(absent.booking.startsAt) + HOUR_MS))
    const artist = await createTestClient(rig, absent.artist.accountId)
    const said = await artist(`/v1/providers/appointments/${absent.booking.id}`, 'PATCH', {
      act: 'report',
      kind: 'no_show',
      text: 'Nobody opened the door.',
    })
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    const disputeId = await answerTestDispute(rig, absent.booking.id)
    const settled = await (await createTestClient(rig, await getAccountId(rig, 'olu@primp.test')))(
      `/v1/operator/disputes/${disputeId}/settle`,
      'POST',
      { outcome: 'paid', noShow: true, reason: 'Nobody was there.' },
    )
    expect(settled.status, JSON.stringify(settled.body)).toBe(200)
    for (const at of [late.due(), absent.due('after') - agreedTimers.toldHours * HOUR_MS, absent.due('after')]) {
      rig.at(new Date(at))
      await work()
    }
    for (const { booking, read } of [late, absent]) {
      expect(await balancesOf(booking.id)).toEqual([])
      expect(await read()).toMatchObject({ paid: booking.deposit })
    }
    expect(await absent.read()).toMatchObject({ state: 'no_show', noShowOf: 'customer', refunded: 0 })
  })

  test('more than the agreed amount is never charged, and the customer must pay manually', async () => {
    const { booking, read, come } = await booked('agreed-more')
    await come()
    await rig.database.db
      .updateTable('agreed_balance')
      .set({ balance_minor: 100 })
      .where('appointment_id', '=', booking.id)
      .execute()
    await work()
    expect(await balancesOf(booking.id)).toEqual([])
    expect((await read()).agreedBalance).toMatchObject({ state: 'asked' })
  })
})
