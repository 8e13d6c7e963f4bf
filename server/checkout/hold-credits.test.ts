import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeCreditPart, splitFee, fitCreditsToDue, LEAST_BY_CARD } from '#contract/payments/cover.ts'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { createTestVoucher, getVoucherBalance } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { listAccountBalances, findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { payOut } from '#server/payments/payouts.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { releaseExpiredCredits } from './hold-credits.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  before = await difference()
})
afterAll(async () => {
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  rig.at(testNow)
  await clearTestTown(rig)
})

/** Returns the ledger's voucher balance, and asserts that it equals the sum of all vouchers. */
async function owedOnVouchers() {
  const ledger = (await listAccountBalances(rig.database.db)).find(
    (one) => one.account === 'vouchers' && one.currency === 'GBP',
  )
  const rows = await rig.database.db
    .selectFrom('voucher')
    .leftJoin('credit_spend', (join) =>
      join.onRef('credit_spend.voucher_id', '=', 'voucher.id').on('credit_spend.state', '=', 'kept'),
    )
    .select(['voucher.id', 'left_minor', 'credit_spend.amount_minor'])
    .where('currency', '=', 'GBP')
    .execute()
  const left = new Map(rows.map(({ id, left_minor }) => [id, left_minor]))
  const kept = rows.reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0)
  return { ledger: 0 - Number(ledger?.minor ?? 0), books: [...left.values()].reduce((a, b) => a + b, 0) + kept }
}
let before = 0
const difference = async () => {
  const { ledger, books } = await owedOnVouchers()
  return ledger - books
}
const booksAgree = async () => expect(await difference()).toBe(before)

async function held(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug, costs: { makeup: 30_000 }, notice: 0 })
  await rig.database.db
    .updateTable('provider')
    .set({ early_before_minute: 9 * 60, early_fee_minor: 2_500 })
    .where('id', '=', artist.id)
    .execute()
  const leila = await createTestVisitor(rig)
  const { hold } = (await leila.hold(slug)).body.data
  const use = (code: string, key?: string) => leila.call(`/v1/holds/${hold.id}/credits`, 'POST', { code }, key)
  const read = async () => (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  const booking = async () => {
    const { appointmentId } = await read()
    return (await leila.call(`/v1/bookings/${appointmentId}`)).body.data.appointment
  }
  return { artist, leila, hold, use, read, booking }
}

async function operator() {
  const { id } = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'olu@primp.test')
    .executeTakeFirstOrThrow()
  return createTestClient(rig, id)
}

describe('Split of an amount due between credits and card', () => {
  test('credits pay as much as they can, never more than is due, and leave the card zero or a chargeable amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 4 }),
        (due, have) => {
          const parts = fitCreditsToDue(due, have)
          const card = due - parts.reduce((sum, one) => sum + one, 0)
          expect(parts.every((part, i) => part >= 0 && part <= (have[i] ?? 0))).toBe(true)
          expect(card === 0 || card >= Math.min(due, LEAST_BY_CARD)).toBe(true)
          expect(computeCreditPart(due, due)).toBe(due)
        },
      ),
    )
  })
  test('the fee is taken from the first credits, in full if they are large enough', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50_000), { minLength: 1 }), fc.nat(100_000), (amounts, fee) => {
        const parts = splitFee(amounts, fee)
        const all = amounts.reduce((sum, one) => sum + one, 0)
        expect(parts.every((part, i) => part >= 0 && part <= (amounts[i] ?? 0))).toBe(true)
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(Math.min(all, fee))
      }),
    )
  })
})

describe('Paying with a gift voucher', () => {
  test('a voucher can pay a deposit without a card, keeps the unused amount, and the artist earns the same as with a card', async () => {
    const voucher = await createTestVoucher(rig)
    const { artist, leila, hold, use, booking } = await held('gifted-whole')
    const used = (await use(voucher.code.toLowerCase().replaceAll('-', ' '))).body.data.hold
    expect(used.credits).toMatchObject([{ kind: 'voucher', amount: hold.quote.deposit }])
    expect(await getVoucherBalance(rig, voucher.id)).toBe(100 - hold.quote.deposit)
    const paid = await leila.pay(hold.id)
    expect(paid.body.data).toMatchObject({ payment: null, hold: { state: 'booked' } })
    const booked = await booking()
    expect(booked).toMatchObject({ paid: hold.quote.deposit, deposit: hold.quote.deposit })
    expect(booked.payments).toMatchObject([{ kind: 'credit', gateway: 'credit', amount: hold.quote.deposit }])
    expect((await getOwedSums(rig.database.db, artist.id))[0]?.pending).toBe(
      Math.round((hold.quote.deposit - hold.quote.fee) * 100),
    )
    await booksAgree()
    const next = await held('gifted-next')
    const { credits } = (await next.use(voucher.code)).body.data.hold
    expect(credits[0].amount).toBe(100 - hold.quote.deposit)
    const { payment } = (await next.leila.pay(next.hold.id)).body.data
    expect(payment.amount).toBeCloseTo(next.hold.quote.deposit - credits[0].amount, 5)
    await next.leila.card(payment.clientSecret)
    expect(await next.booking()).toMatchObject({ paid: next.hold.quote.deposit, refunded: 0 })
    expect(await getVoucherBalance(rig, voucher.id)).toBe(0)
    await booksAgree()
  })

  test('a cancellation refunds the amount that was shown, each part to the voucher or card that paid it', async () => {
    const voucher = await createTestVoucher(rig, { amount: 37 })
    const { artist, leila, hold, use, booking } = await held('gifted-back')
    await use(voucher.code)
    const { payment } = (await leila.pay(hold.id)).body.data
    await leila.card(payment.clientSecret)
    const booked = await booking()
    const half = booked.refund.steps.find(({ share }: { share: number }) => share === 50)
    rig.at(new Date(Date.parse(half.until) - 60_000))
    const answer = await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: half.refund })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.data.appointment.refunded).toBe(half.refund)
    expect(await getVoucherBalance(rig, voucher.id)).toBe(18.5)
    expect((await getOwedSums(rig.database.db, artist.id))[0]?.earned).toBe(Math.round(half.keptByProvider * 100))
    await booksAgree()
    const mail = await rig.database.db
      .selectFrom('outbox')
      .select('body')
      .where('kind', '=', 'cancelled.byCustomer.customer')
      .where('fact', 'like', `%${booked.id}%`)
      .where('channel', '=', 'mail')
      .executeTakeFirstOrThrow()
    expect(mail.body).toContain('We are sending it to your card and your gift voucher now.')
  })

  test('a voucher pays a balance, in part or in full', async () => {
    const [small, large] = [await createTestVoucher(rig, { amount: 20 }), await createTestVoucher(rig, { amount: 500 })]
    const artist = await createTestProviderWithAccount(rig, { slug: 'gifted-balance', costs: { makeup: 30_000 } })
    await rig.database.db.updateTable('provider').set({ online_balance: true }).where('id', '=', artist.id).execute()
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('gifted-balance')
    const at = `/v1/bookings/${booked.id}/balance`
    expect((await leila.call(`${at}/credits`, 'POST', { code: small.code })).body.code).toBe('balance_closed')
    rig.at(new Date(Date.parse(booked.startsAt) - 2 * 86_400_000))
    const kept = (await leila.call(`${at}/credits`, 'POST', { code: small.code })).body.data
    expect(kept).toMatchObject({ paid: false, credits: [{ amount: 20 }] })
    const own = async () => (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    expect(await own()).toMatchObject({ balancePaid: null, credits: [{ amount: 20 }] })
    expect((await leila.call(at, 'POST', {})).body.data.payment.amount).toBe(booked.balance - 20)
    const all = (await leila.call(`${at}/credits`, 'POST', { code: large.code })).body.data
    expect(all).toEqual({ paid: true, credits: [] })
    expect(await own()).toMatchObject({ balancePaid: { how: 'online' }, paid: booked.total, credits: [] })
    expect(await getVoucherBalance(rig, large.id)).toBe(500 - (booked.balance - 20))
    expect((await leila.call(`${at}/credits`, 'POST', { code: large.code })).body.code).toBe('state_changed')
    await booksAgree()
  })

  test('of two concurrent bookings one gets the last pound of a voucher, and a repeated call counts once', async () => {
    const voucher = await createTestVoucher(rig, { amount: 15 })
    const [one, two] = [await held('gifted-one'), await held('gifted-two')]
    const both = await Promise.all([one.use(voucher.code), two.use(voucher.code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('voucher_empty')
    const loser = both[0]?.status === 200 ? two : one
    const winner = both[0]?.status === 200 ? one : two
    await winner.leila.call(`/v1/holds/${winner.hold.id}/release`, 'POST', {})
    const key = createTestKey()
    const [first, again] = [await loser.use(voucher.code, key), await loser.use(voucher.code, key)]
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await getVoucherBalance(rig, voucher.id)).toBe(0)
    await booksAgree()
  })

  test('a voucher is released if the booking expires or the voucher is removed; an underpayment is not captured', async () => {
    const voucher = await createTestVoucher(rig, { amount: 30 })
    const { leila, hold, use, read } = await held('gifted-left')
    await use(voucher.code)
    const { payment } = (await leila.pay(hold.id)).body.data
    const [credit] = (await read()).credits
    const dropped = await leila.call(`/v1/holds/${hold.id}/credits/${credit.id}/drop`, 'POST', {})
    expect(dropped.body.data.hold.credits).toEqual([])
    expect(await getVoucherBalance(rig, voucher.id)).toBe(30)
    await leila.card(payment.clientSecret)
    expect((await read()).state).toBe('held')
    await use(voucher.code)
    rig.at(new Date(Date.parse(hold.expiresAt) + 11 * 60_000))
    await releaseExpiredCredits(createJobContext(rig, 'test'))
    expect(await getVoucherBalance(rig, voucher.id)).toBe(30)
    await booksAgree()
  })

  test('the amount from a voucher is recomputed when the customer switches to full payment', async () => {
    const voucher = await createTestVoucher(rig, { amount: 200 })
    const { leila, hold, use, booking } = await held('gifted-full')
    const { credits } = (await use(voucher.code)).body.data.hold
    expect(credits[0].amount).toBe(hold.quote.deposit)
    const { payment } = (await leila.pay(hold.id, { inFull: true })).body.data
    expect(payment.amount).toBe(hold.quote.total - 200)
    const less = (await leila.pay(hold.id)).body.data
    expect(less).toMatchObject({ payment: null, hold: { state: 'booked' } })
    expect((await booking()).deposit).toBe(hold.quote.deposit)
    expect(await getVoucherBalance(rig, voucher.id)).toBe(200 - hold.quote.deposit)
    await booksAgree()
  })

  test('a voucher’s amount moves to the replacement artist', async () => {
    const voucher = await createTestVoucher(rig, { amount: 90 })
    const { artist, leila, hold, use, booking } = await held('gifted-rescued')
    await createTestProviderWithAccount(rig, { slug: 'gifted-rescuer', costs: { makeup: 28_000 } })
    await use(voucher.code)
    await leila.pay(hold.id)
    const booked = await booking()
    const theirs = await createTestClient(rig, artist.accountId)
    await theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'cancel', reason: 'A broken wrist.' })
    const rescue = (await leila.call(`/v1/bookings/${booked.id}/rescue`)).body.data
    const told = await rig.database.db
      .selectFrom('outbox')
      .selectAll()
      .where('fact', 'like', `cancelled.byProvider.customer%${booked.id}%`)
      .execute()
    expect(JSON.stringify(told)).toContain('we will refund it to your gift voucher')
    const taken = await leila.call(`/v1/bookings/${booked.id}/rescue`, 'POST', { profileId: 'gifted-rescuer' })
    expect(taken.status, JSON.stringify([taken.body, rescue])).toBe(200)
    const made = taken.body.data.appointment
    expect(made.payments).toMatchObject([{ kind: 'credit' }])
    await booksAgree()
    const again = await leila.call(`/v1/bookings/${made.id}/cancel`, 'POST', { refund: made.refund.now })
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect(await getVoucherBalance(rig, voucher.id)).toBe(90)
    await booksAgree()
  })

  test('guessed codes reveal nothing and are rate limited, and the refusal of a real but unusable code says why', async () => {
    const { leila, hold, use } = await held('gifted-guess')
    const blocked = await createTestVoucher(rig)
    await rig.database.db
      .updateTable('voucher')
      .set({ state: 'blocked', blocked_for: 'A test.' })
      .where('id', '=', blocked.id)
      .execute()
    expect((await use(blocked.code)).body.code).toBe('code_unknown')
    const dollars = await createTestVoucher(rig, { countryCode: 'US', amount: 150 })
    expect((await use(dollars.code)).body.code).toBe('voucher_other_currency')
    const ended = await createTestVoucher(rig)
    await rig.database.db.updateTable('voucher').set({ expires_at: testNow }).where('id', '=', ended.id).execute()
    expect((await use(ended.code)).body.code).toBe('voucher_expired')
    const good = await createTestVoucher(rig, { amount: 300 })
    await use(good.code)
    expect((await use(good.code)).body.code).toBe('nothing_due')
    const other = await createTestVoucher(rig)
    const stranger = await createTestVisitor(rig)
    expect((await stranger.call(`/v1/holds/${hold.id}/credits`, 'POST', { code: other.code })).status).toBe(404)
    const codes: string[] = []
    for (let i = 0; i < 21; i++) {
      rig.at(new Date(testNow.getTime() + Math.floor(i / 10) * 60_000))
      codes.push((await leila.call('/v1/vouchers/look', 'POST', { code: `AAAA-BBBB-CCCC-${2000 + i}` })).body.code)
    }
    expect(codes.slice(0, 18).every((code) => code === 'code_unknown')).toBe(true)
    expect(codes.at(-1)).toBe('rate_limited')
    // For the rest of the hour, even a valid code is refused.
    expect((await leila.call('/v1/vouchers/look', 'POST', { code: other.code })).body.code).toBe('rate_limited')
  })

  test('dearer and cheaper moves and an operator’s refund change a voucher payment to the penny', async () => {
    const voucher = await createTestVoucher(rig, { amount: 500 })
    const { artist, leila, hold, use, booking } = await held('gifted-moved')
    await use(voucher.code)
    expect((await leila.pay(hold.id, { inFull: true })).body.data.payment).toBeNull()
    const booked = await booking()
    expect(await getVoucherBalance(rig, voucher.id)).toBe(500 - booked.total)
    const theirs = await createTestClient(rig, artist.accountId)
    const moved = async (finishTime: string) => {
      const to = { eventDate: '2027-06-13', finishTime }
      const { move } = (await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', to)).body.data.appointment
      await theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'acceptMove', moveId: move.id })
      return move
    }
    const early = await moved('07:00')
    expect(early).toMatchObject({ difference: 30, back: 0 })
    const answer = { answer: 'accept' }
    const due = (await leila.call(`/v1/bookings/${booked.id}/moves/${early.id}`, 'POST', answer)).body.data
    await leila.card(due.payment.clientSecret)
    expect(await booking()).toMatchObject({ paid: booked.total + 30 })
    await moved('15:00')
    expect(await booking()).toMatchObject({ total: booked.total, refunded: 30 })
    expect(await getVoucherBalance(rig, voucher.id)).toBe(500 - booked.total)
    const olu = await operator()
    const credit = booked.payments.find(({ kind }: { kind: string }) => kind === 'credit')
    const said = await olu(`/v1/operator/payments/${credit.id}/refund`, 'POST', {
      amount: 5,
      bears: 'platform',
      reason: 'A kindness of the team.',
    })
    expect(said.body.data.refund.state, JSON.stringify(said.body)).toBe('done')
    expect(await getVoucherBalance(rig, voucher.id)).toBe(505 - booked.total)
    await booksAgree()
  })

  test('voucher money is earned like card money, and is paid out without a charge as its source', async () => {
    const voucher = await createTestVoucher(rig)
    const { artist, leila, hold, use, booking } = await held('gifted-paid-out')
    await use(voucher.code)
    await leila.pay(hold.id)
    const booked = await booking()
    rig.at(new Date(Date.parse(booked.endsAt) + 49 * 3_600_000))
    await completeAppointments(createJobContext(rig, 'test'))
    const earned = Math.round((hold.quote.deposit - hold.quote.fee) * 100)
    expect((await getOwedSums(rig.database.db, artist.id))[0]).toMatchObject({ pending: 0, earned })
    await payOut(createJobContext(rig, 'test'))
    const sent = await rig.database.db
      .selectFrom('payout_transfer')
      .innerJoin('payout', 'payout.id', 'payout_transfer.payout_id')
      .innerJoin('payment', 'payment.id', 'payout_transfer.payment_id')
      .select(['payout_transfer.amount_minor', 'payout_transfer.state', 'payment.charge_id'])
      .where('payout.provider_id', '=', artist.id)
      .execute()
    expect(sent).toEqual([{ amount_minor: earned, state: 'sent', charge_id: null }])
    const theirs = await createTestClient(rig, artist.accountId)
    const { rows } = (await theirs('/v1/providers/me/earnings/statement')).body.data
    expect(rows[0]).toMatchObject({ paid: hold.quote.deposit, fee: hold.quote.fee })
    const { months } = (await theirs('/v1/providers/me/earnings')).body.data
    expect(months.reduce((sum: number, month: { bookings: number }) => sum + month.bookings, 0)).toBe(1)
    await booksAgree()
  })
})
