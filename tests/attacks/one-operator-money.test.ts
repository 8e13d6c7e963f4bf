import { describe, expect, test } from 'vitest'
import type { ActPreview } from '#contract/operator/booking-acts.ts'
import { answerTestDispute } from '#server/testing/bookings.ts'
import { createTestClient, createTestKey } from '#server/testing/clients.ts'
import { findUnbalanced } from '#server/payments/ledger.queries.ts'
import { payOut } from '#server/payments/payouts.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { testNow } from '#server/test-rig.ts'
import { type Booked, openRefundRig, reason } from './refund-rig.ts'

const HOUR_MS = 3_600_000
const { rig, logIn, olu, setLimit, book, cancel, refund, refundsOf, statesOf, decide, owed, ...more } = openRefundRig()

describe('From the limit on, a second operator must approve', () => {
  test('the refund of a cancellation: the booking is cancelled immediately, and the money waits for approval', async () => {
    const booked = await book()
    await setLimit(Math.floor(booked.deposit))
    const answer = await cancel(booked)
    expect(answer.body.data?.appointment.state, JSON.stringify(answer.body)).toBe('cancelled')
    expect(await statesOf(booked)).toEqual(['asked'])
    const waiting = (await olu('/v1/operator/refunds')).body.data.refunds[0]
    expect(waiting).toMatchObject({ state: 'asked', amount: booked.deposit, paymentId: booked.paymentId })
    // The refund amount is not paid out to the artist.
    await payOut(createJobContext(rig(), 'test'))
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
    expect((await decide(booked, true, olu)).body.code).toBe('second_operator_required')
    expect((await decide(booked, true)).status).toBe(200)
    expect(await statesOf(booked)).toEqual(['done'])
    expect(await findUnbalanced(rig().database.db)).toEqual([])
  })

  test('a plain refund', async () => {
    const booked = await book()
    await setLimit(5)
    expect((await refund(booked, 5)).body.data.refund.state).toBe('asked')
  })

  test('the settlement of a dispute', async () => {
    const booked = await book()
    rig().at(new Date(Date.parse(booked.booking.startsAt) + 31 * 60_000))
    await logIn()
    const told = await booked.visitor.call(`/v1/bookings/${booked.booking.id}/problem`, 'POST', {
      kind: 'no_show',
      text: 'Nobody came.',
    })
    expect(told.status, JSON.stringify(told.body)).toBe(200)
    const id = await answerTestDispute(rig(), booked.booking.id)
    await setLimit(Math.floor(booked.deposit))
    const settled = await olu(`/v1/operator/disputes/${id}/settle`, 'POST', { outcome: 'refund', noShow: true, reason })
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
      const shown = (await olu(`${path}/preview`, 'POST', { amount: 5, reason, as })).body.data.preview as ActPreview
      expect(shown.second).toBe(true)
      expect((await olu(path, 'POST', { amount: 5, reason, as, hash: shown.hash })).status).toBe(200)
      expect(await statesOf(booked)).toEqual(['asked'])
    }
  })

  test('the difference to a cheaper replacement artist', async () => {
    const booked = await book()
    await setLimit(1)
    const other = await more.cheaperArtist()
    const path = `/v1/operator/bookings/${booked.booking.id}/artist`
    const wanted = { profileId: other.slug, bears: 'customer', reason }
    const shown = (await olu(`${path}/preview`, 'POST', wanted)).body
    expect(shown.data?.preview.back, JSON.stringify(shown)).toBeGreaterThan(1)
    expect(shown.data.preview.second).toBe(true)
    const done = await olu(path, 'POST', { ...wanted, hash: shown.data.preview.hash })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await statesOf(booked)).toEqual(['asked'])
    expect((await decide(booked, true)).status).toBe(200)
    expect(await findUnbalanced(rig().database.db)).toEqual([])
  })

  test('any refund of a payment with an open charge-back', async () => {
    const booked = await book()
    await rig()
      .database.db.insertInto('charge_back')
      .values({
        payment_id: booked.paymentId,
        gateway: 'test',
        gateway_id: createTestKey(),
        amount_minor: 100,
        currency: 'GBP',
        opened_at: testNow,
      })
      .execute()
    expect((await refund(booked, 1)).body.data.refund.state).toBe('asked')
    await rig().database.db.deleteFrom('charge_back').where('payment_id', '=', booked.paymentId).execute()
  })
})

describe('All refunds of one operator within 24 hours count as one sum', () => {
  test('across bookings and kinds of refund, until a day has passed', async () => {
    const [first, next, last] = [await book(), await book(), await book()]
    await setLimit(Math.ceil(first.deposit) + 1)
    expect((await cancel(first)).status).toBe(200)
    expect(await statesOf(first)).toEqual(['done'])
    expect((await refund(next, 3)).body.data.refund.state).toBe('asked')
    // The sum counts per operator.
    expect((await cancel(last, await createTestClient(rig(), await more.addOperator('support')))).status).toBe(200)
    expect(await statesOf(last)).toEqual(['done'])
    rig().at(new Date(testNow.getTime() + 25 * HOUR_MS))
    await logIn()
    expect((await refund(next, 3)).body.data.refund.state).not.toBe('asked')
  })

  test('also for ten concurrent refunds', async () => {
    const all: Booked[] = []
    for (let i = 0; i < 4; i++) all.push(await book())
    await setLimit(10)
    await Promise.all(all.flatMap((booked) => [refund(booked, 3), refund(booked, 2)]))
    const alone = (await Promise.all(all.map(refundsOf))).flat().filter(({ state }) => state !== 'asked')
    expect(alone.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBeLessThan(1_000)
  })

  test("a customer's own cancellation within the policy needs no approval", async () => {
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
