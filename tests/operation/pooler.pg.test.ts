import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { createCopy, dropCopy } from '#server/test-databases.ts'
import { book } from './book.ts'
import { endAll, freePort, type Running, startPrimp } from './primp-process.ts'

const name = `${process.pid}_pooler`
const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)
// Fewer than one process has: what two statements of one caller take to be one session falls apart.
const SERVERS = 4

let direct = ''
let pooler: { url: string; close: () => Promise<void> } | undefined
let primp: Running

beforeAll(async () => {
  if (!pgbouncer) return
  direct = await createCopy(name)
  await asRole()
  pooler = await openPooler(pgbouncer, direct)
  primp = await startPrimp(
    '',
    { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, DATABASE_POOLER: 'on', SAMPLE_MARKET: 'on' },
    '/readyz',
  )
}, 120_000)
afterAll(async () => {
  await endAll()
  await pooler?.close()
  if (pgbouncer) await dropCopy(name)
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

/** What sessions begin with is the role's to know where a pooler keeps no sessions; in this database only. */
async function asRole(): Promise<void> {
  const { username, pathname } = new URL(direct)
  for (const setting of [
    `timezone = 'UTC'`,
    'jit = off',
    `statement_timeout = '6400ms'`,
    `lock_timeout = '3200ms'`,
    `idle_in_transaction_session_timeout = '8s'`,
  ])
    await ask(`alter role "${username}" in database "${pathname.slice(1)}" set ${setting}`)
}

/** A PgBouncer that gives a connection for one transaction only. */
async function openPooler(command: string, url: string) {
  const { hostname, port, username, pathname } = new URL(url)
  const home = mkdtempSync(join(tmpdir(), 'primp-pooler-'))
  const here = await freePort()
  writeFileSync(join(home, 'users'), `"${username}" ""\n`)
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${here}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users
pool_mode = transaction
default_pool_size = ${SERVERS}
max_client_conn = 200
ignore_startup_parameters = options, extra_float_digits
`,
  )
  // It refuses to run as root.
  const root = process.getuid?.() === 0
  if (root) execFileSync('chown', ['-R', 'postgres', home])
  const child: ChildProcess = spawn(command, [...(root ? ['-u', 'postgres'] : []), join(home, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const ended = new Promise((done) => child.once('close', done))
  const through = `postgres://${username}@127.0.0.1:${here}${pathname}`
  const answers = async () => {
    const client = new pg.Client({ connectionString: through })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  for (let i = 0; !(await answers()); i++) {
    if (child.exitCode !== null || i > 200) throw new Error(`PgBouncer did not start: ${said}`)
    await setTimeout(25)
  }
  return {
    url: through,
    close: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function login(): Promise<string> {
  const answer = await fetch(`${primp.url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mia@primp.test', password: 'primp-sample-1' }),
  })
  return (await answer.json()).data.token as string
}

test.skipIf(!pgbouncer)(
  'behind a pooler that gives a connection for one transaction people find, book and hear of it',
  async () => {
    const token = await login()
    const signedIn = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

    // Many at once, on a handful of connections that they share.
    const booked = (await Promise.all(Array.from({ length: 6 }, () => book(primp.url)))).filter((one) => one !== null)
    expect(booked.length).toBeGreaterThan(2)
    const ids = booked.map(({ appointmentId }) => `'${appointmentId}'`).join()
    expect(await ask(`select count(*)::int as n from appointment where id in (${ids})`)).toEqual([{ n: booked.length }])
    // What they asked with: several statements that belong together went to one connection, none to a prepared one that was not there.
    expect(primp.lines().filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    const [{ n: connections } = { n: 0 }] = await ask(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like 'primp%' and application_name not in ('primp listening', 'primp upkeep', 'primp queue', 'primp jobs') and pid <> pg_backend_pid()`,
    )
    expect(connections).toBeGreaterThan(0)
    expect(connections).toBeLessThanOrEqual(SERVERS)

    // News come past the pooler.
    const page = async () => (await fetch(`${primp.url}/@/mia-hollis`)).text()
    await page()
    const bio =
      'Written behind a pooler: brides in East London, soft skin and hair that holds from the first picture to the last dance.'
    const put = await fetch(`${primp.url}/v1/providers/me/bio`, {
      method: 'PUT',
      headers: signedIn,
      body: JSON.stringify({ bio }),
    })
    expect(put.status).toBe(200)
    await expect.poll(page, { timeout: 5_000 }).toContain('Written behind a pooler')
    expect((await fetch(`${primp.url}/readyz`)).status).toBe(200)
  },
  60_000,
)

test.skipIf(!pgbouncer)('what takes its time goes past the pooler, where its own limits hold', async () => {
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
