import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { YearFigures } from '#contract/payments/statements.ts'
import { computeIncludedTax } from '#contract/payments/tax.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { postMovement } from './ledger.queries.ts'

let rig: TestRig
const ctx = () => createJobContext(rig, 'test')
const minor = (amount: number) => Math.round(amount * 100)

const setPlatformNumber = (number: string) =>
  rig.database.db
    .updateTable('market')
    .set({ tax_number: number, business_address: number && '1 Canal Street' })
    .execute()
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await setPlatformNumber('')
  await clearTestTown(rig)
})

/** Creates an artist, and reads the figures of a tax year. */
async function declaring(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const call = async (path: string, method?: string, body?: unknown) =>
    (await createTestClient(rig, artist.accountId))(`/v1/providers/me/${path}`, method, body)
  const figures = async (year: number): Promise<YearFigures> => {
    const { status, body } = await call(`earnings/year?year=${year}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.figures
  }
  const register = (registration: { number: string; region: string } | null) =>
    call('tax', 'PUT', { legalName: 'Nia Own', address: '', taxNumber: '', registration })
  return { artist, figures, register }
}
async function book(slug: string, eventDate: string) {
  const visitor = await createTestVisitor(rig, { eventDate })
  const booked = await visitor.book(slug)
  return { visitor, booked, paid: minor(booked.payments[0].amount) }
}
async function complete({ endsAt }: { endsAt: string }) {
  rig.at(new Date(Date.parse(endsAt) + 3 * 86_400_000))
  await completeAppointments(ctx())
}
const vat = { number: 'GB 980 7806 84', region: '' }

describe('Income of a tax year', () => {
  test('a deposit for a future job is not income; it counts when the job is completed', async () => {
    const { figures } = await declaring('earned-later')
    const { booked, paid } = await book('earned-later', '2027-06-12')
    expect((await figures(2026)).sums).toMatchObject({ received: 0, fee: 0, yours: 0, bookings: 0 })
    await complete(booked)
    expect((await figures(2026)).sums.received).toBe(0)
    const { sums, months } = await figures(2027)
    expect(minor(sums.received)).toBe(paid)
    expect(minor(sums.received)).toBe(minor(sums.fee) + minor(sums.yours))
    expect(sums).toMatchObject({ refunded: 0, feeRefunded: 0, bookings: 1 })
    expect(months.find(({ month }) => month === '2027-06')).toMatchObject({ ...sums, paidOut: 0 })
  })

  test('a cancelled booking that was refunded completely does not count, neither as income nor as a refund', async () => {
    const { figures } = await declaring('earned-never')
    const { visitor, booked } = await book('earned-never', '2027-06-12')
    const { refund } = (await visitor.call(`/v1/bookings/${booked.id}`)).body.data.appointment
    const cancelled = await visitor.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: refund.now })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    expect((await figures(2026)).sums).toEqual({
      received: 0,
      refunded: 0,
      tips: 0,
      fee: 0,
      feeRefunded: 0,
      tax: 0,
      feeTax: 0,
      yours: 0,
      paidOut: 0,
      bookings: 0,
    })
  })

  test('a refund after the job counts in its own month and columns, and no fee is negative', async () => {
    const { figures } = await declaring('refunded-later')
    const { booked } = await book('refunded-later', '2027-06-12')
    await complete(booked)
    rig.at(new Date('2027-07-20T12:00:00Z'))
    const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    const refunded = await olu(`/v1/operator/payments/${booked.payments[0].id}/refund`, 'POST', {
      amount: 2,
      bears: 'shared',
      reason: 'A gesture.',
    })
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200)
    const { sums, months, boxes } = await figures(2027)
    const [june, july] = ['2027-06', '2027-07'].map((key) => months.find(({ month }) => month === key))
    expect(june).toMatchObject({ refunded: 0, feeRefunded: 0, bookings: 1 })
    expect(july).toMatchObject({ received: 0, refunded: 2, fee: 0, bookings: 0 })
    expect(july?.feeRefunded).toBe(refunded.body.data.refund.feeBack)
    for (const column of ['received', 'refunded', 'fee', 'feeRefunded'] as const)
      for (const month of months) expect(month[column]).toBeGreaterThanOrEqual(0)
    expect(minor(boxes[0]?.amount ?? 0)).toBe(minor(sums.received) - minor(sums.refunded))
    expect(minor(boxes[1]?.amount ?? 0)).toBe(minor(sums.fee) - minor(sums.feeRefunded))
  })
})

describe('Tax of a year', () => {
  test('a booking from before the registration has no tax; the tax on fees is separate from the cost', async () => {
    const { figures, register } = await declaring('registered-later')
    const before = await book('registered-later', '2027-06-12')
    rig.at(new Date(testNow.getTime() + 3_600_000))
    expect((await register(vat)).status).toBe(200)
    const after = await book('registered-later', '2027-06-13')
    await setPlatformNumber('GB123456789')
    await complete(before.booked)
    await complete(after.booked)
    const { sums, boxes, taxName } = await figures(2027)
    await setPlatformNumber('')
    expect(taxName).toBe('VAT')
    const tax = computeIncludedTax(after.paid, 20)
    expect(minor(sums.tax)).toBe(tax)
    const feeAfter = minor(sums.fee) - (await feeOf(before.booked.payments[0].id))
    const feeTax = computeIncludedTax(feeAfter, 20)
    expect(minor(sums.feeTax)).toBe(feeTax)
    expect(boxes.map(({ box, amount }) => [box, minor(amount)])).toEqual([
      ['SA103S, box 9', minor(sums.received) - tax],
      ['SA103S, box 19', minor(sums.fee) - feeTax],
      ['VAT return, box 1', tax],
      ['VAT return, box 4', feeTax],
      ['VAT return, box 6', after.paid - tax],
      ['VAT return, box 7', feeAfter - feeTax],
    ])
  })

  const feeOf = async (paymentId: string) =>
    (
      await rig.database.db
        .selectFrom('payment')
        .select('fee_minor')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
    ).fee_minor

  test.each([
    {
      country: 'AU',
      currency: 'AUD',
      region: '',
      boxes: [
        ['Business and professional items, P8', 100],
        ['Business and professional items, P8', 20],
        ['Activity statement, G1', 110],
        ['Activity statement, 1A', 10],
        ['Activity statement, G11', 22],
        ['Activity statement, 1B', 2],
      ],
    },
    {
      country: 'CA',
      currency: 'CAD',
      region: 'ON',
      boxes: [
        ['Form T2125, line 8299', 97.35],
        ['Form T2125, line 8871', 19.47],
        ['GST/HST return, line 101', 97.35],
        ['GST/HST return, line 105', 12.65],
        ['GST/HST return, line 108', 2.53],
      ],
    },
  ])('the boxes of $country separate tax on sales and on fees', async ({ country, currency, region, boxes }) => {
    const { artist, figures } = await declaring(`boxes-${country.toLowerCase()}`)
    const { db } = rig.database
    await db.updateTable('provider').set({ country_code: country }).where('id', '=', artist.id).execute()
    const registration = { provider_id: artist.id, country_code: country, region, number: '51824753556' }
    await db
      .insertInto('tax_registration')
      .values({ ...registration, since: new Date('2026-09-01') })
      .execute()
    await setPlatformNumber('83914571673')
    await ctx().transaction((tx) =>
      postMovement(
        tx.db,
        { kind: 'capture', providerId: artist.id, amountMinor: 11_000, feeMinor: 2_200 },
        { fact: `capture:boxes-${country}`, currency, at: testNow, providerId: artist.id },
      ),
    )
    expect((await figures(2026)).boxes.map(({ box, amount }) => [box, amount])).toEqual(boxes)
    await setPlatformNumber('')
  })
})
