import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { isAway } from '#db/faults.ts'
import { type Database, openPostgres } from '#db/database.ts'
import { readThrough } from '#db/reading.ts'
import { waitLeftMs, runWithWaitBudget } from './wait-budget.ts'

const primary = `${process.pid}_damaged_primary`
const replica = `${process.pid}_damaged_replica`
let urls: { primary: string; replica: string }
const opened: Database[] = []

/** A read for which the replica raises the given SQLSTATE. */
const answers = `create function read_page(state text) returns text language sql as $$ select 'primary' $$`
const raises = `create function read_page(state text) returns text language plpgsql as
  $$ begin if state = '' then return 'replica'; end if; raise exception using errcode = state, message = 'invalid page in block 7'; end $$`

beforeAll(async () => {
  urls = { primary: await createCopy(primary, 'nothing'), replica: await createCopy(replica, 'nothing') }
  for (const [url, text] of [
    [urls.primary, answers],
    [urls.replica, raises],
  ] as const) {
    const database = await openPostgres(url)
    await database.exec(text)
    await database.close()
  }
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await deleteCopy(primary)
  await deleteCopy(replica)
})

async function open() {
  const said: { code: string; restMs: number }[] = []
  const database = await openPostgres(urls.primary, {
    readUrls: [urls.replica],
    say: (fault, restMs) => said.push({ code: (fault as { code: string }).code, restMs }),
  })
  opened.push(database)
  const read = async (state = '') =>
    (await sql<{ from: string }>`select read_page(${state}) as from`.execute(database.reads)).rows[0]?.from
  return { database, read, said }
}

test.each(['XX000', 'XX001', 'XX002', '53200', '53100', '57P01', '57014', '58030', '58P01'])(
  'a read that fails on the replica with %s is retried on the primary, and the replica is taken out of use',
  async (state) => {
    const { database, read, said } = await open()
    expect(await read()).toBe('replica')
    expect(database.replica?.()).toEqual({ up: true, errors: {} })
    expect(await read(state)).toBe('primary')
    expect(database.replica?.()).toEqual({ up: false, errors: { [state.slice(0, 2)]: 1 } })
    // The circuit is open: all reads go to the primary.
    expect(await read()).toBe('primary')
    expect(said).toEqual([{ code: state, restMs: /^(XX|58)/.test(state) ? 30_000 : 1_000 }])
  },
  60_000,
)

test('an error of the query itself is the same on both servers and keeps the replica in use', async () => {
  const { database, read } = await open()
  await expect(read('22012')).rejects.toMatchObject({ code: '22012' })
  expect(database.replica?.()).toEqual({ up: true, errors: {} })
  expect(await read()).toBe('replica')
}, 60_000)

test('a request whose time limit is reached keeps the replica in use for others', async () => {
  const { database, read, said } = await open()
  await read()
  const faults = await runWithWaitBudget(300, async () => {
    const slow = sql`select pg_sleep(2)`.execute(database.reads).catch((fault) => fault)
    return [await slow, await read().catch((fault) => fault)]
  })
  expect(faults.map(isAway)).toEqual([true, true])
  expect([database.replica?.(), said]).toEqual([{ up: true, errors: {} }, []])
  expect(await read()).toBe('replica')
}, 60_000)

test('the position of the replica is read without the time limit of the first request', async () => {
  const lefts: number[] = []
  const gate = Promise.withResolvers<void>()
  const query = async () => {
    lefts.push(waitLeftMs())
    await gate.promise
    return { rows: [{ at: '0/5' }] }
  }
  const pool = { query }
  const reader = readThrough(pool as never, pool as never)
  const limited = runWithWaitBudget(50, () => reader.shows('0/5'))
  const unlimited = reader.shows('0/5')
  await expect(limited).rejects.toSatisfy(isAway)
  gate.resolve()
  expect([await unlimited, lefts]).toEqual([true, [Number.POSITIVE_INFINITY]])
  expect(reader.state()).toEqual({ up: true, errors: {} })
})
