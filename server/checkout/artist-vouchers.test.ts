import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestAddress, createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { createTestVoucher, getVoucherBalance } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { listAccountBalances, findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { unlockVouchers } from '#server/payments/vouchers.ts'
import { sendVouchers } from '#server/payments/voucher-sales.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const forget = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('outbox').execute()
  await clearTestTown(rig)
}
beforeEach(forget)
afterAll(async () => {
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  await forget()
})

const job = () => createJobContext(rig, 'test')
const DAY_MS = 86_400_000

async function seller(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug, costs: { makeup: 30_000 }, notice: 0 })
  const call = await createTestClient(rig, artist.accountId)
  const sells = (on: boolean) => call('/v1/providers/me/sells-vouchers', 'POST', { sells: on })
  const sold = async () => (await call('/v1/providers/me/vouchers')).body.data
  const set = (to: Record<string, unknown>) =>
    rig.database.db
      .updateTable('provider')
      .set(to as never)
      .where('id', '=', artist.id)
      .execute()
  expect((await sells(true)).body.data.vouchers).toBe(true)
  return { ...artist, slug, call, sells, sold, set }
}
async function held(slug: string) {
  const leila = await createTestVisitor(rig)
  const { hold } = (await leila.hold(slug)).body.data
  const use = (code: string, key?: string) => leila.call(`/v1/holds/${hold.id}/credits`, 'POST', { code }, key)
  const booking = async () => {
    const { appointmentId } = (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
    return (await leila.call(`/v1/bookings/${appointmentId}`)).body.data.appointment
  }
  return { leila, hold, use, booking }
}
const look = async (code: string) =>
  (await rig.call('/v1/vouchers/look', { method: 'POST', body: { code }, address: createTestAddress() })).body.data
    .voucher
const mailsTo = (address: string, kind: string) =>
  rig.database.db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('channel', '=', 'mail')
    .execute()
const wants = (artist: string | null, more: Record<string, unknown> = {}) =>
  rig.call('/v1/vouchers', {
    method: 'POST',
    body: {
      countryCode: 'GB',
      amount: 50,
      fromName: 'Grace',
      fromEmail: `g-${createTestKey()}@mail.example`,
      toName: 'Leila',
      artist,
      ...more,
    },
    address: createTestAddress(),
    headers: { 'idempotency-key': createTestKey() },
  })

describe('Selling gift vouchers for one artist', () => {
  test('only a bookable artist can sell vouchers; the profile shows the sale, and only the artist can turn it on or off', async () => {
    const mia = await seller('gives-mia')
    expect((await rig.call('/v1/@/gives-mia')).body.data.vouchers).toBe(true)
    const { terms, artist } = (await rig.call('/v1/vouchers/terms?artist=gives-mia')).body.data
    expect(artist).toEqual({ name: 'gives-mia', slug: 'gives-mia' })
    expect(terms.map(({ countryCode }: { countryCode: string }) => countryCode)).toEqual(['GB'])
    const visitor = await createTestVisitor(rig)
    for (const [path, method, body] of [
      ['/v1/providers/me/sells-vouchers', 'POST', { sells: false }],
      ['/v1/providers/me/vouchers', 'GET', undefined],
    ] as const)
      expect((await visitor.call(path, method, body)).body.code).toBe('not_signed_in')
    const customer = await createTestClient(rig, (await createTestVoucher(rig)).accountId)
    expect((await customer('/v1/providers/me/sells-vouchers', 'POST', { sells: false })).body.code).toBe('not_yours')
    expect((await customer('/v1/providers/me/vouchers')).body.code).toBe('not_yours')
    await mia.set({ state: 'paused', sells_vouchers: false })
    expect((await mia.sells(true)).body.code).toBe('state_changed')
    await mia.set({ state: 'suspended', state_before: 'approved' })
    expect((await mia.sells(true)).body.code).toBe('suspended')
  })

  test('once sales are off or the artist cannot be booked, no voucher is sold or charged; sold vouchers stay valid', async () => {
    const mia = await seller('gives-off')
    const voucher = await createTestVoucher(rig, { artist: 'gives-off' })
    const opened = (await wants('gives-off')).body.data.payment
    await mia.sells(false)
    expect((await rig.call('/v1/@/gives-off')).body.data.vouchers).toBe(false)
    expect((await rig.call('/v1/vouchers/terms?artist=gives-off')).status).toBe(404)
    expect((await wants('gives-off')).body.code).toBe('voucher_not_sold')
    expect((await wants('nobody-at-all')).body.code).toBe('voucher_not_sold')
    await unlockVouchers(job())
    const { use } = await held('gives-off')
    expect((await use(voucher.code)).status).toBe(200)
    await mia.set({ state: 'suspended', state_before: 'approved' })
    await rig.call(`/v1/test-bank/intents/${opened.clientSecret}/confirm`, {
      method: 'POST',
      body: { number: '4242424242424242', expiry: '12/30', code: '123' },
      address: createTestAddress(),
    })
    expect(await getVoucherBalance(rig, opened.ref)).toBe(0)
    await mia.set({ state: 'approved', state_before: null, sells_vouchers: true })
    expect((await wants('gives-off', { countryCode: 'US', amount: 150 })).body.code).toBe('voucher_not_sold')
  })
})

describe('Vouchers for one artist', () => {
  test('a voucher for one artist is marked as such for its holder, in emails and in the console, and pays that artist', async () => {
    const mia = await seller('only-mia')
    const toEmail = `leila-${createTestKey()}@mail.example`
    const voucher = await createTestVoucher(rig, { artist: 'only-mia', toEmail, amount: 200 })
    expect((await look(voucher.code)).artist).toEqual({ name: 'only-mia', slug: 'only-mia' })
    expect((await voucher.call(`/v1/vouchers/bought/${voucher.id}`)).body.data.voucher.artist.slug).toBe('only-mia')
    await sendVouchers(job())
    for (const [address, kind] of [
      [toEmail, 'voucher.for.you'],
      [voucher.fromEmail, 'voucher.bought'],
    ] as const)
      expect((await mailsTo(address, kind))[0]?.body).toContain('It is for bookings with only-mia.')
    const { leila, hold, use, booking } = await held('only-mia')
    const key = createTestKey()
    const first = await use(voucher.code, key)
    expect((await use(voucher.code, key)).body).toEqual(first.body)
    expect((await mia.sold()).vouchers[0]).toMatchObject({ open: 200, used: 0, state: 'live' })
    await leila.pay(hold.id)
    expect(await booking()).toMatchObject({ paid: hold.quote.deposit })
    expect((await getOwedSums(rig.database.db, mia.id))[0]?.pending).toBe(
      Math.round((hold.quote.deposit - hold.quote.fee) * 100),
    )
    const { sums, vouchers, lines, currency } = await mia.sold()
    expect(currency).toBe('GBP')
    expect(sums).toEqual({ sold: 200, open: 200 - hold.quote.deposit, used: hold.quote.deposit })
    expect(vouchers).toMatchObject([{ fromName: 'Grace Osei', toName: 'Leila Haddad', amount: 200 }])
    for (const secret of [voucher.code, voucher.fromEmail, toEmail])
      expect(JSON.stringify({ vouchers, lines })).not.toContain(secret)
    expect(lines.split('\r\n')).toHaveLength(3)
    expect(lines).toContain('Number,Bought,From,For,Amount,Used with you,Remaining,Status,Expires,Currency')
    const other = await seller('only-other')
    expect((await other.sold()).vouchers).toEqual([])
    const { id } = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'olu@primp.test')
      .executeTakeFirstOrThrow()
    const olu = await createTestClient(rig, id)
    const listed = (await olu('/v1/operator/vouchers?text=only-mia')).body.data.vouchers
    expect(listed).toMatchObject([{ id: voucher.id, artist: { id: mia.id, name: 'only-mia' }, freedAt: null }])
  })

  test('the voucher is refused for any other artist, with the artist’s name and without loss; the database refuses this too', async () => {
    await seller('bound-mia')
    await createTestProviderWithAccount(rig, { slug: 'bound-ola', costs: { makeup: 30_000 }, notice: 0 })
    const voucher = await createTestVoucher(rig, { artist: 'bound-mia' })
    const { hold, use } = await held('bound-ola')
    const { status, body } = await use(voucher.code)
    expect([status, body.code]).toEqual([409, 'voucher_other_artist'])
    expect(body.detail.artist).toEqual({ name: 'bound-mia', slug: 'bound-mia' })
    expect(await getVoucherBalance(rig, voucher.id)).toBe(100)
    const spend = (ref: string) =>
      rig.database.db
        .insertInto('credit_spend')
        .values({ voucher_id: voucher.id, part_of: 'deposit', for_ref: ref, amount_minor: 100, kept_until: testNow })
        .returning('id')
        .executeTakeFirstOrThrow()
    await expect(spend(hold.id)).rejects.toMatchObject({ constraint: 'credit_spend_of_artist' })
    const own = await held('bound-mia')
    const { id } = await spend(own.hold.id)
    const move = rig.database.db.updateTable('credit_spend').set({ for_ref: hold.id }).where('id', '=', id)
    await expect(move.execute()).rejects.toMatchObject({ constraint: 'credit_spend_of_artist' })
    const given = rig.database.db.updateTable('voucher').set({ provider_id: null }).where('id', '=', voucher.id)
    await expect(given.execute()).rejects.toMatchObject({ constraint: 'voucher_stays_whose' })
    await rig.database.db.deleteFrom('credit_spend').where('id', '=', id).execute()
  })

  test('the voucher cannot pay another artist’s balance either', async () => {
    await seller('balance-mia')
    const ola = await createTestProviderWithAccount(rig, { slug: 'balance-ola', costs: { makeup: 30_000 } })
    await rig.database.db.updateTable('provider').set({ online_balance: true }).where('id', '=', ola.id).execute()
    const voucher = await createTestVoucher(rig, { artist: 'balance-mia' })
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('balance-ola')
    rig.at(new Date(Date.parse(booked.startsAt) - 2 * DAY_MS))
    const answer = await leila.call(`/v1/bookings/${booked.id}/balance/credits`, 'POST', { code: voucher.code })
    expect(answer.body.code).toBe('voucher_other_artist')
    expect(await getVoucherBalance(rig, voucher.id)).toBe(100)
  })

  test('after a cancellation by the artist, the amount moves to the replacement and returns to the voucher', async () => {
    const mia = await seller('down-mia')
    await createTestProviderWithAccount(rig, { slug: 'down-ola', costs: { makeup: 28_000 } })
    const voucher = await createTestVoucher(rig, { artist: 'down-mia', amount: 90 })
    const { leila, hold, use, booking } = await held('down-mia')
    await use(voucher.code)
    await leila.pay(hold.id)
    const booked = await booking()
    await mia.call(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'cancel', reason: 'A broken wrist.' })
    await leila.call(`/v1/bookings/${booked.id}/rescue`)
    const taken = await leila.call(`/v1/bookings/${booked.id}/rescue`, 'POST', { profileId: 'down-ola' })
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    const made = taken.body.data.appointment
    expect(made.payments).toMatchObject([{ kind: 'credit' }])
    expect((await mia.sold()).sums.used).toBe(0)
    await leila.call(`/v1/bookings/${made.id}/cancel`, 'POST', { refund: made.refund.now })
    expect(await getVoucherBalance(rig, voucher.id)).toBe(90)
  })
})

describe('Vouchers of an artist who is no longer bookable', () => {
  test.each([
    ['suspended', { state: 'suspended', state_before: 'approved' }],
    ['gone', { state: 'paused', account_id: null, name: 'Deleted', slug: 'deleted-0123456789abcdef' }],
    ['paused for 31 days', { state: 'paused', paused_at: new Date(testNow.getTime() - 31 * DAY_MS) }],
  ])(
    'artist %s: the voucher becomes valid for every artist and refundable again, and both are notified once',
    async (_, to) => {
      const mia = await seller('freed-mia')
      await createTestProviderWithAccount(rig, { slug: 'freed-ola', costs: { makeup: 30_000 }, notice: 0 })
      const toEmail = `leila-${createTestKey()}@mail.example`
      const voucher = await createTestVoucher(rig, { artist: 'freed-mia', toEmail })
      await sendVouchers(job())
      const later = new Date(testNow.getTime() + 20 * DAY_MS)
      if (!('paused_at' in to)) rig.at(later)
      await unlockVouchers(job())
      expect((await look(voucher.code)).artist).not.toBeNull()
      await mia.set(to)
      await unlockVouchers(job())
      await unlockVouchers(job())
      expect((await look(voucher.code)).artist).toBeNull()
      for (const [address, kind] of [
        [toEmail, 'voucher.freed'],
        [voucher.fromEmail, 'voucher.freed.buyer'],
      ] as const)
        expect(await mailsTo(address, kind)).toHaveLength(1)
      const own = (await voucher.call(`/v1/vouchers/bought/${voucher.id}`)).body.data.voucher
      expect(own.returnUntil).not.toBeNull()
      rig.at(testNow)
      const { use } = await held('freed-ola')
      expect((await use(voucher.code)).status).toBe(200)
      const freed = rig.database.db.updateTable('voucher').set({ freed_at: null }).where('id', '=', voucher.id)
      await expect(freed.execute()).rejects.toMatchObject({ constraint: 'voucher_stays_whose' })
    },
  )

  test('a short pause of the artist does not open the voucher to other artists, and an expired voucher stays expired', async () => {
    const mia = await seller('holiday-mia')
    const voucher = await createTestVoucher(rig, { artist: 'holiday-mia' })
    const ended = await createTestVoucher(rig, { artist: 'holiday-mia' })
    await rig.database.db.updateTable('voucher').set({ expires_at: testNow }).where('id', '=', ended.id).execute()
    const paused = await mia.call('/v1/providers/me/pause', 'POST', { paused: true })
    expect(paused.status).toBe(200)
    await unlockVouchers(job())
    expect((await look(voucher.code)).artist).not.toBeNull()
    rig.at(new Date(testNow.getTime() + 31 * DAY_MS))
    await unlockVouchers(job())
    expect((await look(voucher.code)).artist).toBeNull()
    expect((await look(ended.code)).artist).not.toBeNull()
    const states = (await (await createTestClient(rig, mia.accountId))('/v1/providers/me/vouchers')).body.data
    expect(states.vouchers.map(({ state }: { state: string }) => state)).toEqual(['ended', 'freed'])
    expect(states.sums.open).toBe(100)
  })
})

test('the sold, open, used and refunded amounts add up and agree with the ledger', async () => {
  const owed = async () =>
    0 -
    Number(
      (await listAccountBalances(rig.database.db)).find((one) => one.account === 'vouchers' && one.currency === 'GBP')
        ?.minor ?? 0,
    )
  const mia = await seller('adds-up')
  const start = await owed()
  const bought = []
  for (const amount of [37, 90, 250]) bought.push(await createTestVoucher(rig, { artist: 'adds-up', amount }))
  const agrees = async () => {
    const { sums } = await mia.sold()
    const { back } = await rig.database.db
      .selectFrom('payment')
      .innerJoin('voucher', 'voucher.id', 'payment.ref')
      .select(sql<number>`coalesce(sum(refunded_minor), 0)::int`.as('back'))
      .where('voucher.provider_id', '=', mia.id)
      .executeTakeFirstOrThrow()
    expect(sums.open + sums.used + back / 100).toBeCloseTo(sums.sold, 5)
    expect((await owed()) - start).toBe(Math.round(sums.open * 100))
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  }
  await agrees()
  const made = []
  for (const { code } of bought) {
    const { leila, hold, use, booking } = await held('adds-up')
    expect((await use(code)).status).toBe(200)
    await agrees()
    const { payment } = (await leila.pay(hold.id)).body.data
    if (payment) await leila.card(payment.clientSecret)
    made.push({ leila, booked: await booking() })
    await agrees()
    const { booked } = made.at(-1) as (typeof made)[number]
    await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: booked.refund.now })
    await agrees()
  }
  for (const { id, accountId } of bought) {
    await (await createTestClient(rig, accountId))(`/v1/vouchers/bought/${id}/return`, 'POST', {})
    await agrees()
  }
  expect((await mia.sold()).sums).toEqual({ sold: 377, open: 0, used: 0 })
})
