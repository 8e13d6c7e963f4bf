import type { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import { type RawBuilder, sql } from 'kysely'
import { runInBackground } from './work/background-work.ts'
import type { Database, Db } from '#db/database.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import type { CountedAct, Metrics } from './metrics.ts'
import type { DependsOn } from '#server/platform/pages/subjects.ts'

/** The caller. An anonymous visitor may have the cookie of their searches. */
export type Viewer = {
  accountId: string | null
  roles: readonly string[]
  /** Console permissions of an operator. */
  duties: readonly string[]
  sessionId: string | null
  /** The impersonating operator, if any. */
  actorId: string | null
  /** True for a console request by an operator in their own name. */
  operates: boolean
  /** SHA-256 of the visitor cookie. */
  visitorHash: Buffer | null
  /** Time of the last sign-in or step-up authentication. */
  provenAt: Date | null
  /** True if the session used more than a password or mail. */
  strong: boolean
  /** API key of the request, for an account or partner; null for people. */
  key: {
    id: string
    scopes: readonly (Scope | PartnerScope)[]
    partnerId: string | null
    /** Rate limit per minute. */
    aMinute: number
  } | null
}

/** The signed-in account or API key of a request, without the visitor cookie. */
export type Identity = Omit<Viewer, 'visitorHash' | 'operates'>

export const nobody: Viewer = {
  accountId: null,
  roles: [],
  duties: [],
  sessionId: null,
  actorId: null,
  operates: false,
  visitorHash: null,
  provenAt: null,
  strong: false,
  key: null,
}

/** The caller's browser. */
export type Browser = {
  /** Cookie header of the request. */
  cookie: string | undefined
  /** Sets a cookie if the call succeeds. The last value per name wins. */
  setCookie: (line: string) => void
}
const noBrowser: Browser = { cookie: undefined, setCookie: () => {} }

/** Dependencies of a use case. */
export type Context = {
  db: Db
  database: Database
  /** Read connection. May lag slightly, but never behind the caller's own changes or notifications. */
  reads: Db
  env: Env
  log: Log
  viewer: Viewer
  now: Date
  requestId: string
  /** The caller's IP address, for limits and country only; never stored. */
  address: string
  /** Browser and system of the caller as text, or empty. */
  device: string
  browser: Browser
  /**
   * Declares the subjects of a response, so that cached pages are invalidated when they change. By default any change
   * invalidates.
   */
  dependsOn: DependsOn
  /**
   * Runs work in a transaction and retries it once after a conflict. The inner context replaces the outer one. Side
   * effects outside the database are forbidden.
   */
  transaction: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  /** Counts an event for metrics, after commit within a transaction. */
  count: (act: CountedAct) => void
  /** Starts background work after commit, or at once without a transaction. It must not throw. */
  afterCommit: (work: () => void) => void
  /** Returns a context without caller for work after the response, on the job connections. */
  background: (name: string) => Context
  /** The Idempotency-Key header, if any. */
  key: string | null
  /**
   * Runs the transaction of an idempotent call. Its result is the response, stored in the transaction if there is an
   * Idempotency-Key, so that a retry returns it. Null continues to a later transaction.
   */
  idempotent: <T extends object | null>(act: (ctx: Context) => Promise<T>) => Promise<T>
  /**
   * Same for a single statement, whose response is known in advance and stored by the column `kept`. Returns null,
   * without storing, if the statement had no effect because its facts were outdated.
   */
  idempotentStatement: <T extends object>(answer: T, act: StatementAct) => Promise<T | null>
}

/** One statement. Returns whether it had an effect. */
type StatementAct = (db: Db, kept: RawBuilder<unknown>) => Promise<boolean>

const nothingToKeep = sql<unknown>`null::boolean`

export type Clock = () => Date

/**
 * Opens the context of a call. Read-only calls get connections that never wait for another transaction's commit;
 * `transaction` uses a writing one.
 */
export function openContext(
  deps: { database: Database; env: Env; log: Log; metrics: Metrics; clock: Clock },
  call: {
    viewer: Viewer
    requestId: string
    address: string
    device?: string
    browser?: Browser
    dependsOn?: DependsOn
  },
  lane: 'acts' | 'reads' | 'jobs' = 'acts',
): Context {
  const acts = lane === 'jobs' ? deps.database.jobs : deps.database.db
  const ctx: Context = {
    db: lane === 'reads' ? deps.database.fresh : acts,
    database: deps.database,
    reads: lane === 'acts' ? deps.database.fresh : deps.database.reads,
    env: deps.env,
    log: deps.log,
    now: deps.clock(),
    device: '',
    browser: noBrowser,
    dependsOn: () => {},
    key: null,
    ...call,
    count: (act) => deps.metrics.acts.inc({ act }),
    afterCommit: (work) => work(),
    background: (name) => openContext(deps, { viewer: nobody, requestId: name, address: '' }, 'jobs'),
    transaction: async (work) => {
      let counted: CountedAct[] = []
      let later: (() => void)[] = []
      const done = await again(() => {
        counted = []
        later = []
        return acts.transaction().execute((tx) =>
          work(
            within(
              tx,
              (act) => counted.push(act),
              (work) => later.push(work),
            ),
          ),
        )
      })
      for (const act of counted) ctx.count(act)
      for (const work of later) work()
      runInBackground(ctx, 'number-events')
      return done
    },
    idempotent: (act) => ctx.transaction(act),
    idempotentStatement: async (answer, act) => ((await catchConflict(act(acts, nothingToKeep))) ? answer : null),
  }
  const within = (tx: Db, count: Context['count'], after: Context['afterCommit']): Context => {
    const inner: Context = {
      ...ctx,
      db: tx,
      count,
      afterCommit: after,
      transaction: (work) => work(inner),
      idempotent: (act) => act(inner),
      // In a transaction, a failing statement rolls everything back.
      idempotentStatement: async (answer, act) => ((await act(tx, nothingToKeep)) ? answer : null),
    }
    return inner
  }
  return ctx
}

/**
 * Returns the context without its caller, for work not decided by them, such as handling webhooks. Keeps the caller's
 * transaction.
 */
export function dropCaller(ctx: Context): Context {
  if (ctx.viewer === nobody) return ctx
  const own: Context = {
    ...ctx,
    viewer: nobody,
    transaction: (work) => ctx.transaction((tx) => work(dropCaller(tx))),
    idempotent: (act) => own.transaction(act),
  }
  return own
}

const tries = 4
// SQLSTATEs after which a retry succeeds: deadlock, serialization failure, or a cached plan outdated by a migration.
const undone = new Set(['40P01', '40001', '0A000'])

// SQLSTATEs of `assert_unchanged`, unique and exclusion constraints.
const overtaken = new Set(['PR001', '23505', '23P01'])

/** Returns a statement's result, or false if it was rolled back by a conflict or outdated facts. */
export const catchConflict = (statement: Promise<boolean>): Promise<boolean> =>
  statement.catch((fault) => {
    const { code = '' } = fault as { code?: string }
    if (overtaken.has(code) || undone.has(code)) return false
    throw fault
  })

/** Retries a transaction rolled back because of another. */
async function again<T>(work: () => Promise<T>, left = tries - 1): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (left === 0 || !undone.has((fault as { code?: string }).code ?? '')) throw fault
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 45))
    return again(work, left - 1)
  }
}

/** Fallback address of requests through an untrusted proxy. */
export const UNKNOWN_ADDRESS = '0.0.0.0'

/** Returns whether an address is this machine. */
export const isLoopbackAddress = (address: string): boolean => /^(::1|(::ffff:)?127\.)/.test(address)
