import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { accountOf, actingAs, answerReport, newKey, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'
import { payOut } from '#server/payments/payouts/payouts.ts'
import { offBalance, owedTo } from '#server/payments/ledger/ledger-queries.ts'
import { LIMITS_KEY } from '#server/payments/operator/refund-limits.ts'
import { ownContext } from '#server/platform/jobs.ts'
import { abandon, type Terms } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { demoteMade } from './operators.ts'

let rig: TestRig
type Caller = Awaited<ReturnType<typeof actingAs>>
let [olu, second]: Caller[] = []
let secondId: string
const reason = 'Asked for by phone.'
const HOUR_MS = 3_600_000

const reset = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('setting').where('key', '=', LIMITS_KEY).execute()
  // What other tests had the same operator release counts towards the sum of the day.
  await rig.database.db.updateTable('refund').set({ released_by: null }).execute()
  rig.age(2_000)
  await abandon(rig)
}
beforeAll(async () => {
  rig = await openRig()
  const account = await rig.database.db
    .insertInto('account')
    .values({ email: `m-${newKey()}@primp.example`, name: 'M', roles: ['customer', 'operator'], duties: ['money'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  secondId = account.id
})
beforeEach(async () => {
  await reset()
  await logIn()
})
afterAll(async () => {
  await reset()
  await demoteMade(rig)
  expect(await offBalance(rig.database.db)).toEqual([])
})

async function logIn() {
  olu = await actingAs(rig, await accountOf(rig, 'olu@primp.test'))
  second = await actingAs(rig, secondId)
}
const asOlu = (...args: Parameters<Caller>) => (olu as Caller)(...args)
const asSecond = (...args: Parameters<Caller>) => (second as Caller)(...args)

async function setLimit(major: number) {
  const value = JSON.stringify({ GBP: major })
  await rig.database.db
    .insertInto('setting')
    .values({ key: LIMITS_KEY, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute()
  rig.age(2_000)
}

let made = 0
async function book(terms: Partial<Terms> = {}) {
  const artist = await settleOwn(rig, { slug: `paid-${++made}`, notice: 0, ...terms })
  const visitor = await visitorIn(rig)
  const booking = await visitor.book(artist.slug)
  const { id } = await rig.database.db
    .selectFrom('payment')
    .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
    .select('payment.id')
    .where('appointment.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return { artist, visitor, booking, deposit: booking.deposit as number, paymentId: id }
}
type Booked = Awaited<ReturnType<typeof book>>

const cancel = ({ booking }: Booked, as: Caller = asOlu) =>
  as(`/v1/operator/bookings/${booking.id}/cancel`, 'POST', { reason })
const refund = ({ paymentId }: Booked, amount: number) =>
  asOlu(`/v1/operator/payments/${paymentId}/refund`, 'POST', { amount, bears: 'shared', reason })
const refundsOf = ({ paymentId }: Booked) =>
  rig.database.db
    .selectFrom('refund')
    .select(['id', 'state', 'amount_minor', 'asked_by'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute()
const statesOf = async (booked: Booked) => (await refundsOf(booked)).map(({ state }) => state)
const decide = async (booked: Booked, approve: boolean, as: Caller = asSecond) => {
  const waiting = (await refundsOf(booked)).find(({ state }) => state === 'asked')
  return as(`/v1/operator/refunds/${waiting?.id}/decide`, 'POST', { approve, reason })
}
const owed = async ({ artist }: Booked) =>
  (await owedTo(rig.database.db, artist.id)).find(({ currency }) => currency === 'GBP') ?? { pending: 0, earned: 0 }

describe('from the limit on a second operator approves', () => {
  test('the refund of a cancellation: the booking is cancelled at once, the money stays until another has agreed', async () => {
    const booked = await book()
    await setLimit(Math.floor(booked.deposit))
    const answer = await cancel(booked)
    expect(answer.body.data?.appointment.state, JSON.stringify(answer.body)).toBe('cancelled')
    expect(await statesOf(booked)).toEqual(['asked'])
    const waiting = (await asOlu('/v1/operator/refunds')).body.data.refunds[0]
    expect(waiting).toMatchObject({ state: 'asked', amount: booked.deposit, paymentId: booked.paymentId })
    // The artist is not paid out what is about to go back.
    await payOut(ownContext(rig, 'test'))
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
    expect((await decide(booked, true, asOlu)).body.code).toBe('second_person')
    expect((await decide(booked, true)).status).toBe(200)
    expect(await statesOf(booked)).toEqual(['done'])
    expect(await offBalance(rig.database.db)).toEqual([])
  })

  test('a plain refund', async () => {
    const booked = await book()
    await setLimit(5)
    expect((await refund(booked, 5)).body.data.refund.state).toBe('asked')
  })

  test('the settlement of a dispute', async () => {
    const booked = await book()
    rig.at(new Date(Date.parse(booked.booking.startsAt) + 31 * 60_000))
    await logIn()
    const told = await booked.visitor.call(`/v1/bookings/${booked.booking.id}/problem`, 'POST', {
      kind: 'no_show',
      text: 'Nobody came.',
    })
    expect(told.status, JSON.stringify(told.body)).toBe(200)
    const id = await answerReport(rig, booked.booking.id)
    await setLimit(Math.floor(booked.deposit))
    const settled = await asOlu(`/v1/operator/disputes/${id}/settle`, 'POST', {
      outcome: 'refund',
      noShow: true,
      reason,
    })
    expect(settled.status, JSON.stringify(settled.body)).toBe(200)
    expect(await statesOf(booked)).toEqual(['asked'])
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
    expect((await decide(booked, true)).status).toBe(200)
  })

  test('goodwill, as money and as credit', async () => {
    for (const as of ['card', 'credit']) {
      const booked = await book()
      await setLimit(5)
      const path = `/v1/operator/bookings/${booked.booking.id}/goodwill`
      const shown = (await asOlu(`${path}/preview`, 'POST', { amount: 5, reason, as })).body.data.preview as ActPreview
      expect(shown.second).toBe(true)
      expect((await asOlu(path, 'POST', { amount: 5, reason, as, hash: shown.hash })).status).toBe(200)
      expect(await statesOf(booked)).toEqual(['asked'])
    }
  })

  test('what is left over when a cheaper artist comes instead', async () => {
    const booked = await book()
    await setLimit(1)
    const other = await settleOwn(rig, { slug: `cheap-${made}`, notice: 0, costs: { makeup: 1_500, updo: 3_800 } })
    const path = `/v1/operator/bookings/${booked.booking.id}/artist`
    const wanted = { profileId: other.slug, bears: 'customer', reason }
    const shown = (await asOlu(`${path}/preview`, 'POST', wanted)).body
    expect(shown.data?.preview.back, JSON.stringify(shown)).toBeGreaterThan(1)
    expect(shown.data.preview.second).toBe(true)
    const done = await asOlu(path, 'POST', { ...wanted, hash: shown.data.preview.hash })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await statesOf(booked)).toEqual(['asked'])
    expect((await decide(booked, true)).status).toBe(200)
    expect(await offBalance(rig.database.db)).toEqual([])
  })

  test('any refund of a payment that a bank is asking back', async () => {
    const booked = await book()
    await rig.database.db
      .insertInto('charge_back')
      .values({
        payment_id: booked.paymentId,
        gateway: 'test',
        gateway_id: newKey(),
        amount_minor: 100,
        currency: 'GBP',
        opened_at: testNow,
      })
      .execute()
    expect((await refund(booked, 1)).body.data.refund.state).toBe('asked')
    await rig.database.db.deleteFrom('charge_back').where('payment_id', '=', booked.paymentId).execute()
  })
})

describe('what one operator has released in 24 hours counts as one sum', () => {
  test('across bookings and ways, until a day has passed', async () => {
    const [first, next, last] = [await book(), await book(), await book()]
    await setLimit(Math.ceil(first.deposit) + 1)
    expect((await cancel(first)).status).toBe(200)
    expect(await statesOf(first)).toEqual(['done'])
    expect((await refund(next, 3)).body.data.refund.state).toBe('asked')
    // Another operator has a sum of their own.
    expect((await cancel(last, await supporter())).status).toBe(200)
    expect(await statesOf(last)).toEqual(['done'])
    rig.at(new Date(testNow.getTime() + 25 * HOUR_MS))
    await logIn()
    expect((await refund(next, 3)).body.data.refund.state).not.toBe('asked')
  })

  test('of ten refunds at once too', async () => {
    const all: Booked[] = []
    for (let i = 0; i < 4; i++) all.push(await book())
    await setLimit(10)
    await Promise.all(all.flatMap((booked) => [refund(booked, 3), refund(booked, 2)]))
    const alone = (await Promise.all(all.map(refundsOf))).flat().filter(({ state }) => state !== 'asked')
    expect(alone.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBeLessThan(1_000)
  })

  test('a customer who cancels within their terms waits for nobody', async () => {
    const booked = await book()
    await setLimit(1)
    const { refund: terms } = (await booked.visitor.call(`/v1/bookings/${booked.booking.id}`)).body.data.appointment
    const cancelled = await booked.visitor.call(`/v1/bookings/${booked.booking.id}/cancel`, 'POST', {
      refund: terms.now,
    })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    expect(await statesOf(booked)).toEqual(['done'])
  })
})

/** An operator who has not released anything yet. */
async function supporter(): Promise<Caller> {
  const { id } = await rig.database.db
    .insertInto('account')
    .values({ email: `s-${newKey()}@primp.example`, name: 'S', roles: ['customer', 'operator'], duties: ['support'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return actingAs(rig, id)
}
