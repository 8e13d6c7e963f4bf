import { describe, expect, test } from 'vitest'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { answerTestDispute } from '#server/testing/bookings.ts'
import { createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { createTestProviderWithAccount } from '#server/testing/providers.ts'
import { movePayment, findPaymentById, refundPayment } from '#server/payments/index.ts'
import { handleDisputeWebhook } from '#server/payments/charge-backs.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { type Context, nobody, openContext } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { testNow } from '#server/test-rig.ts'
import { type Booked, openRefundRig, reason } from './refund-rig.ts'

const { rig, logIn, olu, setLimit, book, cancel, refundsOf, statesOf, decide, owed, ...more } = openRefundRig()

const paymentOf = async ({ paymentId }: Booked) => {
  const payment = await findPaymentById(rig().database.db, paymentId)
  if (!payment) throw new Error('no payment')
  return payment
}
const mailsOf = async (kind: string) =>
  (
    await rig()
      .database.db.selectFrom('outbox')
      .select(['subject', 'body'])
      .where('kind', '=', kind)
      .where('channel', '=', 'mail')
      .execute()
  ).map(({ subject, body }) => `${subject}\n${body}`)
const shown = async ({ booking, visitor }: Booked) =>
  (await visitor.call(`/v1/bookings/${booking.id}`)).body.data.appointment

async function settle(booked: Booked, noShow: boolean) {
  rig().at(new Date(Date.parse(booked.booking.startsAt) + 31 * 60_000))
  await logIn()
  const told = await booked.visitor.call(`/v1/bookings/${booked.booking.id}/problem`, 'POST', {
    kind: noShow ? 'no_show' : 'late',
    text: 'We waited for a long time.',
  })
  expect(told.status, JSON.stringify(told.body)).toBe(200)
  const id = await answerTestDispute(rig(), booked.booking.id)
  const settled = await olu(`/v1/operator/disputes/${id}/settle`, 'POST', { outcome: 'refund', noShow, reason })
  expect(settled.status, JSON.stringify(settled.body)).toBe(200)
  expect(await statesOf(booked)).toEqual(['asked'])
  return id
}
const disputeOf = (id: string) =>
  rig()
    .database.db.selectFrom('dispute')
    .select(['outcome', 'refund_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('The operator who requested a refund', () => {
  test('cannot reject the refund if it belongs to a larger action', async () => {
    const booked = await book()
    await setLimit(1)
    await settle(booked, false)
    expect((await decide(booked, false, olu)).body.code).toBe('second_operator_required')
    expect(await statesOf(booked)).toEqual(['asked'])
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
  })

  test('can withdraw a refund requested alone, which moves no money', async () => {
    const booked = await book()
    const before = await owed(booked)
    await setLimit(1)
    await olu(`/v1/operator/payments/${booked.paymentId}/refund`, 'POST', { amount: 5, bears: 'shared', reason })
    expect((await decide(booked, false, olu)).status).toBe(200)
    expect(await statesOf(booked)).toEqual(['refused'])
    expect(await owed(booked)).toEqual(before)
    expect(await mailsOf('refund.refused.customer')).toEqual([])
  })
})

describe('After a rejected refund the artist who did not come gets no money', () => {
  test('after a cancellation by an operator', async () => {
    const booked = await book()
    await setLimit(1)
    await cancel(booked)
    expect((await decide(booked, false)).body.code).toBe('refund_needed')
    expect(await statesOf(booked)).toEqual(['asked'])
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
    expect((await decide(booked, true)).status).toBe(200)
    expect(await statesOf(booked)).toEqual(['done'])
  })

  test('after a dispute that found that the artist did not come', async () => {
    const booked = await book()
    await setLimit(1)
    await settle(booked, true)
    expect((await decide(booked, false)).body.code).toBe('refund_needed')
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
  })

  test('after another artist took over the booking', async () => {
    const booked = await book()
    await setLimit(1)
    const other = await more.cheaperArtist()
    const path = `/v1/operator/bookings/${booked.booking.id}/artist`
    const wanted = { profileId: other.slug, bears: 'customer', reason }
    const { hash } = (await olu(`${path}/preview`, 'POST', wanted)).body.data.preview
    expect((await olu(path, 'POST', { ...wanted, hash })).status).toBe(200)
    const before = await getOwedSums(rig().database.db, other.id)
    expect((await decide(booked, false)).body.code).toBe('refund_needed')
    expect(await getOwedSums(rig().database.db, other.id)).toEqual(before)
  })
})

describe('A refund waiting for approval', () => {
  test('is shown as waiting in emails and on pages until it is approved', async () => {
    const booked = await book()
    await setLimit(1)
    await cancel(booked)
    for (const side of ['customer', 'provider'])
      expect((await mailsOf(`cancelled.byTeam.${side}`))[0]).toContain(
        'We will send the refund once it has been approved.',
      )
    expect(await shown(booked)).toMatchObject({ refunded: booked.deposit, refundWaiting: booked.deposit })
    expect((await decide(booked, true)).status).toBe(200)
    expect(await shown(booked)).toMatchObject({ refunded: booked.deposit, refundWaiting: 0 })
    expect(await mailsOf('refund.sent')).toHaveLength(1)
  })

  test('is not mentioned if the refund is sent immediately', async () => {
    const booked = await book()
    await cancel(booked)
    const [mail] = await mailsOf('cancelled.byTeam.customer')
    expect(mail).toContain(
      `You will get a full refund of £${booked.deposit.toFixed(2)}. We are sending it to your card now.`,
    )
    expect(mail).not.toContain('approved')
    expect(await mailsOf('refund.sent')).toEqual([])
    expect(await shown(booked)).toMatchObject({ refundWaiting: 0 })
  })

  test('of a settled dispute: after a rejection the artist gets the money, the dispute shows it and both sides are notified', async () => {
    const booked = await book()
    const { pending } = await owed(booked)
    await setLimit(1)
    const disputeId = await settle(booked, false)
    for (const side of ['customer', 'provider'])
      expect((await mailsOf(`dispute.settled.${side}`))[0]).toContain('back once the refund has been approved')
    expect((await decide(booked, false)).status).toBe(200)
    expect(await statesOf(booked)).toEqual(['refused'])
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: pending })
    expect(await disputeOf(disputeId)).toEqual({ outcome: 'paid', refund_minor: 0 })
    expect(await paymentOf(booked)).toMatchObject({ refunded_minor: 0, fee_refunded_minor: 0 })
    expect(await shown(booked)).toMatchObject({ refunded: 0, refundWaiting: 0 })
    const [customer] = await mailsOf('refund.refused.customer')
    const [provider] = await mailsOf('refund.refused.provider')
    expect(customer).toContain('was not approved, so we will not send it')
    expect(provider).toContain(`We will pay your part, £${(pending / 100).toFixed(2)}, in your next payout.`)
    for (const mail of [customer, provider]) expect(mail).not.toContain(reason)
    expect(await findUnbalanced(rig().database.db)).toEqual([])
  })
})

const asOperator = (): Context =>
  openContext(rig(), {
    viewer: { ...nobody, accountId: more.oluId(), roles: ['operator'], duties: ['owner'], operates: true },
    requestId: 'test',
    address: '',
  })

test('a refund triggered by a payment provider event does not count for the operator whose call caused it', async () => {
  const artist = await createTestProviderWithAccount(rig(), { slug: 'captured-late', notice: 0 })
  const visitor = await createTestVisitor(rig())
  const held = await visitor.hold(artist.slug)
  const paid = await visitor.pay(held.body.data.hold.id)
  const { id } = paid.body.data.payment
  await setLimit(1)
  // Voided, but captured nevertheless.
  await rig().database.db.updateTable('payment').set({ state: 'voiding', let_go: true }).where('id', '=', id).execute()
  await asOperator().transaction((tx) => movePayment(tx, id, 'captured'))
  const refunds = await rig().database.db.selectFrom('refund').selectAll().where('payment_id', '=', id).execute()
  expect(refunds).toMatchObject([{ asked_by: null, released_by: null }])
  expect(refunds[0]?.state).not.toBe('asked')
})

test('requesting the same refund again returns the existing refund, even if nothing is left of the payment', async () => {
  const booked = await book()
  await setLimit(1)
  const wanted = {
    paymentId: booked.paymentId,
    amountMinor: Math.round(booked.deposit * 100),
    feeBackMinor: 0,
    reason,
    fact: `test:${createTestKey()}`,
  }
  const first = await asOperator().transaction((tx) => refundPayment(tx, wanted))
  const again = await asOperator().transaction((tx) => refundPayment(tx, wanted))
  expect(again.id).toBe(first.id)
  expect(await statesOf(booked)).toEqual(['asked'])
})

describe('During a charge-back', () => {
  async function chargeBack(booked: Booked, status: 'open' | 'lost' | 'won', amountMinor: number, id: string) {
    const payment = await paymentOf(booked)
    const event = {
      kind: status === 'open' ? 'charge_back_opened' : 'charge_back_told',
      at: testNow,
      chargeBack: { id, amountMinor, currency: 'GBP', feeMinor: 0, reason: 'fraudulent', status, dueAt: null },
    } as GatewayEvent
    await createJobContext(rig(), 'test').transaction((tx) => handleDisputeWebhook(tx, 'test', event, payment))
  }

  test('a waiting refund can be neither approved nor rejected; if the bank takes the money, the refund is closed', async () => {
    const booked = await book()
    const whole = Math.round(booked.deposit * 100)
    await setLimit(1)
    await cancel(booked)
    const name = createTestKey()
    await chargeBack(booked, 'open', whole, name)
    expect((await decide(booked, true)).body.code).toBe('charge_back_open')
    expect((await decide(booked, false)).body.code).toBe('charge_back_open')
    const fees = (await paymentOf(booked)).fee_refunded_minor
    await chargeBack(booked, 'lost', whole, name)
    expect(await statesOf(booked)).toEqual(['refused'])
    expect(await paymentOf(booked)).toMatchObject({ refunded_minor: whole, fee_refunded_minor: fees })
    // The artist loses the same amount as by the refund, and nothing is due to the customer.
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
    expect(await dueOf(booked)).toBe(0)
    expect(await findUnbalanced(rig().database.db)).toEqual([])
  })

  test('the part of a waiting refund that the bank has not taken stays waiting', async () => {
    const booked = await book()
    const whole = Math.round(booked.deposit * 100)
    await setLimit(1)
    await cancel(booked)
    const name = createTestKey()
    await chargeBack(booked, 'open', 500, name)
    await chargeBack(booked, 'lost', 500, name)
    const refunds = await refundsOf(booked)
    expect(refunds.map(({ state, amount_minor }) => [state, amount_minor]).toSorted()).toEqual([
      ['asked', whole - 500],
      ['refused', whole],
    ])
    expect(await paymentOf(booked)).toMatchObject({ refunded_minor: whole })
    expect((await decide(booked, true, olu)).body.code).toBe('second_operator_required')
    expect((await decide(booked, true)).status).toBe(200)
    expect(await dueOf(booked)).toBe(0)
    expect(await owed(booked)).toMatchObject({ pending: 0, earned: 0 })
    expect(await findUnbalanced(rig().database.db)).toEqual([])
  })

  test('a won charge-back allows the approval of the refund', async () => {
    const booked = await book()
    await setLimit(1)
    await cancel(booked)
    const name = createTestKey()
    await chargeBack(booked, 'open', 500, name)
    await chargeBack(booked, 'won', 500, name)
    expect((await decide(booked, true)).status).toBe(200)
    expect(await statesOf(booked)).toEqual(['done'])
  })

  const dueOf = async ({ paymentId }: Booked): Promise<number> => {
    const row = await rig()
      .database.db.selectFrom('ledger_entry')
      .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
      .select(({ fn }) => fn.sum<string | null>('ledger_entry.amount_minor').as('minor'))
      .where('ledger_movement.payment_id', '=', paymentId)
      .where('ledger_entry.account', '=', 'refunds_due')
      .executeTakeFirst()
    return Number(row?.minor ?? 0)
  }
})
