import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toMinor } from '#contract/money.ts'
import type { PartnerStatement } from '#contract/payments/partner-accounts.ts'
import { findUnbalanced } from '#server/payments/ledger.queries.ts'
import { payOut } from '#server/payments/payouts.ts'
import { releaseEarnings } from '#server/payments/index.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createRequester, createTestAddress, createTestKey } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { countMails, createPartnerClients, deleteTestMails, getLastMail } from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { processBookingJobs } from './finish-booking.ts'

let rig: TestRig
let house: Awaited<ReturnType<typeof createPartnerClients>>
let partnerId: string
let token: string
let artist: Awaited<ReturnType<typeof createInstantTestProvider>>
let days = 0
let people = 0
const path = '/v1/partners/me/holds'
const own = '/v1/partners/me/account'

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createInstantTestProvider(rig, { slug: 'on-account' })
})
beforeEach(async () => {
  rig.at(testNow)
  house = await createPartnerClients(rig)
  partnerId = (await house.made()).id
  token = (await house.key(partnerId)).token
})
afterEach(async () => {
  await rig.database.db.deleteFrom('sandbox_hold').execute()
  await house.forget()
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const post = (to: string, body: object, by = token, key: string = createTestKey()) =>
  house.byKey(by, to, { method: 'POST', body, key })
const operate = (more: string, method: string, body?: object, bearer = house.olu) =>
  rig.call(`/v1/operator/partners/${partnerId}/account${more}`, {
    method,
    bearer,
    headers: { 'idempotency-key': createTestKey() },
    ...(body ? { body } : {}),
  })
const openAccount = (limit: number, currency = 'GBP') =>
  operate('', 'PUT', { currency, limit, reason: 'Agreed by contract' })
const readAccount = async (by = token) => (await house.byKey(by, own)).body.data

const createCustomer = () => {
  const { event: _, ...customer } = createRequester()
  return { ...customer, email: `guest-${process.pid}-${++people}@castle.example` }
}

async function quoted(by = token) {
  const eventDate = new Date(Date.UTC(2027, 4, 1 + ++days)).toISOString().slice(0, 10)
  return { ...(await house.quote(by, artist.slug, eventDate)), customer: createCustomer(), deposit: 'on_account' }
}
const papers = {
  deposit: 'on_account',
  day: { address: '1 Church Lane', entrance: '', parking: '', notes: '', allergies: '' },
  names: ['Leila'],
  terms: true,
}
const book = (id: string, more: object = {}, by = token, key: string = createTestKey()) =>
  post(`${path}/${id}/booking`, { ...papers, ...more }, by, key)

/** Holds a time on account and returns the hold and its customer. */
async function held(by = token) {
  const body = await quoted(by)
  const answer = await post(path, body, by)
  return { ...answer.body.data?.hold, customer: body.customer, code: answer.body.code }
}

/** Returns what each account of the ledger holds for the partner's bookings, and what the partner owes. */
async function readBooks(): Promise<{ balanced: boolean; owedMinor: number }> {
  const { rows } = await sql<{ off: number; owed: number }>`
    select coalesce(sum(e.amount_minor), 0)::float8 as off,
      coalesce(sum(e.amount_minor) filter (where e.account = 'partners'), 0)::float8 as owed
    from ledger_movement m join ledger_entry e on e.movement_id = m.id where m.partner_id = ${partnerId}`.execute(
    rig.database.db,
  )
  const { off = 0, owed = 0 } = rows[0] ?? {}
  return { balanced: off === 0, owedMinor: owed }
}

describe('Bookings on account', () => {
  test('a partner books a hold at once, owes the deposit, and the customer gets the confirmation and a receipt', async () => {
    await openAccount(500)
    const url = 'https://partner.example/hook'
    await house.call(`/${partnerId}/webhooks`, 'POST', { url, events: ['booking.created'] })
    const hold = await held()
    expect(hold).toMatchObject({ state: 'held', onAccount: true, bookingId: null })
    expect(await countMails(rig, hold.customer.email, 'hold.link')).toBe(0)
    const { status, body } = await book(hold.id)
    expect([status, body.code]).toEqual([200, undefined])
    expect(body.data.hold).toMatchObject({ id: hold.id, state: 'booked', bookingId: expect.any(String) })
    expect((await house.byKey(token, `${path}/${hold.id}`)).body.data.hold).toEqual(body.data.hold)

    const { account, items } = await readAccount()
    expect(account).toMatchObject({ limit: 500, owed: hold.deposit, left: 500 - hold.deposit, closedAt: null })
    expect(items).toEqual([
      {
        booking: expect.objectContaining({ id: body.data.hold.bookingId, artist: expect.any(String) }),
        bookedAt: testNow.toISOString(),
        amount: hold.deposit,
        open: hold.deposit,
      },
    ])
    const booking = (await house.byKey(token, `/v1/partners/me/bookings/${body.data.hold.bookingId}`)).body.data.booking
    expect(booking).toMatchObject({ state: 'booked', total: hold.total })
    const sent = await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'body'])
      .where('channel', '=', 'webhook')
      .where('body', 'like', `%${body.data.hold.bookingId}%`)
      .execute()
    expect(sent.map(({ kind, body: text }) => [kind, JSON.parse(text).data.total])).toEqual([
      ['booking.created', hold.total],
    ])
    await processBookingJobs(createJobContext(rig, 'test'))
    expect(await countMails(rig, hold.customer.email, 'booking.confirmed.customer')).toBe(1)
    expect((await getLastMail(rig, hold.customer.email, 'payment.receipt'))?.body).toContain('paid by Castle Rooms')
    expect(await readBooks()).toEqual({ balanced: true, owedMinor: toMinor(hold.deposit) })
  })

  test('a repeated call books once; another call for the same hold is told that it is booked', async () => {
    await openAccount(500)
    const { id, deposit } = await held()
    const key = createTestKey()
    const [first, again] = [await book(id, {}, token, key), await book(id, {}, token, key)]
    expect(again.body.data).toEqual(first.body.data)
    expect((await book(id)).body.code).toBe('already_booked')
    expect((await house.byKey(token, `${path}/${id}/booking`, { method: 'POST', body: papers })).body.code).toBe(
      'idempotency_key_missing',
    )
    expect((await readAccount()).account.owed).toBe(deposit)
  })

  test('a hold with a mailed link can be booked on account; the link then leads to the booking', async () => {
    await openAccount(500)
    const { deposit: _, ...byLink } = await quoted()
    const { hold } = (await post(path, byLink)).body.data
    expect(hold).toMatchObject({ onAccount: false })
    expect(await countMails(rig, byLink.customer.email, 'hold.link')).toBe(1)
    expect((await book(hold.id)).body.data.hold).toMatchObject({ state: 'booked', onAccount: true })
  })

  test('above the limit nothing is held or booked, and the refusal says what is left', async () => {
    await openAccount(500)
    const first = await held()
    await openAccount(first.deposit * 1.5)
    expect((await book(first.id)).status).toBe(200)
    const body = await quoted()
    const refused = (await post(path, body)).body
    expect(refused).toMatchObject({ code: 'account_limit' })
    expect(refused.detail).toEqual({ deposit: first.deposit, left: first.deposit * 0.5, currency: 'GBP' })
    expect(refused.errors[0].message).toMatch(/^The deposit is £\d+\.\d\d, and £\d+\.\d\d is left of the credit limit/)
    await openAccount(first.deposit * 2)
    const second = (await post(path, body)).body.data.hold
    await openAccount(first.deposit * 1.5)
    expect((await book(second.id)).body.code).toBe('account_limit')
    expect((await house.byKey(token, `${path}/${second.id}`)).body.data.hold.state).toBe('held')
    await openAccount(first.deposit * 2)
    expect((await book(second.id)).status).toBe(200)
    expect((await readAccount()).account).toMatchObject({ owed: first.deposit * 2, left: 0 })
  })

  test('of two bookings at once that fit only one by one, one is booked and one refused', async () => {
    await openAccount(5000)
    const holds = [await held(), await held(), await held(), await held()]
    await openAccount(holds[0]?.deposit * 2.5)
    const answers = await Promise.all(holds.map(({ id }) => book(id)))
    expect(answers.map(({ body }) => body.code ?? 'booked').sort()).toEqual([
      'account_limit',
      'account_limit',
      'booked',
      'booked',
    ])
    const { account } = await readAccount()
    expect(account.owed).toBe(holds[0]?.deposit * 2)
    expect(await readBooks()).toEqual({ balanced: true, owedMinor: toMinor(account.owed) })
  })

  test('without an account, with a closed one, or in another currency nothing is booked', async () => {
    expect(await held()).toMatchObject({ code: 'account_missing' })
    expect((await house.byKey(token, own)).body.code).toBe('account_missing')
    await openAccount(500, 'AUD')
    expect(await held()).toMatchObject({ code: 'account_currency' })
    await openAccount(500)
    const { id } = await held()
    expect((await operate('/close', 'POST', { reason: 'The contract ended' })).body.data.account.left).toBe(0)
    expect((await operate('/close', 'POST', { reason: 'The contract ended' })).body.code).toBe('account_closed')
    expect(await held()).toMatchObject({ code: 'account_closed' })
    expect((await book(id)).body.code).toBe('account_closed')
    await openAccount(500)
    expect((await book(id)).status).toBe(200)
    expect((await openAccount(500, 'AUD')).body.code).toBe('account_currency_fixed')
  })

  test('only a key with the scope books and reads the account, and only holds of its own partner', async () => {
    await openAccount(500)
    const { id } = await held()
    const narrow = (await house.key(partnerId, { scopes: ['search:read', 'bookings:read', 'bookings:write'] })).token
    expect((await book(id, {}, narrow)).body.code).toBe('scope_missing')
    expect((await house.byKey(narrow, own)).body.code).toBe('scope_missing')
    const two = (await house.made({ slug: 'two' })).id
    const other = (await house.key(two)).token
    expect((await book(id, {}, other)).body.code).toBe('not_found')
    expect((await house.byKey(other, own)).body.code).toBe('account_missing')
    const releaseIt = { method: 'POST', body: {} }
    expect((await house.byKey(other, `${path}/${id}/release`, releaseIt)).body.code).toBe('not_found')
    expect((await house.byKey(token, `${path}/${id}/release`, releaseIt)).body.data.hold.state).toBe('released')
    expect((await book(id)).body.code).toBe('hold_lapsed')
  })

  test('the address and the accepted terms are needed, and an expired hold is refused', async () => {
    await openAccount(500)
    const { id } = await held()
    expect((await book(id, { terms: false })).body.code).toBe('terms_missing')
    expect((await book(id, { day: {} })).body.code).toBe('address_missing')
    rig.at(new Date(testNow.getTime() + 3 * 3_600_000))
    expect((await book(id)).body.code).toBe('hold_lapsed')
    expect((await readAccount()).account.owed).toBe(0)
  })
})

describe('Refunds of bookings on account', () => {
  async function signInCustomer(email: string): Promise<string> {
    const send = (to: string, body: object) =>
      rig.call(`/v1/accounts/${to}`, { method: 'POST', body, address: createTestAddress() })
    await send('magic-link', { email })
    const mail = await getLastMail(rig, email, 'magicLink')
    const opened = await send('magic-link/spend', { token: mail?.body.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] })
    return opened.body.data.token as string
  }

  test('a cancelled booking gives the partner its deposit back on the account, and nothing to a card', async () => {
    await openAccount(500)
    const hold = await held()
    const { bookingId } = (await book(hold.id)).body.data.hold
    const bearer = await signInCustomer(hold.customer.email)
    const shown = (await rig.call(`/v1/bookings/${bookingId}`, { bearer })).body.data.appointment
    expect(shown).toMatchObject({ depositPaidBy: 'Castle Rooms', paid: hold.deposit })
    const receipt = (await rig.call(`/v1/payments/${shown.payments[0].id}/receipt`, { bearer })).body.data.receipt
    expect(receipt.rows).toEqual([
      { at: testNow.toISOString(), what: 'deposit', how: 'account', amount: hold.deposit, partner: 'Castle Rooms' },
    ])
    expect((await rig.call('/v1/payments', { bearer })).body.data.payments[0]).toMatchObject({
      paidBy: 'Castle Rooms',
      amount: hold.deposit,
    })
    const cancelled = await rig.call(`/v1/bookings/${bookingId}/cancel`, {
      method: 'POST',
      bearer,
      headers: { 'idempotency-key': createTestKey() },
      body: { refund: hold.deposit },
    })
    expect(cancelled.body.data.appointment).toMatchObject({ state: 'cancelled', refunded: hold.deposit })
    const { account, items } = await readAccount()
    expect([account.owed, account.left, items]).toEqual([0, 500, []])
    expect(await readBooks()).toEqual({ balanced: true, owedMinor: 0 })
    const refunds = await rig.database.db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.payment_id')
      .select(['refund.state', 'refund.gateway_id', 'refund.voucher_id'])
      .where('payment.ref', '=', hold.id)
      .execute()
    expect(refunds).toEqual([{ state: 'done', gateway_id: null, voucher_id: null }])
    const mail = await getLastMail(rig, hold.customer.email, 'cancelled.byCustomer.customer')
    expect(mail?.body).toContain('It goes back to the company that paid it for you.')
  })

  test('goodwill never turns the money of a partner into a voucher of the customer', async () => {
    await openAccount(500)
    const hold = await held()
    const { bookingId } = (await book(hold.id)).body.data.hold
    const { body } = await rig.call(`/v1/operator/bookings/${bookingId}/goodwill/preview`, {
      method: 'POST',
      bearer: house.olu,
      body: { amount: 5, as: 'credit', reason: 'Late by an hour' },
    })
    expect(body.code).toBe('paid_on_account')
  })
})

test('the artist is paid as for any deposit, before the partner pays its invoice', async () => {
  await openAccount(500)
  const hold = await held()
  await book(hold.id)
  const { db } = rig.database
  const payment = await db.selectFrom('payment').selectAll().where('ref', '=', hold.id).executeTakeFirstOrThrow()
  const ctx = createJobContext(rig, 'test')
  await ctx.transaction((tx) => releaseEarnings(tx, { providerId: artist.id, ref: hold.id }))
  await payOut(createJobContext(rig, 'test'))
  const transfers = await db
    .selectFrom('payout_transfer')
    .select(['amount_minor', 'state'])
    .where('payment_id', '=', payment.id)
    .execute()
  expect(transfers).toEqual([{ amount_minor: payment.amount_minor - payment.fee_minor, state: 'sent' }])
  expect((await readAccount()).account.owed).toBe(hold.deposit)
  expect(await findUnbalanced(db)).toEqual([])
})

describe('Statements and payments of partners', () => {
  const record = (amount: number, reference: string, more: object = {}) =>
    operate('/payments', 'POST', { amount, reference, receivedOn: testNow.toISOString().slice(0, 10), ...more })

  test('a payment settles the oldest booking first, counts once by its reference, and is undone by a counter-entry', async () => {
    await openAccount(500)
    const [first, second] = [await held(), await held()]
    await book(first.id)
    rig.at(new Date(testNow.getTime() + 60_000))
    await book(second.id)
    const paid = await record(first.deposit + 1, 'INV-7')
    expect(paid.body.data.account).toMatchObject({ owed: second.deposit - 1 })
    expect((await readAccount()).items).toMatchObject([{ amount: second.deposit, open: second.deposit - 1 }])
    expect((await record(first.deposit + 1, 'inv-7')).body.code).toBe('payment_recorded')
    expect((await record(1, 'INV-8', { receivedOn: '2031-01-01' })).body.code).toBe('date_future')
    expect((await record(0, 'INV-8')).body.code).toBe('invalid_input')
    const { id } = paid.body.data.payment
    const undo = () => operate(`/payments/${id}/undo`, 'POST', { reason: 'Entered twice' })
    expect((await undo()).body.data.account).toMatchObject({ owed: first.deposit + second.deposit })
    expect((await undo()).body.code).toBe('state_changed')
    rig.at(new Date(testNow.getTime() + 120_000))
    expect((await record(first.deposit + second.deposit + 10, 'INV-7')).body.data.account.owed).toBe(-10)
    expect((await readAccount()).items).toEqual([])
    const shown = (await operate('', 'GET')).body.data
    expect(shown.payments.map(({ undoneAt }: { undoneAt: string | null }) => undoneAt !== null)).toEqual([false, true])
    expect(await readBooks()).toEqual({ balanced: true, owedMinor: -1000 })
  })

  test('each statement lists bookings, refunds and payments of its month, and opens with the balance of the one before', async () => {
    await openAccount(500)
    const hold = await held()
    const { bookingId } = (await book(hold.id)).body.data.hold
    await record(10, 'INV-1')
    const month = testNow.toISOString().slice(0, 7)
    const statement = (await house.byKey(token, `${own}/statements/${month}`)).body.data.statement as PartnerStatement
    expect(statement).toMatchObject({
      month,
      currency: 'GBP',
      opening: 0,
      lines: [
        { kind: 'deposit', amount: hold.deposit, booking: { id: bookingId }, reference: null },
        { kind: 'payment', amount: -10, booking: null, reference: 'INV-1' },
      ],
      closing: hold.deposit - 10,
    })
    const next = new Date(Date.UTC(testNow.getUTCFullYear(), testNow.getUTCMonth() + 1)).toISOString().slice(0, 7)
    const after = (await operate(`/statements/${next}`, 'GET')).body.data.statement
    expect(after).toMatchObject({ opening: statement.closing, lines: [], closing: statement.closing })
    expect((await operate('/statements/2026-13', 'GET')).body.code).toBe('invalid_input')
  })

  test('only owners set limits, only owners and money record payments, and each act is in the audit log', async () => {
    const money = await house.withDuties('account-money@primp.test', ['money'])
    const content = await house.withDuties('account-content@primp.test', ['content'])
    const wanted = { currency: 'GBP', limit: 100, reason: 'Agreed by contract' }
    expect((await operate('', 'PUT', wanted, money)).status).toBe(403)
    expect((await operate('', 'GET', undefined, content)).status).toBe(403)
    await openAccount(100)
    const today = testNow.toISOString().slice(0, 10)
    const sent = { amount: 5, reference: 'INV-9', receivedOn: today }
    expect((await operate('/payments', 'POST', sent, content)).status).toBe(403)
    expect((await operate('/payments', 'POST', sent, money)).status).toBe(200)
    const acts = await rig.database.db
      .selectFrom('audit')
      .select('act')
      .where('subject_id', '=', partnerId)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['partner.account.open', 'partner.payment.record']),
    )
  })
})

test('a sandbox key books on account within the limit, sends the event, and owes nothing', async () => {
  await openAccount(500)
  const test = (await house.key(partnerId, { sandbox: true })).token
  const { id, deposit } = await held(test)
  const { hold } = (await book(id, {}, test)).body.data
  expect(hold).toMatchObject({ state: 'booked', sandbox: true, onAccount: true, bookingId: expect.any(String) })
  expect((await book(id, {}, test)).body.code).toBe('already_booked')
  expect((await readAccount(test)).account.owed).toBe(0)
  await openAccount(deposit / 2)
  expect(await held(test)).toMatchObject({ code: 'account_limit' })
})
