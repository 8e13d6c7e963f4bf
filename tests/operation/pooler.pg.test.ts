import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { type Line, openLine } from '#server/test-line.ts'
import { book } from './book.ts'
import { openPooler, pgbouncer, roleSettings } from './open-pooler.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'
import { signedIn, tokenOf } from '#tests/signed-in.ts'

const name = `${process.pid}_pooler`
// Fewer than one process uses, so that code depending on a session fails.
const SERVERS = 4

let direct = ''
let pooler: { url: string; close: () => Promise<void> } | undefined
let line: Line
let primp: Running

beforeAll(async () => {
  if (!pgbouncer) return
  direct = await createCopy(name)
  await asRole()
  line = await openLine(direct)
  pooler = await openPooler(pgbouncer, line.url, SERVERS)
  primp = await startPrimp(
    '',
    { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, DATABASE_POOLER: 'on', SAMPLE_MARKET: 'on' },
    '/readyz',
  )
}, 120_000)
afterAll(async () => {
  await endAll()
  await pooler?.close()
  await line?.close()
  if (pgbouncer) await deleteCopy(name)
})

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: direct })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Session settings of the role, in this database only, because a pooler keeps no sessions. */
async function asRole(): Promise<void> {
  const { username, pathname } = new URL(direct)
  for (const setting of roleSettings)
    await ask(`alter role "${username}" in database "${pathname.slice(1)}" set ${setting}`)
}

async function login(): Promise<string> {
  const answer = await fetch(`${primp.url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mia@primp.test', password: 'primp-sample-1' }),
  })
  return tokenOf(answer)
}

test.skipIf(!pgbouncer)(
  'behind a transaction pooler people can search, book and receive live updates',
  async () => {
    const token = await login()
    const headers = { ...signedIn(token), 'content-type': 'application/json' }

    // Concurrent bookings on a few shared connections.
    const booked = (await Promise.all(Array.from({ length: 6 }, () => book(primp.url)))).filter((one) => one !== null)
    expect(booked.length).toBeGreaterThan(2)
    const ids = booked.map(({ appointmentId }) => `'${appointmentId}'`).join()
    expect(await ask(`select count(*)::int as n from appointment where id in (${ids})`)).toEqual([{ n: booked.length }])
    // No errors: transactions kept one connection, and no prepared statement was missing.
    expect(primp.lines().filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    const [{ n: connections } = { n: 0 }] = await ask(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like 'primp%' and application_name not in ('primp listening', 'primp upkeep', 'primp queue', 'primp jobs') and pid <> pg_backend_pid()`,
    )
    expect(connections).toBeGreaterThan(0)
    expect(connections).toBeLessThanOrEqual(SERVERS)

    // Notifications bypass the pooler.
    const page = async () => (await fetch(`${primp.url}/@/mia-hollis`)).text()
    await page()
    const bio =
      'Written behind a pooler: brides in East London, soft skin and hair that holds from the first picture to the last dance.'
    const put = await fetch(`${primp.url}/v1/providers/me/bio`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ bio }),
    })
    expect(put.status).toBe(200)
    await expect.poll(page, { timeout: 5_000 }).toContain('Written behind a pooler')
    expect((await fetch(`${primp.url}/readyz`)).status).toBe(200)
  },
  60_000,
)

test.skipIf(!pgbouncer)('long-running statements bypass the pooler and keep their own limits', async () => {
  const database = await openPostgres(pooler?.url ?? '', { directUrl: direct, prepare: false })
  const limit = async (lane: 'db' | 'reads' | 'jobs') =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database[lane])).rows[0]
      ?.statement_timeout
  try {
    expect([await limit('db'), await limit('reads'), await limit('jobs')]).toEqual(['6400ms', '6400ms', '4min'])
  } finally {
    await database.close()
  }
})

test.skipIf(!pgbouncer)('while the pooler has no server, calls get 503', async () => {
  const search = () =>
    fetch(`${primp.url}/v1/@/mia-hollis`).then(({ status, headers }) => [status, headers.get('retry-after')])
  expect((await search())[0]).toBe(200)
  line.cut()
  for (let n = 0; n < 8; n++) {
    expect(await search()).toEqual([503, '2'])
    await setTimeout(100)
  }
  line.mend()
  await expect.poll(async () => (await search())[0], { timeout: 5_000 }).toBe(200)
})
