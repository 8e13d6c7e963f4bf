import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { BUDGET_SPENT, countWait, isBudgetSpent, waitLeftMs } from './postgres/wait-budget.ts'
import { type Host, type Hosts, hostsAt } from './hosts.ts'
import { NamedStatements, PreparingClient } from './preparing-client.ts'

/** How long a caller waits for a connection, and for the answer to one statement, before it is told that the database is not there. */
export type Limits = { connectMs: number; answerMs: number }

export type PoolOptions = Limits & {
  /** What the connections are for; the database shows it as `primp <name>`. */
  name: string
  most: number
  /** Settings of each session, by their PostgreSQL names. */
  settings?: Record<string, string>
  /** Whether waits count against the budget of the request that the caller serves. */
  budgeted?: boolean
  /** Whether what is asked often is prepared once on each connection; not behind a pooler that hands statements of one caller to several. */
  prepare?: boolean
}

/** What each connection begins with; behind a pooler that keeps no settings of a session, the role has to have them. */
const settingsOfAll = { timezone: 'UTC', jit: 'off' }

/** Opens a pool of connections whose loss ends a query, never the process, and on which nobody waits for ever. */
export function openPool(url: string, types: pg.CustomTypesConfig, options: PoolOptions): WatchedPool {
  const pool = new WatchedPool({ ...poolConfig(url, options), types }, options.budgeted)
  // An idle connection that breaks is replaced; the next query reports what matters.
  pool.on('error', () => {})
  return pool
}

/** How a pool stands: its connections, who waits for one now, and how often and how long anybody has waited so far. */
export type PoolState = { open: number; idle: number; waiting: number; waits: number; waitedMs: number }

/** A pool that keeps count of those whom it could not give a connection at once. */
export class WatchedPool extends pg.Pool {
  readonly #budgeted: boolean
  #waits = 0
  #waitedMs = 0

  constructor(config: pg.PoolConfig, budgeted = false) {
    super(config)
    this.#budgeted = budgeted
  }

  get state(): PoolState {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this
    return { open, idle, waiting, waits: this.#waits, waitedMs: this.#waitedMs }
  }

  override connect(...given: unknown[]): never {
    const leftMs = this.#budgeted && given.length === 0 ? waitLeftMs() : Number.POSITIVE_INFINITY
    if (leftMs === Number.POSITIVE_INFINITY) return this.#connect(...given)
    return countWait(this.#connectWithin(leftMs)) as never
  }

  /** Waits for a connection for so long; one that comes later goes back to the pool. */
  #connectWithin(ms: number): Promise<pg.PoolClient> {
    if (ms <= 0) return Promise.reject(new Error(BUDGET_SPENT))
    return new Promise((resolve, reject) => {
      let late = false
      const timer = setTimeout(() => {
        late = true
        reject(new Error(BUDGET_SPENT))
      }, ms)
      const connecting: Promise<pg.PoolClient> = this.#connect()
      connecting.then(
        (client) => {
          clearTimeout(timer)
          if (late) client.release()
          else resolve(client)
        },
        (fault) => {
          clearTimeout(timer)
          reject(fault)
        },
      )
    })
  }

  #connect(...given: unknown[]): never {
    const connect = super.connect as (...given: unknown[]) => unknown
    if (this.idleCount > this.waitingCount || this.totalCount < this.options.max)
      return connect.apply(this, given) as never
    const from = performance.now()
    const over = () => {
      this.#waits++
      this.#waitedMs += performance.now() - from
    }
    const [tell] = given
    if (typeof tell === 'function')
      return connect.call(this, (...told: unknown[]) => {
        over()
        tell(...told)
      }) as never
    return (connect.call(this) as Promise<unknown>).finally(over) as never
  }
}

/** The same for whoever opens a pool of its own. */
export function poolConfig(url: string, options: PoolOptions): pg.PoolConfig {
  const { most, settings, prepare = false } = options
  const given = Object.entries({ ...settingsOfAll, ...settings })
  return {
    ...clientConfig(url, options),
    ...{ prepared: prepare ? new NamedStatements() : null, budgeted: options.budgeted ?? false },
    max: most,
    Client: LimitedClient as never,
    options: given.map(([setting, value]) => `-c ${setting}=${value}`).join(' '),
  }
}

/** One connection outside every pool, not yet opened. */
export const newClient = (url: string, options: Limits & { name: string }): pg.Client =>
  new LimitedClient(clientConfig(url, options))

type LimitedConfig = pg.ClientConfig & { hosts: Hosts; prepared?: NamedStatements | null; budgeted?: boolean }

const clientConfig = (url: string, { name, connectMs, answerMs }: Limits & { name: string }): LimitedConfig => {
  const hosts = hostsAt(url)
  return {
    hosts,
    // Who asks, for which database: the same at all of them.
    connectionString: hosts.all[0]?.url ?? url,
    application_name: `primp ${name}`,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
  }
}

/** Asks one statement on a connection of the pool, which is not used again where it was lost. */
export async function ask<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect()
  let broken = false
  try {
    return await client.query<Row>(query)
  } catch (fault) {
    broken = isAway(fault)
    throw fault
  } finally {
    client.release(broken)
  }
}

const noAnswer = 'Query read timeout'

/** Turns the fault of a statement that was limited by the rest of the request's budget into the fault of the budget. */
function toBudgetSpent(fault: Error): never {
  throw fault.message === noAnswer ? new Error(BUDGET_SPENT, { cause: fault }) : fault
}

const readOnly = '25006'

/**
 * A connection to the server that takes writes, given up where it does not answer in time: nothing is asked behind a
 * statement that hangs.
 */
class LimitedClient extends PreparingClient {
  readonly #config: LimitedConfig
  #host: Host | undefined
  #isGivenUp = false

  constructor(config: LimitedConfig) {
    super(config, config.prepared ?? null)
    this.#config = config
    // Without a listener, a line lost between two statements of a transaction would end the process.
    this.on('error', () => {
      if (!this.#isGivenUp) this.#lost()
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (fault: Error) => void): void
  override connect(callback?: (fault: Error) => void): Promise<pg.Client> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => this.connect((fault) => (fault ? reject(fault) : resolve(this))))
    this.#config.hosts.writer().then(
      (host) => this.#connectTo(host, callback),
      (fault) => callback(fault),
    )
    return undefined
  }

  #connectTo(host: Host, callback: (fault: Error) => void): void {
    this.#host = host
    const { connection, _ending } = this as unknown as { connection: EventEmitter; _ending: boolean }
    // It was closed while the server was looked for.
    if (_ending) {
      callback(new Error('Client was closed'))
      return
    }
    let writes = true
    if (this.#config.hosts.all.length > 1) {
      Object.assign(this, { host: host.host, port: host.port })
      // A server says it of itself at the beginning; it may have become a standby since it was looked for.
      connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
        if (parameterName === 'in_hot_standby' && parameterValue === 'on') writes = false
      })
    }
    super.connect((fault: Error) => {
      if (fault || !writes) this.#lost()
      if (!fault && !writes) {
        this.end().catch(() => {})
        return callback(new Error('No server takes writes'))
      }
      callback(fault)
    })
  }

  #lost(): void {
    if (this.#host) this.#config.hosts.lost(this.#host)
  }

  protected override asked(...given: unknown[]): unknown {
    const leftMs = this.#config.budgeted ? waitLeftMs() : Number.POSITIVE_INFINITY
    if (leftMs === Number.POSITIVE_INFINITY || !canBeLimited(given)) return this.#askNow(given)
    if (leftMs <= 0) {
      // The transaction is not finished: its connection must not go back to the pool.
      if (this.getTransactionStatus() !== 'I') this.#giveUp()
      return Promise.reject(new Error(BUDGET_SPENT))
    }
    const { query_timeout: answerMs } = this.#config
    const answer = super.asked(limited(given, leftMs, answerMs)) as Promise<unknown>
    const isOwnLimit = Boolean(answerMs) && leftMs >= (answerMs as number)
    return countWait(this.#watch(isOwnLimit ? answer : answer.catch(toBudgetSpent)))
  }

  #askNow(given: readonly unknown[]): unknown {
    const answer = super.asked(...given)
    return answer instanceof Promise ? this.#watch(answer) : answer
  }

  #watch<T>(answer: Promise<T>): Promise<T> {
    answer.catch((fault: { message?: string; code?: string }) => {
      const isSilent = fault.message === noAnswer
      if (isSilent || isBudgetSpent(fault)) this.#giveUp()
      // A request that may wait no more says nothing about the server.
      if (isSilent || fault.code === readOnly) this.#lost()
    })
    return answer
  }

  /** Closes the connection and cancels the statement that still runs on it. */
  #giveUp(): void {
    this.#isGivenUp = true
    const { processID, connection } = this as unknown as {
      processID: number | null
      connection: { stream: { destroy: () => void } }
    }
    connection.stream.destroy()
    // The stream tells of its end later: until then the pool would hand this connection to the next caller.
    Object.assign(this, { _queryable: false })
    // The server would go on waiting, as a commit does for a standby that is gone, and hold a place.
    const other = new pg.Client({
      ...this.#config,
      ...(this.#host ? { connectionString: this.#host.url } : {}),
      query_timeout: 2_000,
      connectionTimeoutMillis: 2_000,
    })
    other.on('error', () => {})
    other
      .connect()
      .then(() => other.query('select pg_cancel_backend($1)', [processID]))
      .catch(() => {})
      .finally(() => other.end().catch(() => {}))
  }
}

/** Whether a query is in one of the forms that this code sends, without a callback and not a stream. */
const canBeLimited = ([query, values, ...rest]: readonly unknown[]): boolean =>
  rest.length === 0 &&
  (values === undefined || Array.isArray(values)) &&
  (typeof query === 'string' || (typeof query === 'object' && query !== null && !('submit' in query)))

function limited([query, values]: readonly unknown[], leftMs: number, answerMs: number | undefined): object {
  const config = typeof query === 'string' ? { text: query } : (query as object)
  return {
    ...config,
    ...(values === undefined ? {} : { values }),
    query_timeout: Math.max(1, Math.ceil(Math.min(leftMs, answerMs || leftMs))),
  }
}

// Connections that were refused, cut or never came; servers that start, stop, are full or have a full disk, or may not write any more.
const lost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // What a pooler says that has no server itself.
  '08P01',
  '25006',
  '53100',
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
])
const lostWords =
  /^(Database wait budget spent|Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|Client was closed|No server takes writes)/

/** Whether a fault says that the database is not there at the moment, or did not answer in time; the same may be asked again. */
export function isAway(fault: unknown): boolean {
  const { code, message, cause } = (fault ?? {}) as { code?: string; message?: string; cause?: unknown }
  return lost.has(code ?? '') || lostWords.test(message ?? '') || (cause !== undefined && isAway(cause))
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
])
const unreachableWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|No server takes writes)/
const TOO_MANY_CONNECTIONS = '53300'

/**
 * Whether no server could be reached, or the one reached is starting or stopping. Unlike `isAway`, it excludes slow answers,
 * locks, a full disk and a host name that does not exist.
 */
export const isUnreachable = (fault: unknown): boolean =>
  hasCause(
    fault,
    ({ code = '', message = '' }) => /^08/.test(code) || unreachable.has(code) || unreachableWords.test(message),
  )

/** Whether the server answered that it has no connection left. */
export const isRefused = (fault: unknown): boolean => hasCause(fault, ({ code }) => code === TOO_MANY_CONNECTIONS)

type Fault = { code?: string; message?: string; cause?: unknown }

function hasCause(fault: unknown, matches: (fault: Fault) => boolean): boolean {
  const { cause } = (fault ?? {}) as Fault
  return matches((fault ?? {}) as Fault) || (cause !== undefined && hasCause(cause, matches))
}
