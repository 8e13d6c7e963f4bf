import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openEmbedded } from '#db/database.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbedded(undefined)
  await database.exec('create table noted (n int primary key, said text)')
}, 60_000)
afterAll(() => database.close())

const ask = async <Row>(text: string): Promise<Row[]> => (await sql.raw<Row>(text).execute(database.db)).rows
const kept = async () => (await ask<{ n: number }>('select n from noted order by n')).map(({ n }) => n)

test('a repeated statement is planned once', async () => {
  for (let i = 0; i < 5; i++) await sql`select n from noted where n = ${i} and said <> 'planned'`.execute(database.db)
  const [row] = await ask<{ times: number }>(
    `select count(*)::int as times from pg_prepared_statements where statement like '%<> ''planned''%'`,
  )
  expect(row?.times).toBe(1)
})

test('one statement takes one call of the engine', async () => {
  const calls = vi.spyOn(PGlite.prototype, 'execProtocolRawStream')
  await sql`select ${'a'}::text as one`.execute(database.db)
  expect(calls).toHaveBeenCalledTimes(1)
  calls.mockRestore()
})

test.each([
  ['has a syntax error', 'selct 1', '42601'],
  ['fails at run time', 'select 1 / n from (select 0 as n) none', '22012'],
  ['violates a constraint', 'insert into noted values (7), (7)', '23505'],
])('a statement that %s reports why, and the next one succeeds', async (_what, text, code) => {
  await expect(ask(text)).rejects.toMatchObject({ code })
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  expect(await kept()).toEqual([])
})

test('a migration that changes the result of a planned statement causes no error for the next caller', async () => {
  // Needs a separate database, because its connection no longer plans statements.
  const migrated = await openEmbedded(undefined)
  await migrated.exec('create table widened (a int)')
  const all = () => sql`select * from widened where a is distinct from ${1}`.execute(migrated.db)
  for (let i = 0; i < 4; i++) await all()
  await migrated.exec('alter table widened add b int; insert into widened values (2, 3)')
  expect((await all()).rows).toEqual([{ a: 2, b: 3 }])
  await migrated.close()
}, 60_000)

test("no other caller's statement is part of a transaction or lost with it, by any access path", async () => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const undone = database.db.transaction().execute(async (tx) => {
    await sql`insert into noted values (1)`.execute(tx)
    begun.resolve()
    await goOn.promise
    throw new Error('undone')
  })
  await begun.promise
  const others = [
    ask('insert into noted values (2)'),
    database.exec('insert into noted values (3)'),
    database.prepared('insert_noted', 'insert into noted values ($1)', [4]),
    (database.pglite as NonNullable<Database['pglite']>).transaction((tx) => tx.exec('insert into noted values (5)')),
  ]
  goOn.resolve()
  await expect(undone).rejects.toThrow('undone')
  await Promise.all(others)
  expect(await kept()).toEqual([2, 3, 4, 5])
  await ask('delete from noted')
})

test('large values pass in both directions unchanged', async () => {
  const large = 'é'.repeat(6_000_000)
  const { rows } = await sql<{ said: string; length: number }>`
    select ${large}::text as said, length(${large}::text) as length`.execute(database.db)
  expect(rows[0]?.length).toBe(6_000_000)
  expect(rows[0]?.said === large).toBe(true)
})

test('a notification is received once, by any access path', async () => {
  const heard: string[] = []
  await database.listening.subscribe(
    'said',
    (payload) => heard.push(payload),
    () => {},
  )
  await ask(`select pg_notify('said', 'by the driver')`)
  await database.exec(`select pg_notify('said', 'by the engine')`)
  await database.db.transaction().execute(async (tx) => {
    await sql`select pg_notify('said', 'in a transaction')`.execute(tx)
    expect(heard).toHaveLength(2)
  })
  expect(heard).toEqual(['by the driver', 'by the engine', 'in a transaction'])
})

test('a closed engine reports so to later callers', async () => {
  const other = await openEmbedded(undefined)
  await sql`select 1`.execute(other.db)
  await other.close()
  await expect(sql`select 1`.execute(other.db)).rejects.toThrow()
}, 60_000)
