import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

/** Columns that change in each booking. An update is heap-only if no index of the table contains a changed column. */
const changing: Readonly<Record<string, readonly string[]>> = {
  outbox: ['state', 'attempts', 'next_at', 'claimed_until', 'sent_at', 'error'],
  payment: ['state', 'next_at', 'claimed_until', 'claim', 'attempts', 'authorised_at', 'captured_at', 'charge_id'],
  hold: ['state', 'ended_at', 'day', 'requester'],
  quote_act: ['state', 'at', 'until'],
  test_bank_intent: ['status', 'last_four'],
  test_bank_event: ['acknowledged_at', 'attempts'],
}

test('no index contains a column that changes in each booking', async () => {
  const { rows } = await sql<{ table: string; definition: string }>`
    select tablename as table, indexdef as definition from pg_indexes where schemaname = 'public'`.execute(
    rig.database.db,
  )
  const found = rows.filter(({ table, definition }) =>
    changing[table]?.some((column) => new RegExp(`\\b${column}\\b`).test(definition.replace(/^.* USING /, ''))),
  )
  expect(found).toEqual([])
})

/** The rows that a queue lacks or has too many. */
async function differences(): Promise<unknown[]> {
  const queues = [
    [
      sql`select id::text, next_at::text from outbox where state in ('waiting', 'failed')`,
      sql`select outbox_id::text, next_at::text from outbox_queue`,
    ],
    [
      sql`select id::text, next_at::text from payment where next_at is not null or state not in ('captured', 'voided', 'ended')`,
      sql`select payment_id::text, next_at::text from payment_queue`,
    ],
    [
      sql`select id::text, search_id || provider_id from hold where state = 'held'`,
      sql`select hold_id::text, search_id || provider_id from active_hold`,
    ],
  ] as const
  const all = await Promise.all(
    queues.map(([are, queued]) =>
      sql`((${are}) except (${queued})) union all ((${queued}) except (${are}))`.execute(rig.database.db),
    ),
  )
  return all.flatMap(({ rows }) => rows)
}

test('the queues contain exactly the rows that are due, at each step of a booking', async () => {
  const { database } = rig
  await createInstantTestProvider(rig, { slug: 'queued' })
  const visitor = await createTestVisitor(rig)
  const { hold } = (await visitor.hold('queued')).body.data
  expect(await differences()).toEqual([])
  const { payment } = (await visitor.pay(hold.id)).body.data
  expect(await differences()).toEqual([])
  await visitor.card(payment.clientSecret)
  await waitForBackgroundWork(database)
  expect(await differences()).toEqual([])
  const mails = await sql<{ id: string }>`select outbox_id as id from outbox_queue`.execute(database.db)
  expect(mails.rows.length).toBeGreaterThan(1)
  const [first, second] = mails.rows.map(({ id }) => id)
  const move = (id: string | undefined, set: object) =>
    database.db
      .updateTable('outbox')
      .set(set)
      .where('id', '=', id as string)
      .execute()
  await move(first, { state: 'failed', next_at: new Date('2027-01-01') })
  await move(second, { state: 'sent', sent_at: new Date('2027-01-01') })
  expect(await differences()).toEqual([])
  await move(second, { state: 'waiting', sent_at: null })
  await database.db
    .deleteFrom('outbox')
    .where('id', '=', first as string)
    .execute()
  expect(await differences()).toEqual([])
})

test('a search holds the time of an artist once', async () => {
  await createInstantTestProvider(rig, { slug: 'held-once' })
  const visitor = await createTestVisitor(rig)
  const { hold } = (await visitor.hold('held-once')).body.data
  const again = () =>
    sql`insert into hold (search_id, quote_id, provider_id, expires_at)
      select search_id, quote_id, provider_id, expires_at from hold where id = ${hold.id}::uuid`.execute(
      rig.database.db,
    )
  await expect(again()).rejects.toMatchObject({ code: '23505', constraint: 'hold_standing' })
  await visitor.call(`/v1/holds/${hold.id}/release`, 'POST', {})
  await again()
  expect(await differences()).toEqual([])
})

test('a hold that becomes a booking does not invalidate the days of its area', async () => {
  const { id } = await createInstantTestProvider(rig, { slug: 'same-days' })
  const visitor = await createTestVisitor(rig)
  const { hold } = (await visitor.hold('same-days')).body.data
  const days = async () =>
    (
      await sql`select d.*, (select count(*) from busy_cell_day v where v.cell = d.cell and v.day = d.day) as versions
        from busy_day d join busy b on b.id = d.busy_id where b.provider_id = ${id}::uuid`.execute(rig.database.db)
    ).rows
  const before = await days()
  expect(before.length).toBeGreaterThan(0)
  const { payment } = (await visitor.pay(hold.id)).body.data
  await visitor.card(payment.clientSecret)
  const { rows } = await sql`select kind from busy where provider_id = ${id}::uuid`.execute(rig.database.db)
  expect(rows).toEqual([{ kind: 'appointment' }])
  expect(await days()).toEqual(before)
})
