import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatClock, zonedTime } from '#contract/format.ts'
import { createTestAddress, createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { expireHolds } from './release-holds.ts'
import { getOwedSums } from '#server/payments/ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { handleTestBankEvents } from '#server/payments/events.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { processSharedBills } from './confirm-shares.ts'

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

const HOUR_MS = 3_600_000
const three = { services: ['makeup', 'makeup', 'makeup'], people: [{ count: 3, services: ['makeup'] }] }
const names = ['Leila', 'Noor', 'Zoe']
const okCard = '4242424242424242'
const declinedCard = '4000000000000002'

/** Creates a visitor whose browser has nothing but a link. */
function guest() {
  const address = createTestAddress()
  let cookie: string | undefined
  const call = async (path: string, method = 'GET', body?: unknown, key: string = createTestKey()) => {
    const answer = await rig.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(cookie ? { cookie } : {}),
      address,
      headers: { 'idempotency-key': key },
    })
    cookie = answer.cookie ?? cookie
    return answer
  }
  const open = (key: string, email = `guest-${createTestKey()}@mail.example`, act?: string) =>
    call(`/v1/shares/${key}/payment`, 'POST', { email }, act)
  const card = (clientSecret: string, number = okCard) =>
    call(`/v1/test-bank/intents/${clientSecret}/confirm`, 'POST', { number, expiry: '12/30', code: '123' })
  const pay = async (key: string, email?: string) => card((await open(key, email)).body.data.payment.clientSecret)
  const read = (key: string) => call(`/v1/shares/${key}`)
  return { call, open, card, pay, read }
}

/** Creates Leila's party of three with a shared bill and her own part authorised. */
async function shared(slug: string, more: Record<string, unknown> = {}) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig, three)
  const held = await leila.hold(slug)
  expect(held.status, JSON.stringify(held.body)).toBe(200)
  const { hold } = held.body.data
  const asked = await leila.pay(hold.id, { names, split: { person: 1 }, ...more })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  await leila.card(asked.body.data.payment.clientSecret)
  const bill = async () => (await leila.call(`/v1/holds/${hold.id}/bill`)).body.data.bill
  const kept = async () => (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  const rest = (key?: string) => leila.call(`/v1/holds/${hold.id}/bill/rest`, 'POST', {}, key)
  const booking = async () => (await leila.call(`/v1/bookings/${(await kept()).appointmentId}`)).body.data.appointment
  const paid = () => rig.database.db.selectFrom('payment').selectAll().where('provider_id', '=', artist.id).execute()
  const first = await bill()
  const [noor, zoe] = first.shares.filter(({ mine }: { mine: boolean }) => !mine).map(({ key }: { key: string }) => key)
  return { artist, leila, hold, payment: asked.body.data.payment, bill, kept, rest, booking, paid, first, noor, zoe }
}

const mailsTo = async (email: string): Promise<string[]> =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('kind')
      .where('address', '=', email)
      .where('channel', '=', 'mail')
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)
/** Returns the newest email of a kind as text. */
const textOf = async (kind: string): Promise<string> =>
  JSON.stringify(
    await rig.database.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', kind)
      .where('channel', '=', 'mail')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
  )
/** Sums all ledger accounts of the test, which must be zero. */
const ledgerSum = async (): Promise<number> =>
  Number(
    (
      await rig.database.db
        .selectFrom('ledger_entry')
        .select((eb) => eb.fn.sum<string>('amount_minor').as('sum'))
        .executeTakeFirstOrThrow()
    ).sum ?? 0,
  )
const minutes = async () => {
  await processSharedBills(createJobContext(rig, 'test'))
  await expireHolds(createJobContext(rig, 'test'))
  await handleTestBankEvents(createJobContext(rig, 'test'))
}

describe('Shared bills', () => {
  test('the booking is confirmed once everyone has paid their share, and each share is captured then', async () => {
    const { artist, hold, payment, bill, kept, booking, first, noor, zoe } = await shared('shared-three')
    expect(payment).toMatchObject({ kind: 'share', amount: first.shares[0].amount })
    expect(first).toMatchObject({ state: 'open', due: hold.quote.deposit, reserved: payment.amount })
    const sum = first.shares.reduce((all: number, { amount }: { amount: number }) => all + Math.round(amount * 100), 0)
    expect(sum).toBe(Math.round(hold.quote.deposit * 100))
    expect(Date.parse(first.sharesUntil) - testNow.getTime()).toBe(24 * HOUR_MS)
    expect((await kept()).state).toBe('held')

    const one = guest()
    const theirs = (await one.read(noor)).body.data.share
    // One deadline for everyone, on every page and in every email.
    expect(theirs.until).toBe(first.restUntil)
    const deadline = formatClock(zonedTime(first.restUntil, first.timeZone))
    expect(await textOf('split.begun')).toContain(deadline)
    expect(theirs).toMatchObject({ name: 'Noor', booker: 'Leila', state: 'open', people: 3, paid: 1, booked: false })
    const text = JSON.stringify(theirs)
    for (const secret of ['Church Lane', '@', '07700', 'Haddad', 'Zoe']) expect(text).not.toContain(secret)
    await one.pay(noor, 'noor@mail.example')
    expect((await one.read(noor)).body.data.share).toMatchObject({ state: 'reserved', paid: 2 })
    expect((await bill()).shares.map(({ state }: { state: string }) => state)).toEqual(['reserved', 'reserved', 'open'])
    expect((await kept()).state).toBe('held')
    await guest().pay(zoe, 'zoe@mail.example')

    const booked = await booking()
    expect(booked).toMatchObject({ state: 'booked', deposit: hold.quote.deposit, paid: hold.quote.deposit })
    expect(booked.split.map(({ state }: { state: string }) => state)).toEqual(['paid', 'paid', 'paid'])
    expect(JSON.stringify(booked)).not.toContain('noor@mail.example')
    expect((await getOwedSums(rig.database.db, artist.id))[0]?.pending).toBe(
      Math.round((hold.quote.deposit - Math.min(hold.quote.fee, hold.quote.deposit)) * 100),
    )
    expect(await mailsTo('noor@mail.example')).toEqual(['share.paid', 'share.reserved'])
    expect(await mailsTo('zoe@mail.example')).toEqual(['share.paid'])
    expect((await one.read(noor)).body.data.share).toMatchObject({ state: 'paid', booked: true, until: null })
    expect(await ledgerSum()).toBe(0)
  })

  test('the deadline is told by the clock of the place', async () => {
    rig.at(new Date('2027-06-01T09:00:00Z'))
    const { first } = await shared('shared-in-summer')
    expect(first.timeZone).toBe('Europe/London')
    const [there, utc] = ['Europe/London', 'UTC'].map((zone) => formatClock(zonedTime(first.restUntil, zone)))
    expect(there).not.toBe(utc)
    const mail = await textOf('split.begun')
    expect(mail).toContain(there)
    expect(mail).not.toContain(utc)
  })

  test('with full payment, each person pays their whole part and no balance is left', async () => {
    const { hold, first, booking, noor, zoe } = await shared('shared-whole', { inFull: true })
    expect(first).toMatchObject({ due: hold.quote.total, total: hold.quote.total })
    await guest().pay(noor)
    await guest().pay(zoe)
    expect(await booking()).toMatchObject({ inFull: true, balance: 0, paid: hold.quote.total })
  })

  test('before the booking is made, the list of payments names the occasion and the day of a share', async () => {
    const { artist, payment } = await shared('shared-listed')
    await rig.database.db
      .updateTable('payment')
      .set({ account_id: artist.accountId })
      .where('id', '=', payment.id)
      .execute()
    const payer = await createTestClient(rig, artist.accountId)
    expect((await payer('/v1/payments')).body.data.payments).toEqual([
      expect.objectContaining({ kind: 'share', state: 'authorised', event: 'Wedding', eventDate: '2027-06-12' }),
    ])
  })

  test('a cancellation refunds each person by the shared boundaries, to the penny, and notifies each', async () => {
    const { leila, booking, noor, zoe, paid } = await shared('shared-back')
    await guest().pay(noor, 'noor-back@mail.example')
    await guest().pay(zoe, 'zoe-back@mail.example')
    const booked = await booking()
    const half = booked.refund.steps.find(({ share }: { share: number }) => share === 50)
    rig.at(new Date(Date.parse(half.until) - 60_000))
    const answer = await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: half.refund })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const payments = await paid()
    for (const { amount_minor, refunded_minor } of payments) expect(refunded_minor).toBe(Math.ceil(amount_minor / 2))
    expect(payments.reduce((sum, { refunded_minor }) => sum + refunded_minor, 0)).toBe(Math.round(half.refund * 100))
    await handleTestBankEvents(createJobContext(rig, 'test'))
    expect(await mailsTo('noor-back@mail.example')).toContain('share.refunded')
    expect(await mailsTo('zoe-back@mail.example')).toContain('share.refunded')
    const refunds = await rig.database.db
      .selectFrom('refund')
      .select('id')
      .where('fact', 'like', `cancel:${booked.id}:%`)
      .execute()
    expect(refunds).toHaveLength(3)
    const told = await rig.database.db
      .selectFrom('outbox')
      .select(['address', 'body'])
      .where(
        'fact',
        'in',
        refunds.map(({ id }) => `share.refunded ${id}`),
      )
      .where('channel', '=', 'mail')
      .orderBy('address')
      .execute()
    // The person who booked reads it in the email about the cancellation.
    expect(told.map(({ address }) => address)).toEqual(['noor-back@mail.example', 'zoe-back@mail.example'])
    for (const { body } of told) expect(body).toContain('Reason: The booking was cancelled.')
    expect((await guest().read(noor)).body.data.share).toMatchObject({ state: 'returned' })
    expect(await ledgerSum()).toBe(0)
  })

  test('after the artist cancels, every card is refunded if no replacement is wanted', async () => {
    const { artist, leila, booking, noor, zoe, paid } = await shared('shared-cancelled')
    await guest().pay(noor)
    await guest().pay(zoe)
    const booked = await booking()
    const mine = await createTestClient(rig, artist.accountId)
    await mine(`/v1/providers/appointments/${booked.id}`, 'PATCH', { act: 'cancel', reason: 'A broken wrist.' })
    await leila.call(`/v1/bookings/${booked.id}/rescue/end`, 'POST', {})
    const now = (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    expect(now.state).toBe('cancelled')
    if (now.rescueUntil) {
      rig.at(new Date(Date.parse(now.rescueUntil) + 1))
      const { endRescues } = await import('#server/bookings/rescue.ts')
      await endRescues(createJobContext(rig, 'test'))
    }
    for (const { amount_minor, refunded_minor } of await paid()) expect(refunded_minor).toBe(amount_minor)
    expect(await ledgerSum()).toBe(0)
  })

  test('if the artist was suspended meanwhile, the last share voids the whole bill', async () => {
    const { artist, kept, noor, zoe, paid, bill } = await shared('shared-suspended')
    await guest().pay(noor, 'noor-gone@mail.example')
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', artist.id)
      .execute()
    await guest().pay(zoe, 'zoe-gone@mail.example')
    await minutes()
    expect((await bill()).state).toBe('let_go')
    expect((await kept()).appointmentId).toBeNull()
    expect(new Set((await paid()).map(({ state }) => state))).toEqual(new Set(['voided']))
    expect(await mailsTo('noor-gone@mail.example')).toContain('share.letGo')
    expect(await mailsTo('zoe-gone@mail.example')).toContain('share.letGo')
  })

  test('the booker can pay the rest at any time', async () => {
    const { hold, booking, rest, noor, first } = await shared('shared-rest')
    await guest().pay(noor)
    const key = createTestKey()
    const [one, again] = [await rest(key), await rest(key)]
    expect(one.status, JSON.stringify(one.body)).toBe(200)
    expect(again.body).toEqual(one.body)
    expect(one.body.data.payment).toMatchObject({ kind: 'deposit', amount: first.shares[2].amount })
    await guest().card(one.body.data.payment.clientSecret)
    const booked = await booking()
    expect(booked).toMatchObject({ paid: hold.quote.deposit })
    expect(booked.split[2].state).toBe('covered')
    expect((await rest()).body.code).toBe('bill_closed')
  })

  test('after the others’ deadline the booker sees the open amount, and everything is released if nobody pays it', async () => {
    const { bill, kept, noor, zoe, paid, first, leila, artist } = await shared('shared-lapsed')
    await guest().pay(noor, 'noor-lapsed@mail.example')
    const kinds = async () =>
      (
        await rig.database.db
          .selectFrom('outbox')
          .select('kind')
          .where('fact', 'like', `split.% ${first.holdId}`)
          .where('channel', '=', 'mail')
          .orderBy('created_at')
          .execute()
      ).map(({ kind }) => kind)
    await minutes()
    expect(await kinds()).toEqual(['split.begun'])
    rig.at(new Date(Date.parse(first.sharesUntil) + 1))
    await minutes()
    await minutes()
    expect(await kinds()).toEqual(['split.begun', 'split.rest'])
    expect((await kept()).state).toBe('held')
    rig.at(new Date(Date.parse(first.restUntil) + 1))
    await minutes()
    expect(await kinds()).toEqual(['split.begun', 'split.rest', 'split.letGo'])
    expect((await bill()).state).toBe('let_go')
    expect((await kept()).state).toBe('lapsed')
    expect(new Set((await paid()).map(({ state }) => state))).toEqual(new Set(['voided']))
    expect(await mailsTo('noor-lapsed@mail.example')).toEqual(['share.letGo', 'share.reserved'])
    expect((await guest().read(noor)).body.data.share).toMatchObject({ state: 'returned' })
    expect((await guest().read(zoe)).status).toBe(404)
    const busy = await rig.database.db.selectFrom('busy').select('id').where('provider_id', '=', artist.id).execute()
    expect(busy).toEqual([])
    expect((await leila.hold('shared-lapsed')).status).toBe(200)
  })

  test('a share paid at the deadline is booked or released in full', async () => {
    const { kept, noor, zoe, paid, first } = await shared('shared-strikes')
    await guest().pay(noor)
    const late = guest()
    const { payment } = (await late.open(zoe)).body.data
    rig.at(new Date(Date.parse(first.restUntil) + 1))
    await Promise.all([late.card(payment.clientSecret), expireHolds(createJobContext(rig, 'test'))])
    await minutes()
    const states = new Set((await paid()).map(({ state }) => state))
    expect(states).toEqual(new Set([(await kept()).state === 'booked' ? 'captured' : 'voided']))
    expect(await ledgerSum()).toBe(0)
  })

  test('the booker can cancel the bill, which releases every authorisation', async () => {
    const { leila, hold, bill, noor, zoe, paid } = await shared('shared-off')
    await guest().pay(noor)
    await leila.call(`/v1/holds/${hold.id}/release`, 'POST', {})
    expect((await bill()).state).toBe('let_go')
    await minutes()
    expect(new Set((await paid()).map(({ state }) => state))).toEqual(new Set(['voided']))
    expect((await guest().open(zoe)).status).toBe(404)
  })
})

describe('Shares of a bill', () => {
  test('a share paid by two people at once is charged once', async () => {
    const { noor, zoe, paid, booking } = await shared('share-twice')
    const [one, two] = [guest(), guest()]
    const first = (await one.open(noor)).body.data.payment
    const second = (await two.open(noor)).body.data.payment
    expect(second.id).not.toBe(first.id)
    await Promise.all([one.card(first.clientSecret), two.card(second.clientSecret)])
    await guest().pay(zoe)
    await minutes()
    expect(await booking()).toMatchObject({ state: 'booked' })
    const states = (await paid()).map(({ state }) => state).sort()
    expect(states).toEqual(['captured', 'captured', 'captured', 'voided'])
    expect((await guest().open(noor)).body.code).toBe('bill_closed')
  })

  test('a share opened by two people at once is one payment of one of them', async () => {
    const { noor } = await shared('share-same-moment')
    const both = await Promise.all([guest().open(noor), guest().open(noor)])
    const alive = await rig.database.db
      .selectFrom('payment')
      .select('id')
      .where('kind', '=', 'share')
      .where('state', '=', 'open')
      .where('let_go', '=', false)
      .where('ref', 'in', (eb) =>
        eb
          .selectFrom('bill_share')
          .select('bill_share.id')
          .where('name', '=', 'Noor')
          .where('bill_share.hold_id', 'in', (of) =>
            of.selectFrom('bill').select('bill.hold_id').where('bill.state', '=', 'open'),
          ),
      )
      .execute()
    expect(alive).toHaveLength(1)
    for (const { status } of both) expect([200, 409]).toContain(status)
  })

  test('if the last two shares are paid at the same time, the booking is made once', async () => {
    const { noor, zoe, paid, booking } = await shared('shares-last')
    const [one, two] = [guest(), guest()]
    const secrets = [
      (await one.open(noor)).body.data.payment.clientSecret,
      (await two.open(zoe)).body.data.payment.clientSecret,
    ]
    await Promise.all([one.card(secrets[0]), two.card(secrets[1])])
    await minutes()
    expect(await booking()).toMatchObject({ state: 'booked' })
    expect((await paid()).map(({ state }) => state)).toEqual(['captured', 'captured', 'captured'])
    expect(await ledgerSum()).toBe(0)
  })

  test('if a share and the rest of the bill are paid at the same time, the amount is charged once and the other payment is voided', async () => {
    const { noor, zoe, rest, paid, booking } = await shared('share-and-rest')
    await guest().pay(noor)
    const one = guest()
    const share = (await one.open(zoe)).body.data.payment
    const all = (await rest()).body.data.payment
    await Promise.all([one.card(share.clientSecret), guest().card(all.clientSecret)])
    await minutes()
    expect(await booking()).toMatchObject({ state: 'booked' })
    expect((await paid()).map(({ state }) => state).sort()).toEqual(['captured', 'captured', 'captured', 'voided'])
  })

  test('a share with a declined card stays open, and another card pays it', async () => {
    const { noor, bill } = await shared('share-declined')
    const one = guest()
    const { payment } = (await one.open(noor)).body.data
    expect((await one.card(payment.clientSecret, declinedCard)).body.code).toBe('card_declined')
    expect((await bill()).shares[1].state).toBe('open')
    await one.card(payment.clientSecret)
    expect((await bill()).shares[1].state).toBe('reserved')
    expect((await guest().open(noor)).body.code).toBe('share_paid')
  })

  test('a share is requested once per key', async () => {
    const { noor } = await shared('share-key')
    const one = guest()
    const key = createTestKey()
    const [first, again] = [
      await one.open(noor, 'noor-key@mail.example', key),
      await one.open(noor, 'noor-key@mail.example', key),
    ]
    expect(again.body).toEqual(first.body)
  })

  test('a wrong link, a link of another kind and the link of a closed bill reveal nothing', async () => {
    const { noor, booking, zoe } = await shared('share-stranger')
    const wrong = `${noor.slice(0, -1)}${noor.endsWith('A') ? 'B' : 'A'}`
    for (const key of [wrong, 'A'.repeat(40), noor.slice(0, 30)]) {
      expect((await guest().read(key)).status).toBe(404)
      expect((await guest().open(key)).status).toBe(404)
    }
    await guest().pay(noor)
    await guest().pay(zoe)
    const booked = await booking()
    expect((await guest().read(booked.shareKey)).status).toBe(404)
    rig.at(new Date(Date.parse(booked.endsAt) + 61 * 24 * HOUR_MS))
    expect((await guest().read(noor)).status).toBe(404)
  })
})

describe('Permission to share a bill', () => {
  test('sharing needs at least two people, enough time before the event, and no other open bill', async () => {
    await createTestProviderWithAccount(rig, { slug: 'share-alone' })
    const alone = await createTestVisitor(rig)
    const held = (await alone.hold('share-alone')).body.data.hold
    expect((await alone.pay(held.id, { split: { person: 1 } })).body.code).toBe('split_needs_others')

    const { leila, hold } = await shared('share-once')
    expect((await leila.pay(hold.id, { names })).body.code).toBe('split_already_open')
    await createTestProviderWithAccount(rig, { slug: 'share-next' })
    expect((await leila.hold('share-next')).status).toBe(200)
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold.state).toBe('held')
    const same = (await leila.hold('share-once')).body.data.hold
    expect(same.id).toBe(hold.id)

    await createTestProviderWithAccount(rig, { slug: 'share-late' })
    const late = await createTestVisitor(rig, three)
    const { hold: soon } = (await late.hold('share-late')).body.data
    rig.at(new Date(Date.parse(soon.quote.plan.arriveAt) - 17 * HOUR_MS))
    await rig.database.db
      .updateTable('hold')
      .set({ expires_at: new Date(Date.parse(soon.quote.plan.arriveAt)) })
      .where('id', '=', soon.id)
      .execute()
    expect((await late.pay(soon.id, { names, split: { person: 1 } })).body.code).toBe('split_too_late')
  })

  test('a hold without a first payment is not extended, and nobody else can see or pay its bill', async () => {
    await createTestProviderWithAccount(rig, { slug: 'share-nothing' })
    const leila = await createTestVisitor(rig, three)
    const { hold } = (await leila.hold('share-nothing')).body.data
    await leila.pay(hold.id, { names, split: { person: 1 } })
    const bill = (await leila.call(`/v1/holds/${hold.id}/bill`)).body.data.bill
    expect(bill).toMatchObject({ state: 'asked', sharesUntil: null })
    expect(bill.shares.every(({ key }: { key: string | null }) => key === null)).toBe(true)
    rig.at(new Date(testNow.getTime() + 16 * 60_000))
    await minutes()
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold.state).toBe('lapsed')
    const other = await createTestVisitor(rig)
    expect((await other.call(`/v1/holds/${hold.id}/bill`)).status).toBe(404)
    expect((await other.call(`/v1/holds/${hold.id}/bill/rest`, 'POST', {})).status).toBe(404)
  })

  test('after two bills failed in a week, the customer must pay the next one alone', async () => {
    const { leila, hold } = await shared('share-often')
    await leila.call(`/v1/holds/${hold.id}/release`, 'POST', {})
    const account = (
      await rig.database.db.selectFrom('hold').select('account_id').where('id', '=', hold.id).executeTakeFirstOrThrow()
    ).account_id
    const { hold: second } = await shared('share-often-2')
    await rig.database.db.updateTable('hold').set({ account_id: account }).where('id', '=', second.id).execute()
    await rig.database.db
      .updateTable('bill')
      .set({ state: 'let_go', ended_at: testNow })
      .where('hold_id', '=', second.id)
      .execute()
    const again = (await leila.hold('share-often')).body.data.hold
    const who = await rig.database.db
      .selectFrom('hold')
      .select('requester')
      .where('id', '=', hold.id)
      .executeTakeFirstOrThrow()
    const refused = await leila.pay(again.id, { names, split: { person: 1 }, requester: who.requester })
    expect(refused.body.code).toBe('split_limit_reached')
  })
})
