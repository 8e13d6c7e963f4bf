import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { getOwedSums } from '#server/payments/ledger.queries.ts'

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

async function bookedInFull(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book(slug, { inFull: true })
  return { artist, leila, booked }
}

describe('Bookings paid in full', () => {
  test('page, receipt and emails show nothing left to pay', async () => {
    const { artist, leila, booked } = await bookedInFull('paid-whole')
    expect(booked).toMatchObject({ inFull: true, deposit: booked.total, balance: 0, paid: booked.total })
    expect(booked.may).toMatchObject({ payBalance: false })
    expect(booked.refund.steps[0]).toMatchObject({ share: 100, refund: booked.total })
    const theirs = await createTestClient(rig, artist.accountId)
    const seen = (await theirs(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
    expect(seen).toMatchObject({ inFull: true, earnings: booked.total - seen.fee })
    rig.at(new Date(booked.startsAt))
    const onTheDay = await createTestClient(rig, artist.accountId)
    const then = (await onTheDay(`/v1/providers/appointments/${booked.id}`)).body.data.appointment
    expect(then.may).toMatchObject({ work: true, recordBalance: false })
    rig.at(testNow)
    expect((await getOwedSums(rig.database.db, artist.id))[0]).toMatchObject({
      pending: Math.round((booked.total - seen.fee) * 100),
    })
    expect(await mailOf('booking.confirmed.customer', booked.id)).toContain('Nothing left to pay')
    expect(await mailOf('booking.confirmed.provider', booked.id)).toContain('nothing to collect')
    expect(await mailOf('payment.receipt', booked.payments[0].id)).toContain('Full payment')
    const me = await rig.database.db
      .selectFrom('appointment')
      .select('account_id')
      .where('id', '=', booked.id)
      .executeTakeFirstOrThrow()
    const signed = await createTestClient(rig, me.account_id as string)
    const { receipt } = (await signed(`/v1/payments/${booked.payments[0].id}/receipt`)).body.data
    expect(receipt).toMatchObject({
      rows: [{ what: 'whole', how: 'card', amount: booked.total }],
      open: 0,
      booking: { total: booked.total, balance: 0 },
    })
    expect(receipt.booking.lines).toEqual(booked.lines)
    expect((await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment.paid).toBe(booked.total)
  })

  test('a booking paid in full has the same refund percentage at the same boundaries, to the penny', async () => {
    const { artist, leila, booked } = await bookedInFull('paid-whole-back')
    const half = booked.refund.steps.find(({ share }: { share: number }) => share === 50)
    rig.at(new Date(Date.parse(half.until) - 60_000))
    const answer = await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: half.refund })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.data.appointment.refunded).toBe(half.refund)
    expect(half.refund).toBe(Math.ceil(booked.total * 50) / 100)
    expect((await getOwedSums(rig.database.db, artist.id))[0]?.earned).toBe(Math.round(half.keptByProvider * 100))
  })

  test('switching between deposit and full payment cancels the previous payment', async () => {
    await createTestProviderWithAccount(rig, { slug: 'paid-either' })
    const leila = await createTestVisitor(rig)
    const { hold } = (await leila.hold('paid-either')).body.data
    const first = (await leila.pay(hold.id)).body.data
    expect(first.payment.amount).toBe(hold.quote.deposit)
    const second = (await leila.pay(hold.id, { inFull: true })).body.data
    expect(second).toMatchObject({ payment: { amount: hold.quote.total }, hold: { inFull: true } })
    await leila.card(first.payment.clientSecret)
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold.state).toBe('held')
    const third = (await leila.pay(hold.id)).body.data
    await leila.card(third.payment.clientSecret)
    const { appointmentId } = (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
    const { appointment } = (await leila.call(`/v1/bookings/${appointmentId}`)).body.data
    expect(appointment).toMatchObject({ inFull: false, deposit: hold.quote.deposit, paid: hold.quote.deposit })
  })

  test('when the party grows, only the difference is due', async () => {
    const { leila, booked } = await bookedInFull('paid-whole-more')
    const people = [...booked.party, { person: null, name: 'Noor', services: booked.party[0].services }].map((one) => ({
      ...one,
      services: one.services.map(({ id }: { id: string }) => id),
    }))
    const { preview } = (await leila.call(`/v1/bookings/${booked.id}/party`, 'POST', { people, preview: true })).body
      .data
    expect(preview.difference).toBe(preview.total - booked.total)
    expect(preview.difference).toBeGreaterThan(0)
  })
})
