import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

const reason = 'Agreed by phone'
const acts = {
  cancellation: (bookingId: string) => [`/v1/operator/bookings/${bookingId}/cancel`, { reason }] as const,
  refund: (_: string, paymentId: string) =>
    [`/v1/operator/payments/${paymentId}/refund`, { amount: 5, bears: 'shared', reason }] as const,
}

test.each(['cancellation', 'refund'] as const)('%s locks the operator before any payment', async (kind) => {
  const oluId = await getAccountId(rig, 'olu@primp.test')
  const artist = await createTestProviderWithAccount(rig, { slug: `order-${kind}`, notice: 0 })
  const booking = await (await createTestVisitor(rig)).book(artist.slug)
  const { id: paymentId } = await rig.database.db
    .selectFrom('payment')
    .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
    .select('payment.id')
    .where('appointment.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const olu = await createTestClient(rig, oluId)
  const [path, body] = acts[kind](booking.id, paymentId)
  const answer = await rig.database.db.transaction().execute(async (tx) => {
    await sql`select id from account where id = ${oluId} for no key update`.execute(tx)
    const call = olu(path, 'POST', body)
    for (let n = 0; n < 200 && !(await waitsForAccount()); n++) await setTimeout(25)
    expect(await waitsForAccount()).toBe(true)
    // The waiting call holds no lock on a payment that another call could need.
    await sql`select id from payment where id = ${paymentId} for update nowait`.execute(tx)
    return { call }
  })
  expect((await answer.call).status).toBe(200)
})

const waitsForAccount = async (): Promise<boolean> => {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"account"%') as waits`.execute(
    rig.database.db,
  )
  return rows[0]?.waits ?? false
}
