import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopy, dropCopy } from '#server/test-databases.ts'
import { type Database, openPostgres } from '#db/database.ts'

const primary = `${process.pid}_damaged_primary`
const replica = `${process.pid}_damaged_replica`
let urls: { primary: string; replica: string }
const opened: Database[] = []

/** A read that the primary answers, and for which the replica raises the SQLSTATE that it is given. */
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
  await dropCopy(primary)
  await dropCopy(replica)
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
  'a read that the replica answers with %s is answered by the primary, and the replica is left alone',
  async (state) => {
    const { database, read, said } = await open()
    expect(await read()).toBe('replica')
    expect(database.replica?.()).toEqual({ up: true, errors: {} })
    expect(await read(state)).toBe('primary')
    expect(database.replica?.()).toEqual({ up: false, errors: { [state.slice(0, 2)]: 1 } })
    // The circuit is open: what the replica could answer goes to the primary as well.
    expect(await read()).toBe('primary')
    expect(said).toEqual([{ code: state, restMs: /^(XX|58)/.test(state) ? 30_000 : 1_000 }])
  },
  60_000,
)

test('an error of the query itself is the same on both, and leaves the replica in use', async () => {
  const { database, read } = await open()
  await expect(read('22012')).rejects.toMatchObject({ code: '22012' })
  expect(database.replica?.()).toEqual({ up: true, errors: {} })
  expect(await read()).toBe('replica')
}, 60_000)
