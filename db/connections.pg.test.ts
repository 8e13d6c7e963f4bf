import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bulkLoad } from './bulk.ts'
import { isAway } from './faults.ts'
import { SCHEMA_LOCK_MS } from './postgres/lock-retries.ts'
import { type Database, openPostgres, type PostgresOptions } from './database.ts'
import { openLine } from '#server/test-line.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'

const name = `${process.pid}_connections`
let url = ''
const open: { close: () => Promise<void> }[] = []

beforeAll(async () => {
  url = await createCopy(name, 'reference')
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
afterAll(() => deleteCopy(name))

async function behindLine(options: PostgresOptions = {}) {
  const line = await openLine(url)
  open.push(line)
  const database = await openPostgres(line.url, { limits: { connectMs: 500, answerMs: 1_000 }, ...options })
  open.push(database)
  return { line, database }
}

const one = async (database: Database, lane: 'db' | 'fresh' | 'reads' = 'db') =>
  (await sql<{ n: number }>`select 1 as n`.execute(database[lane])).rows[0]?.n

async function untilAnswered(ask: () => Promise<unknown>, mostMs = 10_000): Promise<number> {
  const from = performance.now()
  for (;;) {
    const answered = await ask().then(
      () => true,
      () => false,
    )
    if (answered) return performance.now() - from
    if (performance.now() - from > mostMs) throw new Error(`no response after ${mostMs} ms`)
    await setTimeout(25)
  }
}

test('losing the connection between two statements ends the transaction, not the process', async () => {
  const { database, line } = await behindLine()
  const lost = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    line.cut()
    // The process gets the error event while no query is pending.
    await setTimeout(50)
    await sql`select 2`.execute(tx)
  })
  await expect(lost).rejects.toSatisfy(isAway)
  line.mend()
  expect(await untilAnswered(() => one(database))).toBeLessThan(1_000)
})

test('an unresponsive database is unavailable after the timeout, and retried as soon as it is back', async () => {
  const { database, line } = await behindLine()
  await one(database)
  line.hang()
  const from = performance.now()
  await expect(one(database)).rejects.toSatisfy(isAway)
  expect(performance.now() - from).toBeLessThan(2_000)
  await expect(one(database)).rejects.toSatisfy(isAway)
  line.mend()
  expect(await untilAnswered(() => one(database))).toBeLessThan(2_000)
})

test('hanging commits block no reads and leak no connections', async () => {
  const { database } = await behindLine({ sizes: { acts: 2 } })
  // Simulates a commit that waits for a lost standby: no response after the statement.
  await database.exec(`
    create table if not exists slow_commit (n int);
    create or replace function wait_at_commit() returns trigger language plpgsql as 'begin perform pg_sleep(30); return null; end';
    drop trigger if exists waits on slow_commit;
    create constraint trigger waits after insert on slow_commit deferrable initially deferred for each row execute function wait_at_commit();`)
  const act = () =>
    database.db.transaction().execute((tx) => sql`insert into slow_commit values (1)`.execute(tx) as Promise<unknown>)
  const from = performance.now()
  const acts = await Promise.allSettled([act(), act(), act(), act(), one(database, 'fresh'), one(database, 'reads')])
  expect(performance.now() - from).toBeLessThan(3_000)
  expect(acts.map(({ status }) => status)).toEqual([...Array(4).fill('rejected'), 'fulfilled', 'fulfilled'])
  for (const act of acts) if (act.status === 'rejected') expect(act.reason).toSatisfy(isAway)
  const waiting = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
        database.fresh,
      )
    ).rows[0]?.n
  await expect.poll(waiting, { timeout: 4_000 }).toBe(0)
  await database.exec('drop table slow_commit; drop function wait_at_commit')
})

test('the lock timeout is shorter than the request timeout', async () => {
  const { database } = await behindLine()
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table service in access exclusive mode`.execute(tx)
    await expect(sql`select * from service limit 1`.execute(database.fresh)).rejects.toMatchObject({ code: '55P03' })
  })
})

test('read connections cannot write', async () => {
  const { database } = await behindLine({ strict: true })
  await expect(sql`delete from service`.execute(database.fresh)).rejects.toMatchObject({ code: '25006' })
})

test('reads go to the primary while the replica is unavailable, and back when it returns', async () => {
  const replica = await openLine(url)
  open.push(replica)
  const said: number[] = []
  const { database } = await behindLine({ readUrls: [replica.url], say: (_fault, restMs) => said.push(restMs) })
  const served = async () => {
    const before = replica.opened
    await one(database, 'reads')
    return before
  }
  await served()
  expect(replica.opened).toBe(1)
  replica.cut()
  for (let i = 0; i < 20; i++) expect(await one(database, 'reads')).toBe(1)
  expect(said).toEqual([1_000])
  const opened = replica.opened
  replica.mend()
  await expect
    .poll(
      async () => {
        await served()
        return replica.opened
      },
      { timeout: 5_000 },
    )
    .toBeGreaterThan(opened)
  const standing = replica.bytes
  await one(database, 'reads')
  await expect
    .poll(async () => {
      await one(database, 'reads')
      return replica.bytes
    })
    .toBeGreaterThan(standing)
})

test('an unresponsive replica delays only its first reader', async () => {
  const replica = await openLine(url)
  open.push(replica)
  const { database } = await behindLine({ readUrls: [replica.url] })
  await one(database, 'reads')
  replica.hang()
  expect(await one(database, 'reads')).toBe(1)
  const from = performance.now()
  for (let i = 0; i < 10; i++) await one(database, 'reads')
  expect(performance.now() - from).toBeLessThan(2_000)
})

test('a channel is subscribed again after its connection was lost, and subscribers learn that notifications may be missing', async () => {
  const { database, line } = await behindLine()
  const heard: string[] = []
  let missed = 0
  await database.listening.subscribe(
    'news',
    (payload) => heard.push(payload),
    () => missed++,
  )
  await sql`select pg_notify('news', 'one')`.execute(database.db)
  await expect.poll(() => heard).toEqual(['one'])
  line.cut()
  await setTimeout(1_500)
  expect(database.listening.isOpen()).toBe(false)
  line.mend()
  await expect.poll(() => missed, { timeout: 8_000 }).toBe(1)
  await untilAnswered(() => sql`select pg_notify('news', 'two')`.execute(database.db))
  await expect.poll(() => heard).toEqual(['one', 'two'])
  // After all retries there is one connection outside the pool.
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'primp listening'`.execute(
    database.fresh,
  )
  expect(rows[0]?.n).toBe(1)
})

test('channels subscribed at the same time are sent to the server one after the other', async () => {
  const { database } = await behindLine()
  const send = pg.Client.prototype.query
  let [open, most, sent] = [0, 0, 0]
  // The driver itself warns only once per process about queued statements.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    // Work of earlier files in this process also sends statements.
    if (!/^listen /i.test(String(given[0]))) return Reflect.apply(send, this, given)
    sent++
    most = Math.max(most, ++open)
    return (Reflect.apply(send, this, given) as Promise<unknown>).finally(() => open--)
  } as never)
  await Promise.all(
    ['one', 'two', 'three', 'four'].map((channel) =>
      database.listening.subscribe(
        channel,
        () => {},
        () => {},
      ),
    ),
  )
  vi.restoreAllMocks()
  expect(most).toBe(1)
  expect(sent).toBeGreaterThanOrEqual(4)
})

test('a failed first connection is retried', async () => {
  const { database, line } = await behindLine()
  line.cut()
  let missed = 0
  const heard: string[] = []
  await database.listening.subscribe(
    'news',
    (payload) => heard.push(payload),
    () => missed++,
  )
  line.mend()
  await expect.poll(() => missed, { timeout: 8_000 }).toBe(1)
  await untilAnswered(() => sql`select pg_notify('news', 'now')`.execute(database.db))
  await expect.poll(() => heard).toEqual(['now'])
})

test('waits for a connection are counted with their duration', async () => {
  const { database } = await behindLine({ sizes: { acts: 1 }, limits: { connectMs: 10_000, answerMs: 10_000 } })
  await one(database)
  expect(database.pools()['acts']).toMatchObject({ open: 1, idle: 1, waits: 0, waitedMs: 0 })
  const held = database.db.transaction().execute(async (tx) => {
    await sql`select pg_sleep(0.2)`.execute(tx)
    expect(database.pools()['acts']).toMatchObject({ idle: 0, waiting: 1 })
  })
  await Promise.all([held, setTimeout(50).then(() => one(database))])
  const { acts, reads } = database.pools()
  expect(acts).toMatchObject({ open: 1, idle: 1, waiting: 0, waits: 1 })
  expect(acts?.waitedMs).toBeGreaterThan(100)
  expect(reads?.waits).toBe(0)
})

test('a prepared statement is prepared again after a migration changed its result', async () => {
  const database = await openPostgres(url, { sizes: { acts: 1 } })
  open.push(database)
  await database.exec('create table probe (id int); insert into probe values (1)')
  const ask = (db: typeof database.db) => sql<{ id: number }>`select * from probe where id = ${1}`.execute(db)
  for (let times = 0; times < 5; times++) await ask(database.db)
  const prepared = await sql`select from pg_prepared_statements where statement like '%from probe%'`.execute(
    database.db,
  )
  expect(prepared.rows).toHaveLength(1)
  await database.exec('alter table probe add column word text')
  expect((await ask(database.db)).rows).toEqual([{ id: 1, word: null }])
  await database.exec('drop table probe')
})

test('a closed database opens no connection, even for a purpose that was never used', async () => {
  const database = await openPostgres(url)
  await database.close()
  for (const lane of ['db', 'fresh'] as const) await expect(one(database, lane)).rejects.toThrow('closed')
  expect(database.pools()).toMatchObject({ acts: { open: 0 }, reads: { open: 0 } })
})

test('a part of a load waits for an automatic vacuum, and a load of its own gives up its place and tries again', async () => {
  const database = await openPostgres(url)
  open.push(database)
  await sql`create table loaded (id int)`.execute(database.db)
  const vacuum = new pg.Client({ connectionString: url })
  await vacuum.connect()
  await vacuum.query('begin; lock table loaded in share update exclusive mode')
  let tries = 0
  const load = (part: boolean) =>
    bulkLoad(
      database,
      async (bulk) => {
        tries++
        await bulk.run('alter table loaded add primary key (id)')
        await bulk.run('alter table loaded drop constraint loaded_pkey')
      },
      { part },
    )
  const end = setTimeout(SCHEMA_LOCK_MS * 1.3).then(() => vacuum.query('commit'))
  await load(true)
  expect(tries).toBe(1)
  await end
  await vacuum.query('begin; lock table loaded in share update exclusive mode')
  const again = setTimeout(SCHEMA_LOCK_MS * 1.3).then(() => vacuum.query('commit'))
  await load(false)
  expect(tries).toBe(3)
  await again
  await vacuum.end()
})
