import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
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

const day = 86_400_000

/** The ledger's balances of the platform and the provider, in minor units. */
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

describe('Amounts kept after a cancellation', () => {
  test.each([
    ['half of the deposit', 7 * day - 1, 50],
    ['all of the deposit', 47 * 3_600_000, 0],
  ])(
    'with %s kept, the artist gets the same share as of the whole price; pages, ledger and emails show it',
    async (_, before, share) => {
      const artist = await createTestProviderWithAccount(rig, { slug: `kept-${share}` })
      const leila = await createTestVisitor(rig)
      const booked = await leila.book(`kept-${share}`)
      rig.at(new Date(Date.parse(booked.startsAt) - before))
      const theirs = await createTestClient(rig, artist.accountId)
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
        ['cancelled.byCustomer.provider', `you keep £${step.keptByProvider.toFixed(2)}`],
        ['cancelled.byCustomer.customer', `the artist keeps £${step.keptByProvider.toFixed(2)}`],
      ] as const)
        expect(await mailOf(kind, booked.id)).toContain(words)
      const { rows } = (await theirs('/v1/providers/me/earnings/statement')).body.data
      const sum = (of: 'yours' | 'fee') =>
        rows.reduce((all: number, row: Record<string, number>) => all + Math.round((row[of] ?? 0) * 100), 0)
      expect([sum('yours'), sum('fee')]).toEqual([
        Math.round(step.keptByProvider * 100),
        Math.round(step.keptByPlatform * 100),
      ])
      expect(rows.find(({ type }: { type: string }) => type === 'fee_correction')).toMatchObject({
        booking: expect.stringMatching(/^Wedding, /),
        paid: 0,
      })
    },
  )
})

describe('Refunds by operators', () => {
  test.each([
    ['shared', 2, 8],
    ['platform', 10, 0],
    ['provider', 0, 10],
  ] as const)(
    'a refund borne by %s takes the amount from that side, and both sides are notified',
    async (bears, platform, provider) => {
      const artist = await createTestProviderWithAccount(rig, { slug: `borne-${bears}` })
      const booked = await (await createTestVisitor(rig)).book(`borne-${bears}`)
      const { id } = booked.payments[0]
      const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
      const before = await booksOf(artist.id)
      const { whole, payment } = (await olu(`/v1/operator/payments/${id}`)).body.data
      expect(whole).toEqual({ total: booked.total, fee: payment.feeLeft })
      const answer = await olu(`/v1/operator/payments/${id}/refund`, 'POST', {
        amount: 10,
        bears,
        reason: 'A gesture.',
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body.data.refund).toMatchObject({ amount: 10, bears, feeBack: expect.closeTo(platform, 0) })
      const after = await booksOf(artist.id)
      expect(before.fee - after.fee).toBe(Math.round(answer.body.data.refund.feeBack * 100))
      expect(before.pending + before.earned - after.pending - after.earned).toBe(1_000 - (before.fee - after.fee))
      expect([after.all, Math.round((before.fee - after.fee) / 100), provider]).toEqual([0, platform, 10 - platform])
      expect(await mailOf('refund.byTeam.provider', answer.body.data.refund.id)).toContain('A gesture')
      expect(await mailOf('refund.sent', answer.body.data.refund.id)).toContain('Reason: A gesture.')
      const seen = (await olu(`/v1/operator/bookings/${booked.id}`)).body.data.appointment
      expect(seen).toMatchObject({ paid: booked.deposit, refunded: 10 })
      expect(Math.round(seen.held.platform * 100)).toBe(after.fee)
      expect(Math.round((seen.held.platform + seen.held.provider) * 100)).toBe(Math.round((booked.deposit - 10) * 100))
    },
  )

  test('a refund beyond the fee is paid by the platform, and a full refund reverses it', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'generous' })
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('generous')
    const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    await olu(`/v1/operator/payments/${booked.payments[0].id}/refund`, 'POST', {
      amount: 11,
      bears: 'platform',
      reason: 'A gesture.',
    })
    const after = await booksOf(artist.id)
    expect([after.fee < 0, after.pending + after.fee]).toEqual([true, Math.round(booked.deposit * 100) - 1_100])
    const { refund } = (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    expect((await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
    expect(await booksOf(artist.id)).toEqual({ fee: 0, pending: 0, earned: 0, all: 0 })
  })
})

describe('Moves after the balance was paid', () => {
  test('a move to an early start charges the early fee, and a move back refunds it', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'early-bird', notice: 0 })
    await rig.database.db
      .updateTable('provider')
      .set({ online_balance: true, early_before_minute: 9 * 60, early_fee_minor: 2_500 })
      .where('id', '=', artist.id)
      .execute()
    const leila = await createTestVisitor(rig)
    const booked = await leila.book('early-bird')
    rig.at(new Date(Date.parse(booked.startsAt) - 5 * day))
    const { payment } = (await leila.call(`/v1/bookings/${booked.id}/balance`, 'POST', {})).body.data
    await leila.card(payment.clientSecret)
    const theirs = await createTestClient(rig, artist.accountId)
    const own = async () => (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    const moved = async (finishTime: string) => {
      const to = { eventDate: '2027-06-13', finishTime }
      const asked = await leila.call(`/v1/bookings/${booked.id}/moves`, 'POST', to)
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      const { move } = asked.body.data.appointment
      const said = await theirs(`/v1/providers/appointments/${booked.id}`, 'PATCH', {
        act: 'acceptMove',
        moveId: move.id,
      })
      expect(said.status, JSON.stringify(said.body)).toBe(200)
      return move
    }
    const early = await moved('07:00')
    expect(early).toMatchObject({ total: booked.total + 30, difference: 30, back: 0 })
    const due = (await leila.call(`/v1/bookings/${booked.id}/moves/${early.id}`, 'POST', { answer: 'accept' })).body
      .data
    expect(due.payment).toMatchObject({ kind: 'difference', amount: 30 })
    await leila.card(due.payment.clientSecret)
    expect(await own()).toMatchObject({ total: booked.total + 30, paid: booked.total + 30, move: null })
    const feeOf = (total: number, earned: number) => Math.round((total - earned) * 100)
    expect(await booksOf(artist.id)).toMatchObject({ fee: feeOf(booked.total + 30, 69), pending: 6_900 })

    expect(await moved('15:00')).toMatchObject({ total: booked.total, difference: 0, back: 30 })
    expect(await own()).toMatchObject({ total: booked.total, refunded: 30, move: null })
    expect(await booksOf(artist.id)).toEqual({ fee: feeOf(booked.total, 44), pending: 4_400, earned: 0, all: 0 })
    expect(await mailOf('move.accepted.customer', `${booked.id} 2`)).toContain('£30.00 goes back to your card')
  })
})
