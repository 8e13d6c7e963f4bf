import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import { loadReference, loadSampleMarket } from '#db/cast/load.ts'
import { migrate, migrationsFingerprint } from '#db/migrate.ts'
import { createApi } from '#server/api.ts'
import { identify } from '#server/accounts/door.ts'
import { readEnv } from './platform/env.ts'
import { openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics.ts'
import type { Rig } from './platform/rig.ts'

/** The day every test lives on: the sample market is made around it. */
export const testNow = new Date('2026-11-20T09:00:00Z')

export type TestRig = Rig & {
  api: Hono
  call: (path: string, options?: CallOptions) => Promise<Answer>
  at: (now: Date) => void
}
type CallOptions = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  cookie?: string
  bearer?: string
  address?: string
}
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
export type Answer = { status: number; headers: Headers; body: any; cookie: string | undefined }

const held = globalThis as { primpTestRig?: Promise<TestRig> }

/** One API on one database with the sample market, shared by all test files of a worker; the clock stands at `testNow`. */
export function openRig(): Promise<TestRig> {
  held.primpTestRig ??= makeRig()
  return held.primpTestRig
}

async function makeRig(): Promise<TestRig> {
  const database =
    process.env['TEST_ENGINE'] === 'postgres'
      ? await openFilled(process.env['TEST_DATABASE_URL'] as string)
      : await openFromTemplate()
  let now = testNow
  const env = readEnv({
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    SAMPLE_MARKET: 'on',
    DATA_DIR: ownDirectory(),
    ...pick(process.env, ['RATE_LIMITS']),
  })
  const clock = () => now
  const rig: Rig = {
    database,
    env,
    log: openLog('silent'),
    metrics: openMetrics(),
    clock,
    identify: (token) => identify(database, env, token, now),
  }
  const api = createApi(rig)
  const call: TestRig['call'] = async (
    path,
    { method = 'GET', body, headers = {}, cookie, bearer, address = '127.0.0.1' } = {},
  ) => {
    const response = await api.request(
      path,
      {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          origin: 'http://localhost:3000',
          ...(cookie ? { cookie } : {}),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      { address },
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      cookie: response.headers.get('set-cookie')?.split(';')[0],
      body: text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    }
  }
  return {
    ...rig,
    api,
    call,
    at: (later) => {
      now = later
    },
  }
}

// Files that tests keep: gone with the process.
function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'primp-test-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const pick = (from: Record<string, string | undefined>, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))

async function openFilled(url: string): Promise<Database> {
  const database = await openPostgres(url)
  await migrate(database)
  await loadReference(database)
  await loadSampleMarket(database)
  return database
}

// Loading the market takes seconds, so a loaded directory is kept beside the packages and unpacked for each worker.
async function openFromTemplate(): Promise<Database> {
  const folder = new URL('../node_modules/.cache/primp/', import.meta.url).pathname
  const file = join(folder, `market-${templateFingerprint()}.tar`)
  if (existsSync(file)) return openEmbedded(undefined, new Blob([readFileSync(file)]))
  const database = await openEmbedded(undefined)
  await migrate(database)
  await loadReference(database)
  await loadSampleMarket(database)
  mkdirSync(folder, { recursive: true })
  const dump = await database.pglite?.dumpDataDir('none')
  if (dump) {
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    renameSync(`${file}.${process.pid}`, file)
  }
  return database
}

const templateFingerprint = (): string =>
  createHash('sha256')
    .update(migrationsFingerprint())
    .update(process.env['CAST_FINGERPRINT'] ?? '')
    .digest('hex')
    .slice(0, 16)
