import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openBeside, openEmbedded } from '#db/database.ts'
import { DirectoryInUse } from '#db/directory-lock.ts'
import { DirectoryUnusable } from './directory-unusable.ts'
import { beginOpening } from './engine-thread.ts'

const directory = mkdtempSync(join(tmpdir(), 'primp-thread-'))
let database: Database
const engine = () => database.pglite as NonNullable<Database['pglite']>

beforeAll(async () => {
  database = await openBeside(directory)
  await database.exec('create table kept (n int primary key)')
}, 60_000)
afterAll(async () => {
  await database.close().catch(() => {})
  rmSync(directory, { recursive: true, force: true })
})

test('values, bytes and faults are what the engine makes of them in one thread', async () => {
  const memory = await openEmbedded(undefined)
  const values = sql`select '\\xdeadbe'::bytea as one, null::bytea as none, array['\\x00'::bytea] as all, 1::int8 as n,
    '2026-11-27'::date as day, '2026-11-27T00:00Z'::timestamptz as at, '{"a":[1]}'::jsonb as json, 0.1::numeric as part`
  expect((await values.execute(database.db)).rows).toEqual((await values.execute(memory.db)).rows)
  expect((await values.execute(database.db)).rows[0]).toMatchObject({ one: Buffer.from([0xde, 0xad, 0xbe]) })
  await memory.exec('create table kept (n int primary key)')
  const faultIn = async ({ db }: Database) => {
    const fault = await sql`insert into kept values (1), (1)`.execute(db).catch((thrown: Error) => thrown)
    const { code, constraint, detail, message, name } = fault as unknown as Record<string, string>
    return { code, constraint, detail, message, name, isError: fault instanceof Error }
  }
  expect(await faultIn(database)).toEqual(await faultIn(memory))
  expect(await faultIn(database)).toMatchObject({ code: '23505', constraint: 'kept_pkey' })
  await memory.close()
}, 60_000)

test('a transaction stands whole or not at all, and nobody else comes between', async () => {
  const counted = async () => (await engine().query<{ n: number }>('select count(*)::int as n from kept')).rows[0]?.n
  await expect(
    database.db.transaction().execute(async (trx) => {
      await sql`insert into kept values (10)`.execute(trx)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await counted()).toBe(0)
  let beside: Promise<number | undefined> | undefined
  await database.db.transaction().execute(async (trx) => {
    await sql`insert into kept values (11)`.execute(trx)
    beside = counted()
    await sql`insert into kept values (12)`.execute(trx)
  })
  expect(await beside).toBe(2)
  const undone = engine().transaction(async (tx) => {
    await tx.query('insert into kept values (13)')
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await counted()).toBe(2)
  const order: string[] = []
  await Promise.all([
    engine().runExclusive(async () => {
      await new Promise((done) => setTimeout(done, 50))
      order.push('alone')
    }),
    counted().then(() => order.push('after')),
  ])
  expect(order).toEqual(['alone', 'after'])
})

test('a notification is heard once, whichever way it was given', async () => {
  const heard: string[] = []
  await database.listening.hear(
    'told',
    (payload) => heard.push(payload),
    () => {},
  )
  await database.exec(`notify told, 'by the engine'`)
  await sql`select pg_notify('told', 'by the driver')`.execute(database.db)
  await expect.poll(() => heard).toEqual(['by the engine', 'by the driver'])
})

test('what was begun is what is opened; the directory is its alone, and free again when it is closed', async () => {
  await expect(openBeside(directory)).rejects.toThrow(DirectoryInUse)
  beginOpening(directory)
  await database.close()
  await expect(database.exec('select 1')).rejects.toThrow('closed')
  beginOpening(directory)
  await expect(openEmbedded(directory)).rejects.toThrow(DirectoryInUse)
  database = await openBeside(directory)
  expect((await engine().query('select n from kept order by n')).rows).toEqual([{ n: 11 }, { n: 12 }])
}, 60_000)

test('why a directory cannot be opened is said as ever, and it is not kept from others', async () => {
  await database.close()
  truncateSync(join(directory, 'pg', 'global', 'pg_control'), 100)
  for (const begin of [true, false]) {
    if (begin) beginOpening(directory)
    await expect(openBeside(directory)).rejects.toThrow(DirectoryUnusable)
    await expect(openBeside(directory)).rejects.toThrow(/is damaged: /)
  }
}, 60_000)
