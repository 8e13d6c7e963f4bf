import type { PartnerScope, Scope } from '#contract/accounts/scopes.ts'
import { type RawBuilder, sql } from 'kysely'
import { runInBackground } from './work/background-work.ts'
import type { Database, Db } from '#db/database.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import type { CountedAct, Metrics } from './metrics.ts'
import type { DependsOn } from '#server/platform/pages/subjects.ts'

/** Who calls. An anonymous visitor may still hold the cookie that owns their searches. */
export type Viewer = {
  accountId: string | null
  roles: readonly string[]
  /** What the caller may open of the console, where they are an operator. */
  duties: readonly string[]
  sessionId: string | null
  /** The operator who really acts, where someone acts as this account. */
  actorId: string | null
  /** Whether the call is one of the console, made by an operator in their own name. */
  operates: boolean
  /** SHA-256 of the visitor cookie. */
  visitorHash: Buffer | null
  /** When whoever is signed in last showed that it is them: by signing in, or anew since. */
  provenAt: Date | null
  /** Whether they have shown more than a password or a mail in this session. */
  strong: boolean
  /** The key that another program calls by, in this account's name or in that of a partner; null where a person calls. */
  key: {
    id: string
    scopes: readonly (Scope | PartnerScope)[]
    partnerId: string | null
    /** How many calls a minute it may make. */
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

/** The browser at the other end of a call. */
export type Browser = {
  /** The Cookie header that it sent. */
  cookie: string | undefined
  /** Gives it a cookie by a Set-Cookie line, once the call is done and was not refused; the last of a name counts. */
  setCookie: (line: string) => void
}
const noBrowser: Browser = { cookie: undefined, setCookie: () => {} }

/** Everything a use-case can touch. */
export type Context = {
  db: Db
  database: Database
  /** Reads that decide no write and may be a moment old, but never older than what the caller did or was told. */
  reads: Db
  env: Env
  log: Log
  viewer: Viewer
  now: Date
  requestId: string
  /** The caller's network address, for limits and country only; never stored. */
  address: string
  /** Browser and system of the caller, in words; empty where unknown. */
  device: string
  browser: Browser
  /** Says what the answer tells of, so that a page which shows it is renewed when that changes; an answer that says nothing is renewed whenever anything does. */
  dependsOn: DependsOn
  /** Runs the work in one transaction, and once more where it lost to another; the inner context replaces the outer, which must not be used meanwhile. Nothing outside the database may be changed in it. */
  transaction: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  /** Counts an act for the metrics; one of a transaction once that is committed. */
  count: (act: CountedAct) => void
  /** Begins work that nobody waits for once the transaction is committed; at once where there is none. It must not fail. */
  afterCommit: (work: () => void) => void
  /** The same of nobody, for work that goes on after the answer: on the connections of what runs by the clock. */
  background: (name: string) => Context
  /** The Idempotency-Key of the call, where it carries one. */
  key: string | null
  /** The transaction that is the call's act: its answer is the call's whole answer, stored with the act where the call carries an Idempotency-Key, so that the same call again gets it and does nothing. With null the call goes on to a later act. */
  idempotent: <T extends object | null>(act: (ctx: Context) => Promise<T>) => Promise<T>
  /** The same of an act that is one statement and so a transaction by itself: what the call then answers is known before, and stored by `kept`, which has to be one of the statement's columns. Null where the statement did nothing, since it was reckoned with what no longer stands: then nothing is stored either. */
  idempotentStatement: <T extends object>(answer: T, act: StatementAct) => Promise<T | null>
}

/** One statement: answers whether it did what it was for. */
type StatementAct = (db: Db, kept: RawBuilder<unknown>) => Promise<boolean>

const nothingToKeep = sql<unknown>`null::boolean`

export type Clock = () => Date

/** Opens the context of one call. A call that only reads is given connections that can write nothing and so never wait for another's commit; its `transaction` is an act's. */
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
      // In a transaction a statement that undoes itself takes everything with it.
      idempotentStatement: async (answer, act) => ((await act(tx, nothingToKeep)) ? answer : null),
    }
    return inner
  }
  return ctx
}

/**
 * Returns the same context without its caller, for work that a call triggers but nobody decides on, such as handling what
 * the payment service answers. It runs in the caller's transaction, where there is one.
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
// The database undid all of it: for somebody else's sake, as in a deadlock or where it could not be put in order, or because a migration has changed what a prepared statement answers.
const undone = new Set(['40P01', '40001', '0A000'])

// The error code of `assert_unchanged`, and those of unique and exclusion constraints.
const overtaken = new Set(['PR001', '23505', '23P01'])

/** What a statement by itself answers; false where it was undone, for somebody else's sake or since what it was reckoned with no longer stands. */
export const catchConflict = (statement: Promise<boolean>): Promise<boolean> =>
  statement.catch((fault) => {
    const { code = '' } = fault as { code?: string }
    if (overtaken.has(code) || undone.has(code)) return false
    throw fault
  })

/** Does the work of a transaction once more where the database gave it up for the sake of another. */
async function again<T>(work: () => Promise<T>, left = tries - 1): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (left === 0 || !undone.has((fault as { code?: string }).code ?? '')) throw fault
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 45))
    return again(work, left - 1)
  }
}

/** Of a call that a proxy passed on which nobody has told us to trust: somebody, who knows where. */
export const UNKNOWN_ADDRESS = '0.0.0.0'

/** Whether the caller sits on this very machine. */
export const isLoopbackAddress = (address: string): boolean => /^(::1|(::ffff:)?127\.)/.test(address)
