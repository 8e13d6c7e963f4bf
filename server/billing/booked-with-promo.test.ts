import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toMinor } from '#contract/money.ts'
import { eraseAccount } from '#server/accounts/erase.queries.ts'
import { createRequester, createTestClient, getAccountId } from '#server/testing/clients.ts'
import { createExpensiveTestProvider, createTestHold, createTestPromo } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { endRescues } from '#server/bookings/rescue.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { bookPromos } from './promo-codes.ts'

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

/** Books with a platform code, or with the artist's own code. */
async function booked(slug: string, more: Record<string, unknown> = {}, papers: Record<string, unknown> = {}) {
  const artist = await createExpensiveTestProvider(rig, slug)
  const code = await createTestPromo(rig, 'own' in more ? { percent: 10, provider_id: artist.id } : more)
  const { leila, hold, add, book } = await createTestHold(rig, slug)
  await add(code.code)
  const appointment = await book(papers)
  const theirs = await createTestClient(rig, artist.accountId)
  const cancels = () =>
    theirs(`/v1/providers/appointments/${appointment.id}`, 'PATCH', { act: 'cancel', reason: 'A broken wrist.' })
  const read = async () => (await leila.call(`/v1/bookings/${appointment.id}`)).body.data.appointment
  return { artist, code, leila, plain: hold.quote, appointment, cancels, read }
}
const useOf = (promoId: string) =>
  rig.database.db
    .selectFrom('promo_use')
    .innerJoin('promo_code', 'promo_code.id', 'promo_use.promo_id')
    .select(['promo_use.state', 'promo_use.amount_minor', 'promo_use.cost_minor', 'promo_code.uses'])
    .where('promo_id', '=', promoId)
    .executeTakeFirstOrThrow()

describe('Bookings with a promo code', () => {
  test('a customer’s cancellation refunds the part that was shown, computed without the discount', async () => {
    const { leila, appointment, read } = await booked('after-cancel', {}, { inFull: true })
    const shown = appointment.refund.now
    const done = await leila.call(`/v1/bookings/${appointment.id}/cancel`, 'POST', { refund: shown })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(shown).toBeLessThanOrEqual(appointment.total)
    expect((await read()).refunded).toBe(shown)
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })

  test('after an artist cancels, a platform code also applies to replacements at no higher price, and its use moves to the new booking', async () => {
    const { code, leila, plain, appointment, cancels } = await booked('after-rescued')
    await createTestProviderWithAccount(rig, { slug: 'after-same', costs: { makeup: 30_000 }, notice: 0 })
    await createTestProviderWithAccount(rig, { slug: 'after-dearer', costs: { makeup: 30_500 }, notice: 0 })
    await cancels()
    const { rescue } = { rescue: (await leila.call(`/v1/bookings/${appointment.id}/rescue`)).body.data }
    expect(rescue.promo).toEqual({ label: `Code ${code.code}, from Primp`, carried: true })
    expect(rescue.artists.map(({ slug, price }: { slug: string; price: number }) => [slug, price])).toEqual([
      ['after-same', appointment.total],
    ])
    expect(
      (await leila.call(`/v1/bookings/${appointment.id}/rescue`, 'POST', { profileId: 'after-dearer' })).body.code,
    ).toBe('slot_taken')
    const taken = await leila.call(`/v1/bookings/${appointment.id}/rescue`, 'POST', { profileId: 'after-same' })
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    const made = taken.body.data.appointment
    expect(made).toMatchObject({ total: appointment.total, deposit: appointment.deposit })
    expect(made.lines.at(-1)).toMatchObject({ kind: 'promo', amount: -10 })
    expect(made.total).toBe(plain.total - 10)
    expect(await useOf(code.id)).toMatchObject({ state: 'used', amount_minor: 1_000, uses: 1 })
  })

  test('after an artist cancels, the customer sees that the artist’s own code does not apply elsewhere, and no replacement costs more', async () => {
    const { code, leila, plain, appointment, cancels } = await booked('after-own', { own: true })
    await createTestProviderWithAccount(rig, { slug: 'after-own-same', costs: { makeup: 30_000 }, notice: 0 })
    await createTestProviderWithAccount(rig, { slug: 'after-own-less', costs: { makeup: 20_000 }, notice: 0 })
    expect(appointment.total).toBeLessThan(plain.total)
    await cancels()
    const rescue = (await leila.call(`/v1/bookings/${appointment.id}/rescue`)).body.data
    expect(rescue.promo).toEqual({ label: expect.stringContaining(code.code), carried: false })
    expect(rescue.artists.map(({ slug }: { slug: string }) => slug)).toEqual(['after-own-less'])
    const taken = await leila.call(`/v1/bookings/${appointment.id}/rescue`, 'POST', { profileId: 'after-own-less' })
    expect(taken.body.data.appointment.lines.map(({ kind }: { kind: string }) => kind)).not.toContain('promo')
  })

  test('if no replacement is chosen, the use of the code is returned', async () => {
    const { code, leila, appointment, cancels, read } = await booked('after-declined', { most_uses: 1, most_each: 1 })
    await cancels()
    expect(await useOf(code.id)).toMatchObject({ state: 'used', uses: 1 })
    await leila.call(`/v1/bookings/${appointment.id}/rescue/end`, 'POST', {})
    rig.at(new Date(testNow.getTime() + 80 * 3_600_000))
    await endRescues(createJobContext(rig, 'test'))
    expect(await useOf(code.id)).toMatchObject({ state: 'returned', uses: 0 })
    expect((await read()).refunded).toBe(appointment.deposit)
  })

  test('under a platform code the artist is paid the same earnings as without it', async () => {
    const { artist, plain, appointment } = await booked('after-paid', {}, { inFull: true })
    const owed = (await getOwedSums(rig.database.db, artist.id))[0]
    expect(owed?.pending).toBe(toMinor(plain.total) - toMinor(plain.fee))
    expect(appointment.total).toBe(plain.total - 10)
  })

  test('receipt and statement show the price that was paid', async () => {
    const { artist, appointment } = await booked('after-receipt', {}, { inFull: true })
    const { db } = rig.database
    const row = await db
      .selectFrom('appointment')
      .selectAll()
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const customer = await createTestClient(rig, row.account_id ?? '')
    const payment =
      (await db.selectFrom('payment').selectAll().where('ref', '=', appointment.id).executeTakeFirst()) ??
      (await db
        .selectFrom('payment')
        .selectAll()
        .where('ref', '=', row.hold_id ?? '')
        .executeTakeFirstOrThrow())
    const { receipt } = (await customer(`/v1/payments/${payment.id}/receipt`)).body.data
    expect(receipt).toMatchObject({ paid: appointment.total, open: 0 })
    const theirs = await createTestClient(rig, artist.accountId)
    const { lines } = (await theirs('/v1/providers/me/earnings/statement')).body.data
    expect(lines).toContain(appointment.total.toFixed(2))
  })

  test('the shares of a shared booking add up to the discounted price', async () => {
    await createExpensiveTestProvider(rig, 'after-split')
    const code = await createTestPromo(rig)
    const { leila, hold, add } = await createTestHold(rig, 'after-split', createRequester(), {
      people: [{ count: 2, services: ['makeup'] }],
      services: ['makeup', 'makeup'],
    })
    const { quote } = (await add(code.code)).body.data.hold
    const shared = await leila.pay(hold.id, { split: { person: 1 }, names: ['Leila', 'Zoe'] })
    expect(shared.status, JSON.stringify(shared.body)).toBe(200)
    const shares = await rig.database.db
      .selectFrom('bill_share')
      .select(['due_minor', 'total_minor'])
      .where('hold_id', '=', hold.id)
      .execute()
    expect(shares).toHaveLength(2)
    expect(shares.reduce((sum, { total_minor }) => sum + total_minor, 0)).toBe(toMinor(quote.total))
    expect(shares.reduce((sum, { due_minor }) => sum + due_minor, 0)).toBe(toMinor(quote.deposit))
  })

  test('the receipt of a share has the tax of its part of the price before a platform code', async () => {
    const artist = await createExpensiveTestProvider(rig, 'after-share-tax')
    const registration = { number: 'GB123456782', region: '' }
    await (await createTestClient(rig, artist.accountId))('/v1/providers/me/tax', 'PUT', {
      legalName: 'Temi Lark',
      address: '',
      taxNumber: '',
      registration,
    })
    const code = await createTestPromo(rig)
    const { leila, hold, add } = await createTestHold(rig, 'after-share-tax', createRequester(), {
      people: [{ count: 2, services: ['makeup'] }],
      services: ['makeup', 'makeup'],
    })
    const { quote } = (await add(code.code)).body.data.hold
    const papers = { split: { person: 1 }, names: ['Leila', 'Zoe'], inFull: true }
    const { payment } = (await leila.pay(hold.id, papers)).body.data
    await leila.card(payment.clientSecret)
    const { bill } = (await leila.call(`/v1/holds/${hold.id}/bill`)).body.data
    const { key } = bill.shares.find(({ mine }: { mine: boolean }) => !mine)
    const opened = await leila.call(`/v1/shares/${key}/payment`, 'POST', { email: 'zoe@mail.example' })
    await leila.card(opened.body.data.payment.clientSecret)
    const { account_id } = await rig.database.db
      .selectFrom('payment')
      .select('account_id')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow()
    const payer = await createTestClient(rig, account_id ?? '')
    const { receipt } = (await payer(`/v1/payments/${payment.id}/receipt`)).body.data
    expect(receipt.paid).toBe(payment.amount)
    expect(receipt.tax.amount / quote.tax.amount).toBeCloseTo(receipt.paid / quote.total, 2)
  })

  test('a platform code does not reduce the tax; the ledger has the whole fee and the platform’s discount', async () => {
    const artist = await createExpensiveTestProvider(rig, 'after-taxed')
    const { db } = rig.database
    const theirs = await createTestClient(rig, artist.accountId)
    const saved = await theirs('/v1/providers/me/tax', 'PUT', {
      legalName: 'Temi Lark',
      address: '',
      taxNumber: '',
      registration: { number: 'GB123456782', region: '' },
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const code = await createTestPromo(rig)
    const { leila, hold, add, book } = await createTestHold(rig, 'after-taxed')
    const { quote } = (await add(code.code)).body.data.hold
    expect(quote.tax).toEqual(hold.quote.tax)
    expect(quote.tax.amount).toBeCloseTo(hold.quote.total / 6, 1)
    const appointment = await book({ inFull: true })
    expect(appointment.tax).toEqual(hold.quote.tax)
    let minutes = 0
    const books = async () => {
      minutes += 10
      rig.at(new Date(testNow.getTime() + minutes * 60_000))
      await bookPromos(createJobContext(rig, 'test'))
      return (await theirs('/v1/providers/me/earnings/statement')).body.data.totals
    }
    const whole = { paid: hold.quote.total, fee: hold.quote.fee, yours: hold.quote.total - hold.quote.fee }
    expect(await books()).toMatchObject(whole)
    expect(await books()).toMatchObject(whole)
    const done = await leila.call(`/v1/bookings/${appointment.id}/cancel`, 'POST', { refund: appointment.refund.now })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(appointment.refund.now).toBe(appointment.total)
    expect(await books()).toMatchObject({ paid: 0, fee: 0, yours: 0 })
    expect(await findUnbalanced(db)).toEqual([])
  })

  test('an operator’s refund is split by the fee’s part of the discounted price', async () => {
    const { artist, plain, appointment, read } = await booked('after-refund', {}, { inFull: true })
    const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    const before = (await getOwedSums(rig.database.db, artist.id))[0]?.pending ?? 0
    const done = await olu(`/v1/operator/payments/${appointment.payments[0].id}/refund`, 'POST', {
      amount: 50,
      bears: 'shared',
      reason: 'A gesture.',
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const feeShare = (plain.fee - 10) / appointment.total
    expect(done.body.data.refund).toMatchObject({ amount: 50, feeBack: expect.closeTo(50 * feeShare, 1) })
    const after = (await getOwedSums(rig.database.db, artist.id))[0]?.pending ?? 0
    expect(before - after).toBe(5_000 - toMinor(done.body.data.refund.feeBack))
    expect((await read()).refunded).toBe(50)
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })

  test('when the party shrinks, a platform code takes off no more than the remaining fee', async () => {
    await createExpensiveTestProvider(rig, 'after-smaller', 10_000)
    const code = await createTestPromo(rig, { amount_minor: 3_000 })
    const two = { people: [{ count: 2, services: ['makeup'] }], services: ['makeup', 'makeup'] }
    const { leila, hold, add, book } = await createTestHold(rig, 'after-smaller', createRequester(), two)
    const { quote } = (await add(code.code)).body.data.hold
    expect(quote.total).toBe(hold.quote.total - 30)
    const appointment = await book({ names: ['Leila', 'Zoe'] })
    const people = [{ person: 1, name: '', services: ['makeup'] }]
    const asked = await leila.call(`/v1/bookings/${appointment.id}/party`, 'POST', { people, preview: true })
    const { preview } = asked.body.data
    // The booking costs 100 for the artist, so the fee of less than 30 limits the discount.
    expect(preview.total).toBe(100)
  })

  test('deleting an account makes its used promo codes anonymous and releases the reserved ones', async () => {
    const { db } = rig.database
    const { code, appointment } = await booked('after-erased', { most_uses: 2 })
    const row = await db
      .selectFrom('appointment')
      .selectAll()
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const { email } = row.requester as { email: string }
    const id = row.account_id ?? ''
    await createExpensiveTestProvider(rig, 'after-erased-kept')
    const kept = await createTestHold(rig, 'after-erased-kept')
    await kept.add(code.code)
    await db.updateTable('hold').set({ account_id: id }).where('id', '=', kept.hold.id).execute()
    await db.transaction().execute((tx) => eraseAccount(tx, { id, email, now: testNow }))
    const uses = await db.selectFrom('promo_use').selectAll().where('promo_id', '=', code.id).execute()
    expect(uses.map(({ state, person }) => [state, Buffer.from(person).toString('hex')])).toEqual([['used', '00']])
    expect(await useOf(code.id)).toMatchObject({ uses: 1 })
  })
})
