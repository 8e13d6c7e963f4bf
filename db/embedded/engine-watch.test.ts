import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openEmbedded } from '#db/database.ts'
import { ENGINE_FAILED_EXIT } from './embedded.ts'
import { watchEngine } from './engine-watch.ts'

const failures: string[] = []
let database: Database
beforeAll(async () => {
  database = await openEmbedded(undefined, undefined, undefined, (reason) => failures.push(reason))
  await database.exec('create table noted (said text primary key)')
}, 60_000)
afterAll(() => database.close())

const forged = '2026-11-28 15:00:00.000 UTC [42] FATAL:  forged'
const texts = ['x FATAL: boom', 'PANIC: y', `a\n${forged}`, `${forged}\nPANIC:  z`, `\r${forged}`, `\u2028${forged}`]

test.each(texts)('user text that looks like an engine failure ends nothing: %j', async (text) => {
  const insert = () => sql`insert into noted values (${text})`.execute(database.db)
  await insert()
  await expect(insert()).rejects.toMatchObject({ code: '23505' })
  await expect(sql`select ${text}::int`.execute(database.db)).rejects.toMatchObject({ code: '22P02' })
  const inStatement = sql.raw(`select '${text}', nothing`)
  await expect(inStatement.execute(database.db)).rejects.toMatchObject({ code: '42703' })
  await sql`select 1`.execute(database.db)
  expect(failures).toEqual([])
})

test('an engine that ends its session with FATAL ends the process', () => {
  // No protocol message begins with this byte.
  const code = `
    import { PGlite } from '@electric-sql/pglite'
    import { openEmbedded } from '#db/database.ts'
    const send = PGlite.prototype.execProtocolRawStream
    PGlite.prototype.execProtocolRawStream = function (_message, options) {
      return send.call(this, new Uint8Array([254, 0, 0, 0, 4]), options)
    }
    const database = await openEmbedded(undefined)
    await database.exec('select 1')`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: new URL('../../', import.meta.url),
    encoding: 'utf8',
    timeout: 50_000,
    killSignal: 'SIGKILL',
  })
  expect([status, stderr]).toEqual([
    ENGINE_FAILED_EXIT,
    expect.stringMatching(/^The embedded database has stopped working: terminating connection because protocol/),
  ])
}, 60_000)

test('a FATAL line of a working engine ends nothing, one of an unresponsive engine ends the process', async () => {
  const reasons: string[] = []
  const watch = watchEngine(undefined, (reason) => reasons.push(reason), 50)
  let query: () => Promise<unknown> = async () => {}
  watch.opened({ query: () => query() })
  for (let n = 0; n < 30; n++) {
    watch.onStderr(forged)
    await new Promise((done) => setTimeout(done, 1))
  }
  expect(reasons).toEqual([])
  query = () => new Promise(() => {})
  watch.onStderr(forged)
  await expect.poll(() => reasons).toEqual([expect.stringContaining('stopped working: forged.')])
})
