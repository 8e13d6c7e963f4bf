import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { abandon } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { actingAs, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await abandon(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await abandon(rig)
})

const day = 86_400_000

/** What the books hold of a provider's: the platform's fee, and what is theirs, in minor units. */
async function booksOf(providerId: string) {
  const rows = await rig.database.db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
    .select((eb) => ['account', eb.fn.sum<number>('amount_minor').as('minor')])
    .where('provider_id', '=', providerId)
    .groupBy('account')
    .execute()
  const sum = (account: string) => 0 - Number(rows.find((row) => row.account === account)?.minor ?? 0)
  return {
    fee: sum('fees'),
    pending: sum(`pending:${providerId}`),
    earned: sum(`earned:${providerId}`),
    all: rows.reduce((total, { minor }) => total + Number(minor), 0),
  }
}
const mailOf = async (kind: string, id: string): Promise<string> =>
  JSON.stringify(
    await rig.database.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', kind)
      .where('fact', 'like', `%${id}%`)
      .where('channel', '=', 'mail')
      .executeTakeFirstOrThrow(),
  )

describe('what is kept', () => {
  test.each([
    ['half of it', 7 * day - 1, 50],
    ['all of it', 47 * 3_600_000, 0],
  ])(
    'is the artist’s by their part of the whole price, where %s is kept: as shown, in books and mails',
    async (_, before, share) => {
      const artist = await settleOwn(rig, { slug: `kept-${share}` })
      const leila = await visitorIn(rig)
      const booked = await leila.book(`kept-${share}`)
      rig.at(new Date(Date.parse(booked.startsAt) - before))
      const theirs = await actingAs(rig, artist.accountId)
      const read = async () => (await theirs(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
      const { refund, fee, total } = await read()
      const step = refund.steps.find((one: { share: number }) => one.share === share)
      const kept = Math.round((booked.deposit - step.refund) * 100)
      expect(step.keptByPlatform * 100).toBeCloseTo(Math.floor((kept * fee * 100) / (total * 100)), 5)
      expect(step.keptByProvider * 100).toBeCloseTo(kept - step.keptByPlatform * 100, 5)
      expect(step.keptByProvider / (kept / 100)).toBeGreaterThan(0.8)
      expect((await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment.refund.steps).toEqual(refund.steps)

      const answer = await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: step.refund })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(await booksOf(artist.id)).toEqual({
        fee: Math.round(step.keptByPlatform * 100),
        pending: 0,
        earned: Math.round(step.keptByProvider * 100),
        all: 0,
      })
      for (const [kind, words] of [
        ['cancelled.byCustomer.provider', `£${step.keptByProvider.toFixed(2)} is yours`],
        ['cancelled.byCustomer.customer', `the artist has £${step.keptByProvider.toFixed(2)}`],
      ] as const)
        expect(await mailOf(kind, booked.id)).toContain(words)
      const { rows } = (await theirs('/v1/providers/me/earnings/statement')).body.data
      const sum = (of: 'yours' | 'fee') =>
        rows.reduce((all: number, row: Record<string, number>) => all + Math.round((row[of] ?? 0) * 100), 0)
      expect([sum('yours'), sum('fee')]).toEqual([
        Math.round(step.keptByProvider * 100),
        Math.round(step.keptByPlatform * 100),
      ])
      expect(rows.some((row: { booking: string }) => row.booking.startsWith('Of what was kept: Wedding'))).toBe(true)
    },
  )
})
