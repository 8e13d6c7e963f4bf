import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { createApi } from './api.ts'
import { identifyToken, openSession } from '#server/accounts/index.ts'
import { readEnv } from './platform/env.ts'
import { createJobContext } from './platform/jobs.ts'
import { openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics.ts'
import type { Rig } from './platform/rig.ts'
import { waitForBackgroundWork } from './platform/work/background-work.ts'
import { openCopy } from './test-databases.ts'
import { callTwice, counted } from './test-repeats.ts'

/** Date of all tests; the sample market is built around it. */
export const testNow = new Date('2026-11-20T09:00:00Z')

export type TestRig = Rig & {
  api: Hono
  call: (path: string, options?: CallOptions) => Promise<Answer>
  /** The session cookie of a token, for requests without `call`; or empty. */
  cookieOf: (bearer: string) => string
  /** Creates a session without the slow password check. Returns its token. */
  sessionOf: (accountId: string) => Promise<string>
  at: (now: Date) => void
  /** Ages cached entries without waiting. */
  age: (milliseconds: number) => void
  databaseUrl: string | undefined
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

export const openOwnRig = async (): Promise<TestRig> => openRigOn(await openCopy())

/** The test files of a worker share the API and sample market. The clock is at `testNow`. */
export async function openRig(): Promise<TestRig> {
  held.primpTestRig ??= openOwnRig()
  const rig = await held.primpTestRig
  // All files use the same minute: resets rate limits.
  rig.at(testNow)
  await rig.database.db.deleteFrom('rate_window').execute()
  // Deletes notices of earlier files, which would be counted.
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db
    .updateTable('account')
    .set({ email: sql`id || '@stood-in.example'` })
    .where('stands_in_for', 'is not', null)
    .execute()
  await rig.database.db.deleteFrom('sign_in_throttle').execute()
  // Figures that a job of an earlier file stored.
  await rig.database.db.deleteFrom('stored_answer').execute()
  await resetOperators(rig)
  return rig
}

/** Leaves the operator of the sample market as the only one, whatever operators earlier files created or removed. */
async function resetOperators({ database: { db } }: TestRig): Promise<void> {
  await db.deleteFrom('operator_grant').execute()
  await db.deleteFrom('approval').where('decided_at', 'is', null).execute()
  await db
    .updateTable('account')
    .set({ roles: sql`array_remove(roles, 'operator')`, duties: [] })
    .where('email', '!=', 'olu@primp.test')
    .where(sql<boolean>`roles @> '{operator}'`)
    .execute()
  await db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties: ['owner'], suspended_at: null })
    .where('email', '=', 'olu@primp.test')
    .where('stands_in_for', 'is', null)
    .execute()
}

/** The API over an open database with the sample market. */
export function openRigOn({ database, url }: Awaited<ReturnType<typeof openCopy>>): TestRig {
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
    identify: (token, cookie, anew) => identifyToken(database, env, { token, cookie, anew }, now),
    onUnlistedRefusal: (sentence) => {
      // Tests get an error; the message is logged above.
      console.error(sentence)
      throw new Error(sentence)
    },
  }
  const api = createApi(rig)
  // Browsers have one cookie; here each token has its own.
  const secrets = new Map<string, string>()
  const cookieOf = (bearer: string): string => secrets.get(bearer) ?? ''
  const sendOne = async (
    path: string,
    { method = 'GET', body, headers = {}, cookie, bearer, address = '127.0.0.1' }: CallOptions,
  ): Promise<Answer> => {
    const response = await api.request(
      path,
      {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          origin: 'http://localhost:3000',
          ...cookies([cookie, bearer && cookieOf(bearer)]),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      { address },
    )
    const text = await response.text()
    // Completes background work before assertions.
    await waitForBackgroundWork(database)
    const answer = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    const given = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const secret = given.find((line) => line.startsWith('primp_session=')) ?? (bearer ? cookieOf(bearer) : '')
    const token = answer?.data?.token
    if (typeof token === 'string' && secret) secrets.set(token, secret)
    return {
      status: response.status,
      headers: response.headers,
      cookie: given.find((line) => !line.startsWith('primp_session=')),
      body: answer,
    }
  }
  const send: typeof sendOne = (path, options) => counted(() => sendOne(path, options))
  const call: TestRig['call'] = (path, options = {}) =>
    options.headers?.['idempotency-key']
      ? callTwice(database, `${options.method} ${path}`, (cookie) =>
          send(path, cookie ? { ...options, cookie } : options),
        )
      : send(path, options)
  return {
    ...rig,
    api,
    call,
    cookieOf,
    sessionOf: async (accountId) => {
      const account = await database.db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      const given: string[] = []
      const browser = { cookie: undefined, setCookie: (line: string) => void given.push(line.split(';')[0] ?? '') }
      const { token } = await openSession(
        { ...createJobContext(rig, 'test'), address: '127.0.0.1', browser },
        account,
        'password',
      )
      secrets.set(token, given.find((line) => line.startsWith('primp_session=')) ?? '')
      return token
    },
    databaseUrl: url,
    at: (later) => {
      now = later
    },
    age: (milliseconds) => {
      const before = Date.now
      Date.now = () => before() + milliseconds
    },
  }
}

const cookies = (all: (string | undefined)[]): Record<string, string> => {
  const cookie = all.filter(Boolean).join('; ')
  return cookie ? { cookie } : {}
}

function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'primp-test-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const pick = (from: Record<string, string | undefined>, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))
