import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSuggestedTips, MOST_TIP } from '#contract/billing/tips.ts'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { getOwedSums } from '#server/payments/ledger.queries.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

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

const DAY_MS = 86_400_000
/** Creates a booking of Leila that ended `days` days ago. */
async function ended(slug: string, days = 0) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book(slug)
  rig.at(new Date(Date.parse(booked.endsAt) + days * DAY_MS))
  const tip = (amount: unknown, key?: string) => leila.call(`/v1/bookings/${booked.id}/tip`, 'POST', { amount }, key)
  const read = async () => (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
  const owed = async () => (await getOwedSums(rig.database.db, artist.id))[0] ?? { pending: 0, earned: 0 }
  return { artist, leila, booked, tip, read, owed }
}

test('suggested tips are whole allowed amounts in ascending order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 5_000_000 }), (totalMinor) => {
      const offered = getSuggestedTips(totalMinor)
      expect(offered.length).toBeGreaterThan(0)
      for (const [i, amount] of offered.entries()) {
        expect(Number.isInteger(amount) && amount >= 1 && amount <= MOST_TIP).toBe(true)
        expect(amount).toBeGreaterThan(offered[i - 1] ?? 0)
      }
    }),
  )
})

describe('Tips', () => {
  test('the artist gets the whole tip at once, and both are notified', async () => {
    const { artist, leila, booked, tip, read, owed } = await ended('tipped')
    expect((await read()).may.tip).toBe(true)
    const before = await owed()
    const { payment } = (await tip(20)).body.data
    expect(payment).toMatchObject({ kind: 'tip', amount: 20 })
    const changed = (await tip(25)).body.data.payment
    expect(changed.id).not.toBe(payment.id)
    await leila.card(changed.clientSecret)
    expect(await owed()).toMatchObject({ pending: before.pending, earned: before.earned + 2_500 })
    const after = await read()
    expect(after).toMatchObject({ tip: { amount: 25 }, paid: booked.paid, refunded: 0, may: { tip: false } })
    const theirs = await createTestClient(rig, artist.accountId)
    const seen = (await theirs(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
    expect(seen).toMatchObject({ tip: { amount: 25 }, earnings: booked.total - seen.fee })
    const mails = await rig.database.db
      .selectFrom('outbox')
      .select(['kind', 'subject'])
      .where('fact', 'like', `tip % ${changed.id}`)
      .where('channel', '=', 'mail')
      .orderBy('kind')
      .execute()
    expect(mails).toEqual([
      { kind: 'tip.paid.customer', subject: 'Your tip of £25.00' },
      { kind: 'tip.paid.provider', subject: 'You received a tip of £25.00' },
    ])
    const { rows } = (await theirs('/v1/providers/me/earnings/statement')).body.data
    expect(rows.find(({ type }: { type: string }) => type === 'tip')).toMatchObject({
      booking: expect.stringMatching(/^Wedding, /),
      paid: 25,
      fee: 0,
      yours: 25,
    })
    expect((await tip(10)).body.code).toBe('tip_left')
  })

  test('two requests with one key make one payment, and of two concurrent requests one payment stays', async () => {
    const { tip } = await ended('tipped-twice')
    const key = createTestKey()
    const [one, again] = [await tip(20, key), await tip(20, key)]
    expect(again.body).toEqual(one.body)
    const both = await Promise.all([tip(30), tip(30)])
    expect(new Set(both.map(({ body }) => body.data.payment.id)).size).toBe(1)
  })

  test('a refund of the booking does not change the tip', async () => {
    const { leila, booked, tip, read, owed } = await ended('tipped-refunded')
    await leila.card((await tip(20)).body.data.payment.clientSecret)
    const before = await owed()
    const { id } = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'olu@primp.test')
      .executeTakeFirstOrThrow()
    const olu = await createTestClient(rig, id)
    const answer = await olu(`/v1/operator/payments/${booked.payments[0].id}/refund`, 'POST', {
      amount: booked.deposit,
      bears: 'platform',
      reason: 'A kindness of the team.',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await owed()).toEqual(before)
    expect(before.earned).toBe(2_000)
    expect(await read()).toMatchObject({ tip: { amount: 20 }, refunded: booked.deposit })
  })

  test('a tip is refused before the end, after 60 days, if it is zero or has fractions of a penny, and from another person', async () => {
    const stranger = await createTestVisitor(rig)
    const { booked, tip } = await ended('untipped', -1)
    expect((await tip(20)).body.code).toBe('tip_closed')
    rig.at(new Date(Date.parse(booked.endsAt) + 60 * DAY_MS))
    expect((await tip(20)).body.code).toBe('tip_closed')
    rig.at(new Date(booked.endsAt))
    for (const amount of [0, -5, 0.5, 10.001, MOST_TIP + 1, '20']) expect((await tip(amount)).status).toBe(400)
    expect((await stranger.call(`/v1/bookings/${booked.id}/tip`, 'POST', { amount: 20 })).status).toBe(404)
    expect((await tip(10.5)).status).toBe(200)
  })

  test('a payment of another amount than the last one requested is refused, even from an old page', async () => {
    const { leila, tip, owed } = await ended('tipped-late')
    const before = await owed()
    const first = (await tip(20)).body.data.payment
    const second = (await tip(30)).body.data.payment
    await leila.card(first.clientSecret)
    expect(await owed()).toEqual(before)
    await leila.card(second.clientSecret)
    expect((await owed()).earned).toBe(before.earned + 3_000)
  })
})
