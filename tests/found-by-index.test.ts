import { CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database, Db } from '#db/database.ts'
import { billTimers } from '#contract/checkout/lifecycle-bill.ts'
import { getHoldCrowd } from '#server/checkout/holds.queries.ts'
import { countGroups, listChangedGroups } from '#server/search/demand.queries.ts'
import { saveHomeCells } from '#server/content/place-pages.queries.ts'
import { listArtistChunks } from '#server/content/directory.queries.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { listProviderNumbers } from '#server/providers/providers.queries.ts'
import { isOwnPerson } from '#server/providers/provider-profile.queries.ts'
import { countTextsSince } from '#server/notifications/outbox.queries.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

/** Returns the rows of a table that are read, with sequential scans disabled unless there is no index. */
const readOf = (table: string, ask: (db: Db) => Promise<unknown>): Promise<number> =>
  rig.database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    // The planner chooses indexes badly with statistics of an empty table.
    await sql`analyze ${sql.table(table)}`.execute(db)
    const read = async () => {
      const { rows } = await sql<{ n: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
        from pg_stat_xact_user_tables where relname = ${table}`.execute(db)
      return rows[0]?.n ?? 0
    }
    const before = await read()
    await ask(db)
    return (await read()) - before
  })

/** A few rows, including neighbours in the index. */
const FEW = 10

const nobody = '00000000-0000-4000-8000-000000000000'

test('the check detects a full scan of a table', async () => {
  expect(await readOf('account', (db) => sql`select 1 from account where name = 'x'`.execute(db))).toBeGreaterThan(FEW)
})

test("the artist's own account is found by index, for any number of accounts", async () => {
  const provider = await rig.database.db.selectFrom('provider').select('id').limit(1).executeTakeFirstOrThrow()
  const who = { accountId: nobody, visitorHash: Buffer.alloc(32), deviceHash: null, email: 'leila@mail.example' }
  expect(await readOf('account', (db) => isOwnPerson(db, provider.id, who))).toBeLessThan(FEW)
})

test('artists are found by name and by id through an index', async () => {
  expect(await readOf('provider', (db) => listProviderNumbers(db, ['ilona-v', nobody.toUpperCase()]))).toBeLessThan(FEW)
})

test('the directory of artists reads each artist once, and the first and last name of a page through an index', async () => {
  const preparedIn = (db: Db) =>
    ({
      prepared: async (_: string, text: string, params: unknown[]) =>
        (await db.executeQuery(CompiledQuery.raw(text, params))).rows,
    }) as unknown as Database
  const artists = await readOf('provider', (db) => db.selectFrom('provider').selectAll().execute())
  expect(artists).toBeGreaterThan(40)
  expect(await readOf('provider', (db) => listArtistChunks(preparedIn(db), 4))).toBeLessThan(2 * artists + FEW)
})

test('demand is counted through an index of the day, category and square', async () => {
  const group = { cell: 1, event_date: '2027-01-01', category_id: 1 }
  expect(await readOf('search', (db) => countGroups(db, [group], 10))).toBeLessThan(FEW)
  expect(await readOf('search', (db) => listChangedGroups(db, '2027-01-01', new Date('2100-01-01')))).toBeLessThan(FEW)
  expect(await readOf('request', (db) => listChangedGroups(db, '2027-01-01', new Date('2100-01-01')))).toBeLessThan(FEW)
})

test('hold limits read only the holds of the last 28 hours, the longest that a hold can last', async () => {
  expect(billTimers.shareHours + billTimers.restHours).toBeLessThan(28)
  const { db } = rig.database
  const [now, network, searchId] = [new Date('2027-01-10T12:00:00Z'), Buffer.alloc(32, 7), 'holdsofthepast01']
  const provider = await db.selectFrom('provider').select('id').limit(1).executeTakeFirstOrThrow()
  await sql`insert into search (id, category_id, country_code, place_name, location, lat, lng, tz, event_date, people)
    values (${searchId}, 1, 'GB', 'Past', '{}', 60.1, -1.1, 'Europe/London', '2027-02-01', '[]')`.execute(db)
  await sql`with quoted as (
      insert into quote (search_id, provider_id, mode, version, hash, body, total_minor, deposit_minor, currency, expires_at)
      values (${searchId}, ${provider.id}, 'mobile', 1, 'x', '{}', 0, 0, 'GBP', ${now}) returning id)
    insert into hold (search_id, quote_id, provider_id, state, network_hash, created_at, expires_at, ended_at)
    select ${searchId}, quoted.id, ${provider.id}, case when n % 2 = 0 then 'booked' else 'lapsed' end, ${network}, at, at, at
    from quoted, generate_series(2, 400) n, lateral (select ${now}::timestamptz - make_interval(days => n) as at) t`.execute(
    db,
  )
  try {
    const crowd = { network, visitorHash: null, accountId: null, providerId: provider.id, eventDate: '2027-02-01' }
    expect(await readOf('hold', (tx) => getHoldCrowd(tx, { ...crowd, now, minutes: 15 }))).toBeLessThan(FEW)
  } finally {
    await db.deleteFrom('hold').where('search_id', '=', searchId).execute()
    await db.deleteFrom('quote').where('search_id', '=', searchId).execute()
    await db.deleteFrom('search').where('id', '=', searchId).execute()
  }
})

test('the residents of a square are counted through an index', async () => {
  expect(await readOf('provider_match', (db) => saveHomeCells(db, [1]))).toBeLessThan(FEW)
  expect(await readOf('home_cell', (db) => saveHomeCells(db, [1]))).toBeLessThan(FEW)
})

test('the SMS of a day are counted through an index', async () => {
  expect(await readOf('outbox', (db) => countTextsSince(db, new Date()))).toBeLessThan(FEW)
})

// Rows of these tables are deleted in operation, and each deletion looks up references.
const deleted = ['account', 'provider', 'search', 'quote', 'offer', 'request', 'media', 'upload', 'album']
// These tables grow with the operators' work, not with the market.
const byOperators = ['alarm', 'approval', 'kill_switch', 'legal_hold', 'operator_grant', 'page_version', 'promo_code']

test('references to a deleted row are found through an index', async () => {
  const { rows } = await sql<{ of: string }>`
    select c.conrelid::regclass || '.' || a.attname as of
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid::regclass::text in (${sql.join(deleted)})
      and c.conrelid::regclass::text not in (${sql.join(byOperators)})
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`.execute(
    rig.database.db,
  )
  expect(rows.map(({ of }) => of)).toEqual([])
})

test('the reviews of a deleted account are found through an index', async () => {
  const leave = (db: Db) =>
    db.updateTable('review').set({ account_id: null }).where('account_id', '=', nobody).execute()
  expect(await readOf('review', leave)).toBeLessThan(FEW)
})
