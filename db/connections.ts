import pg from 'pg'
import { isReadOnly, isUnanswered } from './faults.ts'
import { type Host, type Hosts, getHosts, NO_WRITER } from './hosts.ts'
import { NamedStatements, StatementSender } from './named-statements.ts'
import { BUDGET_SPENT, isBudgetSpent, waitLeftMs, waitWithinBudget } from './postgres/wait-budget.ts'
import { types } from './value-parsers.ts'

/** Milliseconds to wait for a connection, and for the answer to one statement (0 for no limit). */
export type Limits = { connectMs: number; answerMs: number }

export type PoolOptions = Limits & {
  /** The purpose of the connections; the database shows it as `primp <name>`. */
  name: string
  most: number
  /** Session settings by their PostgreSQL names. */
  settings?: Record<string, string>
  /** Whether waits count against the budget of the caller's request. */
  budgeted?: boolean
  /** Whether statements that come back often are prepared. */
  prepare?: boolean
  /** Whether a pooler gives a connection for one transaction only, so that the session's process ID is not known. */
  pooled?: boolean
}

/** The settings of every session. A pooler that keeps none needs them as settings of the role. */
const sessionSettings = { timezone: 'UTC', jit: 'off' }

/** Connections of a pool: open, idle, callers that wait now, and how often and how long callers have waited so far. */
export type PoolState = { open: number; idle: number; waiting: number; waits: number; waitedMs: number }

/**
 * A pool of connections to the server that takes writes. A lost connection ends a statement, never the process, and
 * every wait has a limit. Opens nothing before the first use.
 */
export class ConnectionPool {
  readonly #hosts: Hosts
  readonly #options: PoolOptions
  readonly #names: NamedStatements | null
  readonly #pools = new Map<Host, pg.Pool>()
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()
  #waits = 0
  #waitedMs = 0
  #isEnded = false

  constructor(url: string, options: PoolOptions) {
    this.#hosts = getHosts(url)
    this.#options = options
    this.#names = options.prepare ? new NamedStatements() : null
  }

  get state(): PoolState {
    const [waits, waitedMs] = [this.#waits, this.#waitedMs]
    const state = { open: 0, idle: 0, waiting: 0, waits, waitedMs }
    for (const pool of this.#pools.values()) {
      state.open += pool.totalCount
      state.idle += pool.idleCount
      state.waiting += pool.waitingCount
    }
    return state
  }

  async connect(): Promise<Connection> {
    if (!this.#options.budgeted) return this.#acquire()
    const acquiring = this.#acquire()
    try {
      return await waitWithinBudget(acquiring)
    } catch (fault) {
      acquiring.then(
        (late) => late.release(),
        () => {},
      )
      throw fault
    }
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ) {
    const connection = await this.connect()
    try {
      return await connection.query<Row>(query, values)
    } finally {
      connection.release()
    }
  }

  /** Closes all connections. Throws for later statements, also if the pool was never used before. */
  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.end()))
  }

  async #acquire(): Promise<Connection> {
    const host = await this.#hosts.writer()
    if (this.#isEnded) throw new Error('The database is closed')
    const pool = this.#poolOf(host)
    const mustWait = pool.idleCount <= pool.waitingCount && pool.totalCount >= this.#options.most
    const from = performance.now()
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (fault) {
      if (!mustWait) this.#hosts.clearWriter(host)
      throw fault
    } finally {
      if (mustWait) this.#countWait(performance.now() - from)
    }
    const known = this.#connections.get(client)
    if (known) return known
    const connection = new Connection(client, host, this.#hosts, this.#names, this.#options)
    this.#connections.set(client, connection)
    try {
      await connection.open()
    } catch (fault) {
      connection.release(true)
      throw fault
    }
    return connection
  }

  #countWait(ms: number): void {
    this.#waits++
    this.#waitedMs += ms
  }

  #poolOf(host: Host): pg.Pool {
    const known = this.#pools.get(host)
    if (known) return known
    const { settings, most } = this.#options
    const given = Object.entries({ ...sessionSettings, ...settings })
    const pool = new pg.Pool({
      ...getClientConfig(host, this.#options),
      max: most,
      types,
      options: given.map(([setting, value]) => `-c ${setting}=${value}`).join(' '),
    })
    // The pool replaces an idle connection that breaks; the next statement reports the fault.
    pool.on('error', () => {})
    this.#pools.set(host, pool)
    return pool
  }
}

/** The driver's configuration of a connection to one server. */
export const getClientConfig = (
  host: Host,
  { name, connectMs, answerMs }: Limits & { name: string },
): pg.ClientConfig => ({
  connectionString: host.url,
  application_name: `primp ${name}`,
  connectionTimeoutMillis: connectMs,
  query_timeout: answerMs,
  keepAlive: true,
})

const CANCEL_MS = 2_000

/**
 * One connection of a pool. It is given up if a statement is not answered in time: nothing is sent behind a hung
 * statement.
 */
export class Connection {
  readonly client: pg.PoolClient
  readonly #host: Host
  readonly #hosts: Hosts
  readonly #options: PoolOptions
  readonly #sender: StatementSender
  #processId: number | undefined
  #isGivenUp = false

  constructor(client: pg.PoolClient, host: Host, hosts: Hosts, names: NamedStatements | null, options: PoolOptions) {
    this.client = client
    this.#host = host
    this.#hosts = hosts
    this.#options = options
    this.#sender = new StatementSender(client, names)
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', () => {
      if (!this.#isGivenUp) hosts.clearWriter(host)
    })
  }

  async open(): Promise<void> {
    const isOneOfSeveral = this.#hosts.all.length > 1
    if (this.#options.pooled && !isOneOfSeveral) return
    const { rows } = await this.query<{ pid: number; standby: boolean }>(
      'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
    )
    if (!this.#options.pooled) this.#processId = rows[0]?.pid
    if (!isOneOfSeveral || !rows[0]?.standby) return
    this.#hosts.clearWriter(this.#host)
    throw new Error(NO_WRITER)
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: readonly unknown[],
  ) {
    if (this.#isGivenUp) throw new Error('Connection terminated')
    const { budgeted } = this.#options
    if (budgeted && waitLeftMs() <= 0) {
      // The transaction is not finished: its connection must not go back to the pool.
      if (this.client.getTransactionStatus() !== 'I') this.#giveUp()
      throw new Error(BUDGET_SPENT)
    }
    const answer = this.#sender.send<Row>(query, values)
    try {
      return await (budgeted ? waitWithinBudget(answer) : answer)
    } catch (fault) {
      answer.catch(() => {})
      if (isUnanswered(fault) || isBudgetSpent(fault)) this.#giveUp()
      // A request that may wait no longer says nothing about the server.
      if (isUnanswered(fault) || isReadOnly(fault)) this.#hosts.clearWriter(this.#host)
      throw fault
    }
  }

  /** Returns the connection to its pool, which closes it if it was given up. */
  release(destroy = false): void {
    this.client.release(destroy || this.#isGivenUp)
  }

  /** Cancels the statement that still runs: a COMMIT that waits for a lost standby would keep its session for ever. */
  #giveUp(): void {
    if (this.#isGivenUp) return
    this.#isGivenUp = true
    if (this.#processId === undefined) return
    const other = new pg.Client(
      getClientConfig(this.#host, { name: 'cancel', connectMs: CANCEL_MS, answerMs: CANCEL_MS }),
    )
    other.on('error', () => {})
    other
      .connect()
      .then(() => other.query('select pg_cancel_backend($1)', [this.#processId]))
      .catch(() => {})
      .finally(() => other.end().catch(() => {}))
  }
}
