import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendPayments } from '#server/payments/index.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

const times = process.env['PROVE'] ? 400 : 30
const atOnce = 6

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

test(`${times} bookings cancelled while their deposit is captured are all refunded in full, without errors`, async () => {
  for (let i = 0; i < atOnce; i++) await createInstantTestProvider(rig, { slug: `torn-${i}` })
  const broken: string[] = []
  let [cancelled, left] = [0, times]
  const one = async (slug: string): Promise<void> => {
    const visitor = await createTestVisitor(rig)
    const held = await visitor.hold(slug)
    const { hold } = held.body.data
    const paid = await visitor.pay(hold.id)
    const taking = visitor.card(paid.body.data.payment.clientSecret)
    const booked = async (): Promise<string | undefined> =>
      (await visitor.call(`/v1/holds/${hold.id}`)).body.data.hold.appointmentId
    let id = await booked()
    for (let n = 0; n < 400 && !id; n++) id = await booked()
    const answers = await Promise.all([
      taking,
      ...[1, 2].map(() => visitor.call(`/v1/bookings/${id}/cancel`, 'POST', { refund: hold.quote.deposit })),
    ])
    for (const { status, body } of answers) if (status >= 500) broken.push(JSON.stringify(body))
    if (answers.slice(1).filter(({ status }) => status === 200).length === 1) cancelled++
  }
  await Promise.all(
    Array.from({ length: atOnce }, async (_, i) => {
      while (left-- > 0) await one(`torn-${i}`)
    }),
  )
  expect(broken).toEqual([])
  expect(cancelled).toBe(times)
  for (let round = 0; round < 10; round++) await sendPayments(createJobContext(rig, 'torn'))
  const { rows } = await sql<{ state: string; kept: number }>`
    select y.state, sum(case when y.state = 'captured' then y.amount_minor - y.refunded_minor else 0 end)::int as kept
    from payment y join provider p on p.id = y.provider_id where p.slug like 'torn-%' group by y.state`.execute(
    rig.database.db,
  )
  expect(rows.map(({ state }) => state).filter((state) => state !== 'captured' && state !== 'voided')).toEqual([])
  expect(rows.map(({ kept }) => kept).filter((kept) => kept !== 0)).toEqual([])
}, 240_000)

test('a transaction that fails in a deadlock is retried', async () => {
  const ctx = openContext(rig, { viewer: nobody, requestId: 'test', address: '' })
  const [a, b] = [
    await createInstantTestProvider(rig, { slug: 'left' }),
    await createInstantTestProvider(rig, { slug: 'right' }),
  ]
  const touch = (ids: readonly string[]) =>
    ctx.transaction(async (tx) => {
      for (const id of ids) {
        await sql`select 1 from provider where id = ${id} for update`.execute(tx.db)
        await sql`select pg_sleep(0.2)`.execute(tx.db)
      }
      return ids.length
    })
  expect(await Promise.all([touch([a.id, b.id]), touch([b.id, a.id])])).toEqual([2, 2])
}, 30_000)
