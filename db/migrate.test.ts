import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Database, openEmbedded, openPostgres } from './database.ts'
import { migrate, listMigrationNames } from './migrate.ts'
import { generateSchema } from './schema/generate-schema.ts'
import { createCopy, deleteCopy, testEngine } from '#server/test-databases.ts'

// Named by the last migration and the commit.
const releases = new URL('./releases/', import.meta.url)
const migrations = new URL('./migrations/', import.meta.url)
const name = `${process.pid}_migrate`
let open: Database | undefined

async function empty(): Promise<Database> {
  if (testEngine() === 'pglite') open = await openEmbedded(undefined)
  else {
    open = await openPostgres(await createCopy(name, 'reference'))
    await open.exec('drop schema public cascade; create schema public')
  }
  return open
}
afterEach(async () => {
  await open?.close()
  open = undefined
})
afterAll(async () => {
  if (testEngine() === 'postgres') await deleteCopy(name)
})

const restored = async (release: string): Promise<Database> => {
  const database = await empty()
  await database.exec(gunzipSync(readFileSync(new URL(release, releases))).toString())
  return database
}
const countOf = async ({ db }: Database, table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0

describe('A database of each release', () => {
  test.each(readdirSync(releases))(
    '%s is migrated to this version with all its data',
    async (release) => {
      const database = await restored(release)
      const tables = ['provider', 'appointment', 'payment', 'ledger_entry', 'review', 'quote']
      const before = await Promise.all(tables.map((table) => countOf(database, table)))
      expect(before.every((n) => n > 0)).toBe(true)
      const { rows: applied } = await sql<{ name: string }>`select name from migration`.execute(database.db)
      const missing = listMigrationNames().filter((name) => !applied.some((one) => one.name === name))
      expect(missing.length).toBeGreaterThan(0)
      expect(await migrate(database)).toEqual(missing)
      expect(await Promise.all(tables.map((table) => countOf(database, table)))).toEqual(before)
      expect(await migrate(database)).toEqual([])
      const { rows } = await sql<{
        name: string
        checksum: string | null
      }>`select name, checksum from migration`.execute(database.db)
      expect(rows.map(({ name }) => name).sort()).toEqual(listMigrationNames())
      expect(rows.every(({ checksum }) => /^[0-9a-f]{64}$/.test(checksum ?? ''))).toBe(true)
    },
    60_000,
  )

  test('a database with the same migration names but other tables is refused, as before its migrations were edited', async () => {
    const database = await restored('0023-d9c489b.sql.gz')
    await database.exec('alter table message drop column told_at')
    await expect(migrate(database)).rejects.toThrow(/created by an unreleased version: its last migration is 0023/)
  }, 60_000)
})

test('trials, patch tests and the times of holds become linked appointments, which the previous release can read and write', async () => {
  const database = await restored('0072-c837f7c.sql.gz')
  await migrate(database, { only: listMigrationNames().filter((name) => name < '0205') })
  const rows = async (query: string) =>
    (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(database.db)).rows
  const row = async (query: string) => (await rows(query))[0] ?? {}
  const { id: appointmentId } = await row(`select id from appointment where state = 'booked' limit 1`)
  const { id: holdId } = await row(`insert into hold (provider_id, quote_id, search_id, expires_at)
    select provider_id, id, search_id, expires_at from quote limit 1 returning id`)
  const before = (days: number, minutes = 0) => `a.starts_at - interval '${days} days' + interval '${minutes} minutes'`
  const addTrial = `insert into trial (appointment_id, provider_id, account_id, services, state, minutes, hours, months, price_minor, off_minor,
      starts_at, ends_at, event_date, policy_start, booked_at)
    select a.id, a.provider_id, a.account_id, '{makeup}', 'booked', 60, 72, 3, 6000, 2000, ${before(30)}, ${before(30, 60)}, a.event_date - 30, ${before(30)}, a.booked_at
    from appointment a where a.id = '${appointmentId}' returning id`
  const addTest = (
    trialId: string | null,
    days: number,
  ) => `insert into patch_test (appointment_id, provider_id, account_id, services, state, starts_at, ends_at, event_date, booked_at, trial_id)
    select a.id, a.provider_id, a.account_id, '{makeup}', 'booked', ${before(days)}, ${before(days, 60)}, a.event_date - ${days}, a.booked_at, ${trialId ? `'${trialId}'` : 'null'}
    from appointment a where a.id = '${appointmentId}' returning id`
  const addVisit = (
    kind: string,
    withTest: boolean,
  ) => `insert into hold_visit (hold_id, kind, services, with_test, starts_at, ends_at, event_date)
    values ('${holdId}', '${kind}', '{makeup}', ${withTest}, '2027-05-12T09:00Z', '2027-05-12T10:00Z', '2027-05-12') returning id`
  const { id: trialId } = await row(addTrial)
  const { id: testId } = await row(addTest(String(trialId), 30))
  const { id: visitId } = await row(addVisit('trial', true))
  const tables = ['trial', 'patch_test', 'hold_visit']
  const stored = () => Promise.all(tables.map((table) => rows(`select * from ${table}`)))
  const columns = () =>
    rows(`select relname, attname, atttypid::regtype::text as type from pg_attribute a join pg_class c on c.oid = attrelid
      where relname in ('trial', 'patch_test', 'hold_visit') and relnamespace = 'public'::regnamespace and attnum > 0 order by relname, attnum`)
  const [was, shape] = [await stored(), await columns()]
  expect(was.map(({ length }) => length)).toEqual([1, 1, 1])

  await migrate(database)
  expect(
    await rows(
      'select id, kind, part_of, minutes, hours, months, price_minor, deducted_minor from linked_appointment order by kind',
    ),
  ).toEqual([
    {
      id: testId,
      kind: 'patch_test',
      part_of: trialId,
      minutes: 60,
      hours: 48,
      months: 6,
      price_minor: 0,
      deducted_minor: 0,
    },
    {
      id: trialId,
      kind: 'trial',
      part_of: null,
      minutes: 60,
      hours: 72,
      months: 3,
      price_minor: 6_000,
      deducted_minor: 2_000,
    },
  ])
  expect(await rows('select id from hold_linked_appointment')).toEqual([{ id: visitId }])
  // Prepared statements keep their result type if the views have the same columns in the same order.
  expect([await stored(), await columns()]).toEqual([was, shape])

  expect(
    await rows(
      `update patch_test set state = 'cancelled', ended_at = booked_at where id = '${testId}' returning trial_id`,
    ),
  ).toEqual([{ trial_id: trialId }])
  const another = await row(addTest(null, 20))
  expect(await rows(`select kind, part_of, minutes from linked_appointment where id = '${another['id']}'`)).toEqual([
    { kind: 'patch_test', part_of: null, minutes: 60 },
  ])
  await expect(rows(addTest(null, 10))).rejects.toThrow('linked_appointment_one_booked_test')
  await expect(rows(addTrial)).rejects.toThrow('linked_appointment_one_trial')
  await expect(
    rows(`update trial set starts_at = starts_at - interval '80 days' where id = '${trialId}'`),
  ).rejects.toThrow('within its span')
  await expect(rows(addVisit('patch_test', false))).rejects.toThrow('hold_linked_appointment_one_test')
  expect(await rows(`delete from hold_visit where hold_id = '${holdId}' returning id`)).toEqual([{ id: visitId }])
  await rows(`delete from linked_appointment`)
  expect(await rows(addTrial)).toHaveLength(1)
}, 60_000)

test('the previous release reads and writes renamed tables and functions under their former names', async () => {
  const database = await empty()
  await migrate(database)
  const rows = async (query: string) =>
    (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(database.db)).rows
  const former =
    'untold,booked_job,gesture_code,sign_in_brake,challenge_spent,mail_words,waiting_closed,day_word,before_after_word'
  const views = `from information_schema.views where table_name = any('{${former}}')`
  expect(await rows(`select table_name ${views} and is_updatable = 'YES' and is_insertable_into = 'YES'`)).toHaveLength(
    9,
  )
  const fail = `insert into sign_in_brake as b (subject, failures, last_at) values ('x', 1, now())
    on conflict (subject) do update set failures = b.failures + 1 returning failures`
  expect([await rows(fail), await rows(fail)]).toEqual([[{ failures: 1 }], [{ failures: 2 }]])
  const mail = `insert into mail_words (kind, number, made, standing, written_at, reason) values ('welcome', 1, true, true, now(), 'Default') returning id`
  expect(await rows(mail)).toHaveLength(1)
  expect(await rows(`select kind from mail_template for update skip locked`)).toEqual([{ kind: 'welcome' }])
  expect(await rows('select only_where(true) as result')).toEqual([{ result: true }])
  await expect(rows('select only_where(false)')).rejects.toMatchObject({ code: 'PR001' })
  const answer = `select keep_answer('owner', 'key', 'request', '{}', now(), now()) as result`
  expect(await rows(answer)).toEqual([{ result: true }])
  await expect(rows(answer)).rejects.toMatchObject({ code: 'PR002' })
  await expect(
    rows(`select keep_reserved(gen_random_uuid(), 'a', 'b', null, now(), null::payment_event)`),
  ).rejects.toMatchObject({ code: 'PR001' })
  await expect(
    rows(
      `select time_stands('{}', null, '', gen_random_uuid(), '[2027-01-01,2027-01-02)', '2027-01-01', null, null, null, now(), 5)`,
    ),
  ).rejects.toMatchObject({ code: 'PR001' })
}, 60_000)

test('a migration edited after it was applied prevents the start and is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'primp-migrations-'))
  const [first = ''] = listMigrationNames()
  cpSync(new URL(`before-baseline/${first}`, migrations), join(folder, first))
  const url = pathToFileURL(`${folder}/`)
  const database = await empty()
  expect(await migrate(database, { folder: url })).toEqual([first])
  // Keeps the line endings of the checkout.
  const text = readFileSync(join(folder, first), 'utf8')
  writeFileSync(join(folder, first), text.replaceAll('\n', '\r\n'))
  expect(await migrate(database, { folder: url })).toEqual([])
  writeFileSync(join(folder, first), `${text}\ncreate table afterthought (n int);`)
  await expect(migrate(database, { folder: url })).rejects.toThrow(
    `Migration ${first} differs from the one that was applied`,
  )
  rmSync(folder, { recursive: true })
})

describe('A new database', () => {
  const recordsOf = async ({ db }: Database) =>
    (
      await sql<{ name: string; checksum: string; breaks_before: string | null; at: Date }>`
        select name, checksum, breaks_before, applied_at as at from migration order by name`.execute(db)
    ).rows
  const withoutTime = (records: Awaited<ReturnType<typeof recordsOf>>) => records.map(({ at: _, ...rest }) => rest)

  /** Returns a line for each object, column and sequence, also of kinds that `generateSchema` does not know. */
  async function listObjects({ db }: Database): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      with object as (
        select 'pg_class'::regclass as class, oid, concat_ws(' ', relkind, relpersistence, reloptions, relrowsecurity, relreplident, relacl) as detail from pg_class where relnamespace = 'public'::regnamespace
        union all select 'pg_proc'::regclass, oid, concat_ws(' ', prokind, provolatile, proparallel, prosecdef, proconfig, proacl) from pg_proc where pronamespace = 'public'::regnamespace
        union all select 'pg_type'::regclass, oid, typtype::text from pg_type where typnamespace = 'public'::regnamespace
        union all select 'pg_constraint'::regclass, oid, concat_ws(' ', condeferrable, condeferred, convalidated) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union all select 'pg_trigger'::regclass, oid, tgenabled::text from pg_trigger where not tgisinternal
        union all select 'pg_attrdef'::regclass, oid, '' from pg_attrdef
        union all select 'pg_rewrite'::regclass, oid, ev_enabled::text from pg_rewrite where oid >= 16384
        union all select 'pg_statistic_ext'::regclass, oid, '' from pg_statistic_ext
        union all select 'pg_policy'::regclass, oid, '' from pg_policy
        union all select 'pg_operator'::regclass, oid, '' from pg_operator where oid >= 16384
        union all select 'pg_collation'::regclass, oid, '' from pg_collation where collnamespace = 'public'::regnamespace
        union all select 'pg_ts_config'::regclass, oid, '' from pg_ts_config where oid >= 16384
        union all select 'pg_ts_dict'::regclass, oid, '' from pg_ts_dict where oid >= 16384
        union all select 'pg_cast'::regclass, oid, '' from pg_cast where oid >= 16384
        union all select 'pg_event_trigger'::regclass, oid, '' from pg_event_trigger
        union all select 'pg_publication'::regclass, oid, '' from pg_publication
        union all select 'pg_extension'::regclass, oid, extversion from pg_extension
      )
      select concat_ws(' ', (pg_identify_object(class, oid, 0)).type, (pg_identify_object(class, oid, 0)).identity, detail) as line from object
      union all
      select concat_ws(' ', 'column', attrelid::regclass, attname, attnotnull, attstorage, attcompression, attstattarget, attacl)
      from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      union all
      select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, cycle, cache_size, last_value) from pg_sequences where schemaname = 'public'`.execute(
      db,
    )
    return rows.map(({ line }) => line).sort()
  }

  test('a new database loads the schema and the rows of all migrations in one transaction', async () => {
    const migrated = await empty()
    await migrate(migrated, { baseline: false })
    const [schema, records] = [await generateSchema(migrated), await recordsOf(migrated)]
    const objects = await listObjects(migrated)
    expect(objects.length).toBeGreaterThan(1_000)
    expect(schema).toBe(readFileSync(new URL('./schema.sql', import.meta.url), 'utf8'))
    await migrated.close()
    const loaded = await empty()
    expect(await migrate(loaded)).toEqual(listMigrationNames())
    expect(await generateSchema(loaded)).toBe(schema)
    expect(await listObjects(loaded)).toEqual(objects)
    const loadedRecords = await recordsOf(loaded)
    expect(withoutTime(loadedRecords)).toEqual(withoutTime(records))
    expect(new Set(loadedRecords.map(({ at }) => String(at))).size).toBe(1)
    expect(await migrate(loaded)).toEqual([])
    const { rows } = await sql<{ setting: string }>`select current_setting('check_function_bodies') as setting`.execute(
      loaded.db,
    )
    expect(rows).toEqual([{ setting: 'on' }])
  })

  test('migrations missing from the schema file run after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'primp-migrations-'))
    cpSync(migrations, folder, { recursive: true })
    writeFileSync(join(folder, '9999_later.sql'), 'create table later (n int);')
    const database = await empty()
    expect(await migrate(database, { folder: pathToFileURL(`${folder}/`) })).toEqual([
      ...listMigrationNames(),
      '9999_later.sql',
    ])
    expect(await countOf(database, 'later')).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('the migrations of an older archive run', async () => {
    const database = await empty()
    const only = listMigrationNames().slice(0, 3)
    expect(await migrate(database, { only })).toEqual(only)
    expect((await recordsOf(database)).map(({ name }) => name)).toEqual(only)
  })
})
