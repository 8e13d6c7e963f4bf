import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { parseStoredStripeEvent } from '#server/gateways/payments/stripe-events.ts'
import { findPaymentById } from './payments.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { handleDisputeWebhook } from './charge-backs.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

type Status =
  | ('warning_needs_response' | 'warning_under_review' | 'warning_closed' | 'needs_response' | 'under_review')
  | ('appeal_needs_response' | 'appeal_under_review' | 'won' | 'lost' | 'prevented' | 'a_later_one')

/** Builds a signed Stripe event about a dispute, `minute` minutes after its start. */
const told = (type: string, status: Status, minute: number, dispute = { id: 'du_1', amount: 5_200 }): GatewayEvent =>
  parseStoredStripeEvent(
    JSON.stringify({
      id: `evt_${minute}`,
      type: `charge.dispute.${type}`,
      created: testNow.getTime() / 1000 + minute * 60,
      data: {
        object: {
          ...dispute,
          status,
          currency: 'gbp',
          reason: 'fraudulent',
          payment_intent: 'pi_1',
          balance_transactions: [],
          evidence_details: { due_by: null },
        },
      },
    }),
  )

test('every dispute status is mapped, and an unknown one is reported', () => {
  const of = (status: Status) => {
    const { status: known, appeal = false, unknownStatus } = told('updated', status, 0).chargeBack ?? {}
    return unknownStatus ?? [known, appeal].join(' ')
  }
  expect(of('warning_needs_response')).toBe('open false')
  expect(of('warning_under_review')).toBe('sent false')
  expect(of('warning_closed')).toBe('closed false')
  expect(of('needs_response')).toBe('open false')
  expect(of('under_review')).toBe('sent false')
  expect(of('appeal_needs_response')).toBe('open true')
  expect(of('appeal_under_review')).toBe('sent true')
  expect(of('won')).toBe('won false')
  expect(of('lost')).toBe('lost false')
  expect(of('prevented')).toBe('closed false')
  expect(of('a_later_one')).toBe('a_later_one')
})

describe('Appealed disputes', () => {
  const db = () => rig.database.db
  let made = 0

  /** Creates a paid deposit, with functions for its dispute and ledger. */
  async function disputed() {
    const slug = `appealed-${++made}`
    const artist = await createInstantTestProvider(rig, { slug })
    await (await createTestVisitor(rig)).book(slug)
    const { id } = await db()
      .selectFrom('payment')
      .select('id')
      .where('provider_id', '=', artist.id)
      .executeTakeFirstOrThrow()
    const payment = async () => {
      const found = await findPaymentById(db(), id)
      if (!found) throw new Error('no payment')
      return found
    }
    const { amount_minor: amount } = await payment()
    const name = `du_${createTestKey()}`
    const hear = async (type: string, status: Status, minute: number) => {
      const event = told(type, status, minute, { id: name, amount })
      return createJobContext(rig, 'test').transaction(async (tx) =>
        handleDisputeWebhook(tx, 'stripe', event, await payment()),
      )
    }
    const books = async () => {
      const rows = await db()
        .selectFrom('ledger_entry')
        .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
        .select((eb) => ['account', eb.fn.sum<number>('amount_minor').as('minor')])
        .where('payment_id', '=', id)
        .groupBy('account')
        .execute()
      const of = (account: string) => Number(rows.find((row) => row.account === account)?.minor ?? 0)
      const theirs = 0 - of(`pending:${artist.id}`) - of(`earned:${artist.id}`)
      return { bank: of('bank'), chargeBacks: of('charge_backs'), fees: 0 - of('fees'), theirs }
    }
    const state = async () =>
      (await db().selectFrom('charge_back').select('state').where('gateway_id', '=', name).executeTakeFirstOrThrow())
        .state
    return { hear, books, state, payment, amount }
  }

  test('an appeal reopens a dispute: a won dispute can still be lost to the bank, and a lost one can be won back', async () => {
    const { hear, books, state, payment, amount } = await disputed()
    const paid = await books()
    await hear('created', 'needs_response', 1)
    await hear('funds_withdrawn', 'needs_response', 1)
    expect(await books()).toMatchObject({ bank: 0, chargeBacks: amount })
    await hear('closed', 'won', 10)
    await hear('funds_reinstated', 'won', 10)
    expect(await books()).toEqual(paid)
    await hear('updated', 'appeal_needs_response', 20)
    expect(await state()).toBe('open')
    await hear('funds_withdrawn', 'appeal_needs_response', 20)
    expect(await books()).toMatchObject({ bank: 0, chargeBacks: amount })
    await hear('updated', 'appeal_under_review', 30)
    expect(await state()).toBe('sent')
    expect(await hear('funds_reinstated', 'won', 10)).toBe('late')
    await hear('closed', 'lost', 40)
    expect(await state()).toBe('lost')
    const lost = await books()
    expect(lost).toMatchObject({ bank: 0, chargeBacks: 0, theirs: -lost.fees })
    expect(await payment()).toMatchObject({ refunded_minor: amount })
    // After our appeal, the money stays with the bank until the bank decides.
    await hear('updated', 'appeal_under_review', 50)
    expect(await books()).toMatchObject({ bank: 0, chargeBacks: 0 })
    await hear('funds_reinstated', 'won', 60)
    await hear('closed', 'won', 60)
    expect(await state()).toBe('won')
    expect(await books()).toEqual(paid)
    expect(await payment()).toMatchObject({ refunded_minor: 0, fee_refunded_minor: 0 })
  })

  test('a second loss changes nothing, and an unknown status moves no money and is counted', async () => {
    const { hear, books, state } = await disputed()
    const unknown = async () =>
      (await rig.metrics.registry.metrics()).match(/primp_acts_total\{.*act="dispute_unknown".*\} (\d+)/)?.[1]
    const before = Number(await unknown())
    await hear('created', 'needs_response', 1)
    expect(await hear('updated', 'a_later_one', 2)).toBe('late')
    expect(Number(await unknown())).toBe(before + 1)
    await hear('closed', 'lost', 10)
    const lost = await books()
    expect(lost).toMatchObject({ bank: 0, chargeBacks: 0 })
    await hear('updated', 'appeal_needs_response', 20)
    await hear('closed', 'lost', 30)
    expect([await state(), await books()]).toEqual(['lost', lost])
  })
})
