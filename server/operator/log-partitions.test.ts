import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retentionDays } from '#contract/constants.ts'
import { computeLimits } from './settings.ts'
import { purgeOldRecords } from './retention.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openOwnRig, type TestRig, testNow } from '#server/test-rig.ts'
import { createLogPartitions } from '#server/platform/log-partitions.ts'

// `testNow` is 20 November 2026.
let rig: TestRig
let [ana, mia] = ['', '']
beforeAll(async () => {
  rig = await openOwnRig()
  const accounts = await rig.database.db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('email', 'in', ['ana@primp.test', 'mia@primp.test'])
    .orderBy('email')
    .execute()
  ;[ana = '', mia = ''] = accounts.map(({ id }) => id)
})
afterAll(() => rig.database.close())

const create = () => createLogPartitions(createJobContext(rig, 'partition-logs'))
const partitionsOf = async (log: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${log}::regclass order by 1`.execute(
    rig.database.db,
  )
  return rows.map(({ name }) => name)
}
const rowsOf = async (query: string) =>
  (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(rig.database.db)).rows

const signIn = (account_id: string, at: string) =>
  rig.database.db
    .insertInto('sign_in')
    .values({ account_id, how: 'password', succeeded: true, device: 'Partitioned', at: new Date(at) })
    .execute()
const notify = (account_id: string, fact: string, at: string) =>
  rig.database.db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'partitioned',
      account_id,
      address: `${fact}@primp.example`,
      body: fact,
      message_id: fact,
      fact,
      state: 'sent',
      sent_at: new Date(at),
      created_at: new Date(at),
    })
    .execute()

test('the next two months or days have partitions, which a second run leaves as they are', async () => {
  for (let runs = 0; runs < 2; runs++) {
    await create()
    expect(await partitionsOf('audit')).toEqual(['audit_2026_12', 'audit_2027_01', 'audit_default'])
    expect(await partitionsOf('outbox')).toEqual(['outbox_2026_12', 'outbox_2027_01', 'outbox_default'])
    expect(await partitionsOf('sign_in')).toEqual(['sign_in_2026_11_21', 'sign_in_2026_11_22', 'sign_in_default'])
    expect(await partitionsOf('live_event')).toEqual([
      'live_event_2026_11_21',
      'live_event_2026_11_22',
      'live_event_default',
    ])
  }
  expect(await rowsOf(`select reloptions from pg_class where relname = 'outbox_2026_12'`)).toEqual([
    { reloptions: ['fillfactor=50', 'toast_tuple_target=3072'] },
  ])
})

test('a month without a partition goes to the default partition, and gets none later', async () => {
  await signIn(ana, '2026-11-25T10:00Z')
  rig.at(new Date('2026-11-23T09:00Z'))
  await create()
  rig.at(testNow)
  expect(await partitionsOf('sign_in')).toEqual([
    'sign_in_2026_11_21',
    'sign_in_2026_11_22',
    'sign_in_2026_11_24',
    'sign_in_default',
  ])
  expect(await rowsOf(`select tableoid::regclass::text as at from sign_in where device = 'Partitioned'`)).toEqual([
    { at: 'sign_in_default' },
  ])
})

test('a fact is notified once, also in another month', async () => {
  await notify(ana, 'once', '2026-12-03T10:00Z')
  await notify(ana, 'once', '2027-01-03T10:00Z')
  expect(await rowsOf(`select tableoid::regclass::text as at from outbox where fact = 'once'`)).toEqual([
    { at: 'outbox_2026_12' },
  ])
})

test('retention drops a partition whose period is past, and keeps the rows of held accounts and what waits', async () => {
  await signIn(ana, '2026-11-21T10:00Z')
  await signIn(mia, '2026-11-21T11:00Z')
  await notify(ana, 'of ana', '2026-12-04T10:00Z')
  await notify(mia, 'of mia', '2026-12-04T10:00Z')
  await rowsOf(`insert into audit (actor_id, act, subject_kind, subject_id, at)
    select id, 'account.note', 'account', 'partitioned', '2026-12-05T10:00Z' from account where id in ('${ana}', '${mia}')`)
  await rig.database.db
    .insertInto('legal_hold')
    .values({ account_id: mia, by: mia, reason: 'A court asks', since: testNow })
    .execute()
  const purgeAt = (now: Date) =>
    rig.database.db.transaction().execute((db) => purgeOldRecords(db, computeLimits(now, retentionDays), now))
  // The last day of its month still has to be kept.
  await purgeAt(new Date('2027-03-31T09:00Z'))
  expect(await partitionsOf('outbox')).toContain('outbox_2026_12')
  await purgeAt(new Date('2027-04-02T09:00Z'))
  expect(await partitionsOf('outbox')).toEqual(['outbox_2027_01', 'outbox_default'])
  expect(await partitionsOf('sign_in')).toEqual(['sign_in_default'])
  expect(await rowsOf(`select body, tableoid::regclass::text as at from outbox where kind = 'partitioned'`)).toEqual([
    { body: 'of mia', at: 'outbox_default' },
  ])
  expect(await rowsOf(`select fact from outbox_fact where fact in ('once', 'of ana', 'of mia')`)).toEqual([
    { fact: 'of mia' },
  ])
  expect(await rowsOf(`select account_id from sign_in where device = 'Partitioned'`)).toEqual([{ account_id: mia }])

  await purgeAt(new Date('2029-02-01T09:00Z'))
  expect(await partitionsOf('audit')).toEqual(['audit_default'])
  expect(await rowsOf(`select actor_id from audit where subject_id = 'partitioned'`)).toEqual([{ actor_id: mia }])
  await rig.database.db.deleteFrom('legal_hold').where('account_id', '=', mia).execute()
  await purgeAt(new Date('2029-02-01T09:00Z'))
  expect(await rowsOf(`select id from audit where subject_id = 'partitioned'`)).toEqual([])
  expect(await rowsOf(`select id from outbox where kind = 'partitioned'`)).toEqual([])
  expect(await rowsOf(`select fact from outbox_fact where fact = 'of mia'`)).toEqual([])
})

test('no partition of the audit log can be emptied or changed', async () => {
  await create()
  await rowsOf(`insert into audit (actor_id, act, subject_kind, subject_id, at)
    select '${ana}', 'account.note', 'account', 'unchanged', at from unnest(array['2026-11-21T10:00Z', '2026-12-05T10:00Z']::timestamptz[]) at`)
  for (const table of ['audit', 'audit_2026_12', 'audit_default']) {
    await expect(rowsOf(`truncate ${table}`)).rejects.toThrow('appended')
    await expect(rowsOf(`delete from ${table}`)).rejects.toThrow('appended')
  }
})
