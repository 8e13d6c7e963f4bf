import type { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import { type RawBuilder, sql } from 'kysely'
import { runInBackground } from './work/background-work.ts'
import type { Database, Db } from '#db/database.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import type { CountedAct, Metrics } from './metrics.ts'
import type { DependsOn } from '#server/platform/pages/subjects.ts'

export type Viewer = {
  accountId: string | null
  roles: readonly string[]
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
  /** True if the session used more than a password or mail link. */
  strong: boolean
  /** Null for people. */
  key: {
    id: string
    scopes: readonly (Scope | PartnerScope)[]
    partnerId: string | null
    /** Rate limit per minute. */
    aMinute: number
    /** True for a partner's sandbox key. */
    sandbox: boolean
  } | null
}

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

export type Browser = {
  cookie: string | undefined
  /** Sets a cookie if the call succeeds. The last value per name wins. */
  setCookie: (line: string) => void
}
const noBrowser: Browser = { cookie: undefined, setCookie: () => {} }

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
   * Runs `work` in a transaction and retries it once after a conflict. Use the inner context instead of the outer one.
   * `work` must have no side effects outside the database.
   */
  transaction: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  /** Counts an event for metrics; within a transaction, after commit. */
  count: (act: CountedAct) => void
  /** Starts background work after commit, or at once without a transaction. The work must not throw. */
  afterCommit: (work: () => void) => void
  /** Returns a context without a caller for work after the response, on the job connections. */
  background: (name: string) => Context
  /** The Idempotency-Key header, if any. */
  key: string | null
  /**
   * Runs the transaction of an idempotent call. Its result is the response, which the transaction stores if there is an
   * Idempotency-Key, so that a retry returns it. If `act` returns null, a later transaction of the call may store the
   * response.
   */
  idempotent: <T extends object | null>(act: (ctx: Context) => Promise<T>) => Promise<T>
  /**
   * Same for a single statement whose response is known in advance. The column `kept` stores it. Returns null, without
   * storing, if the statement had no effect because its facts were outdated.
   */
  idempotentStatement: <T extends object>(answer: T, act: StatementAct) => Promise<T | null>
}

type StatementAct = (db: Db, kept: RawBuilder<unknown>) => Promise<boolean>

const nothingToKeep = sql<unknown>`null::boolean`

export type Clock = () => Date

/**
 * Opens the context of a call. Read-only calls get connections that never wait for another transaction's commit.
 * `transaction` uses a writing connection.
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
 * Returns the context without its caller, for work that they did not decide, such as handling webhooks. Keeps the
 * caller's transaction.
 */
export function dropCaller(ctx: Context): Context {
  if (ctx.viewer === nobody) return ctx
  const own = replaceViewer(ctx, nobody)
  return { ...own, idempotent: own.transaction }
}

/** Returns the context with another caller, in its transactions too. The caller of this function checks their right. */
export const replaceViewer = (ctx: Context, viewer: Viewer): Context => ({
  ...ctx,
  viewer,
  transaction: (work) => ctx.transaction((tx) => work(replaceViewer(tx, viewer))),
  idempotent: (act) => ctx.idempotent((tx) => act(replaceViewer(tx, viewer))),
})

const tries = 4
// SQLSTATEs after which a retry succeeds: deadlock, serialization failure, or a cached plan outdated by a migration.
const undone = new Set(['40P01', '40001', '0A000'])

// SQLSTATEs of `assert_unchanged`, unique and exclusion constraints.
const overtaken = new Set(['PR001', '23505', '23P01'])

/** Returns false if a conflict or outdated facts rolled the statement back. */
export const catchConflict = (statement: Promise<boolean>): Promise<boolean> =>
  statement.catch((fault) => {
    const { code = '' } = fault as { code?: string }
    if (overtaken.has(code) || undone.has(code)) return false
    throw fault
  })

/** Retries a transaction that was rolled back because of another. */
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

export const isLoopbackAddress = (address: string): boolean => /^(::1|(::ffff:)?127\.)/.test(address)
