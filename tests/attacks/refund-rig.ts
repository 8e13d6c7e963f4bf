import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount, type TestProviderTerms } from '#server/testing/providers.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { LIMITS_KEY } from '#server/payments/refunds.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

export type Caller = Awaited<ReturnType<typeof createTestClient>>
export const reason = 'Agreed by phone'

/** Sets up tests with two operators, of whom the second approves refunds. */
export function openRefundRig() {
  let rig: TestRig
  let ids = { olu: '', second: '' }
  let callers: { olu: Caller; second: Caller }
  let made = 0

  const reset = async () => {
    rig.at(testNow)
    await rig.database.db.deleteFrom('outbox').execute()
    await rig.database.db.deleteFrom('setting').where('key', '=', LIMITS_KEY).execute()
    // Refunds of other tests would count towards the sum of the day.
    await rig.database.db.updateTable('refund').set({ released_by: null }).execute()
    rig.age(2_000)
    await clearTestTown(rig)
  }
  const logIn = async () => {
    callers = { olu: await createTestClient(rig, ids.olu), second: await createTestClient(rig, ids.second) }
  }
  const addOperator = async (duty: 'money' | 'support') => {
    const { id } = await rig.database.db
      .insertInto('account')
      .values({
        email: `o-${createTestKey()}@primp.example`,
        name: 'O',
        roles: ['customer', 'operator'],
        duties: [duty],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  beforeAll(async () => {
    rig = await openRig()
    ids = { olu: await getAccountId(rig, 'olu@primp.test'), second: await addOperator('money') }
  })
  beforeEach(async () => {
    await reset()
    await logIn()
  })
  afterAll(async () => {
    await reset()
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })

  const olu: Caller = (...call) => callers.olu(...call)
  const second: Caller = (...call) => callers.second(...call)

  const setLimit = async (major: number) => {
    const value = JSON.stringify({ GBP: major })
    await rig.database.db
      .insertInto('setting')
      .values({ key: LIMITS_KEY, value })
      .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
      .execute()
    rig.age(2_000)
  }

  const book = async (terms: Partial<TestProviderTerms> = {}) => {
    const artist = await createTestProviderWithAccount(rig, { slug: `refunds-${++made}`, notice: 0, ...terms })
    const visitor = await createTestVisitor(rig)
    const booking = await visitor.book(artist.slug)
    const { id } = await rig.database.db
      .selectFrom('payment')
      .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
      .select('payment.id')
      .where('appointment.id', '=', booking.id)
      .executeTakeFirstOrThrow()
    return { artist, visitor, booking, deposit: booking.deposit as number, paymentId: id }
  }
  const cheaperArtist = () =>
    createTestProviderWithAccount(rig, { slug: `cheaper-${++made}`, notice: 0, costs: { makeup: 1_500, updo: 3_800 } })

  type Booked = Awaited<ReturnType<typeof book>>
  const cancel = ({ booking }: Booked, as: Caller = olu) =>
    as(`/v1/operator/bookings/${booking.id}/cancel`, 'POST', { reason })
  const refund = ({ paymentId }: Booked, amount: number) =>
    olu(`/v1/operator/payments/${paymentId}/refund`, 'POST', { amount, bears: 'shared', reason })
  const refundsOf = ({ paymentId }: Booked) =>
    rig.database.db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
  const statesOf = async (booked: Booked) => (await refundsOf(booked)).map(({ state }) => state)
  const decide = async (booked: Booked, approve: boolean, as: Caller = second) => {
    const waiting = (await refundsOf(booked)).find(({ state }) => state === 'asked')
    return as(`/v1/operator/refunds/${waiting?.id}/decide`, 'POST', { approve, reason })
  }
  const owed = async ({ artist }: Booked) =>
    (await getOwedSums(rig.database.db, artist.id)).find(({ currency }) => currency === 'GBP') ?? {
      pending: 0,
      earned: 0,
    }

  return {
    rig: () => rig,
    oluId: () => ids.olu,
    addOperator,
    logIn,
    olu,
    second,
    setLimit,
    book,
    cheaperArtist,
    cancel,
    refund,
    refundsOf,
    statesOf,
    decide,
    owed,
  }
}
export type Booked = Awaited<ReturnType<ReturnType<typeof openRefundRig>['book']>>
