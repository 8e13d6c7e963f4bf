import pg from 'pg'

/** How long a caller waits for a connection, and for the answer to one statement, before it is told that the database is not there. */
export type Limits = { connectMs: number; answerMs: number }

export type PoolOptions = Limits & {
  /** What the connections are for; the database shows it as `primp <name>`. */
  name: string
  most: number
  /** Settings of each session, by their PostgreSQL names. */
  settings?: Record<string, string>
}

/** What each connection begins with; behind a pooler that keeps no settings of a session, the role has to have them. */
const settingsOfAll = { timezone: 'UTC', jit: 'off' }

/** Opens a pool of connections whose loss ends a query, never the process, and on which nobody waits for ever. */
export function openPool(url: string, types: pg.CustomTypesConfig, options: PoolOptions): WatchedPool {
  const { name, most, connectMs, answerMs, settings } = options
  const given = Object.entries({ ...settingsOfAll, ...settings })
  const pool = new WatchedPool({
    connectionString: url,
    application_name: `primp ${name}`,
    max: most,
    types,
    Client: LimitedClient as never,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    options: given.map(([setting, value]) => `-c ${setting}=${value}`).join(' '),
  })
  // An idle connection that breaks is replaced; the next query reports what matters.
  pool.on('error', () => {})
  return pool
}

/** How a pool stands: its connections, who waits for one now, and how often and how long anybody has waited so far. */
export type PoolState = { open: number; idle: number; waiting: number; waits: number; waitedMs: number }

/** A pool that keeps count of those whom it could not give a connection at once. */
export class WatchedPool extends pg.Pool {
  #waits = 0
  #waitedMs = 0

  get state(): PoolState {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this
    return { open, idle, waiting, waits: this.#waits, waitedMs: this.#waitedMs }
  }

  override connect(...given: unknown[]): never {
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

/** A connection that is given up where it does not answer in time: nothing is asked behind a statement that hangs. */
class LimitedClient extends pg.Client {
  readonly #config: pg.ClientConfig

  constructor(config: pg.ClientConfig) {
    super(config)
    this.#config = config
    // Without a listener, a line lost between two statements of a transaction would end the process.
    this.on('error', () => {})
  }

  override query(...given: unknown[]): never {
    const answer = (super.query as (...given: unknown[]) => unknown).apply(this, given)
    if (answer instanceof Promise)
      answer.catch((fault: unknown) => {
        if ((fault as Error).message === noAnswer) this.#giveUp()
      })
    return answer as never
  }

  #giveUp(): void {
    const { processID, connection } = this as unknown as {
      processID: number | null
      connection: { stream: { destroy: () => void } }
    }
    connection.stream.destroy()
    // The server would go on waiting, as a commit does for a standby that is gone, and hold a place.
    const other = new pg.Client({ ...this.#config, query_timeout: 2_000, connectionTimeoutMillis: 2_000 })
    other.on('error', () => {})
    other
      .connect()
      .then(() => other.query('select pg_cancel_backend($1)', [processID]))
      .catch(() => {})
      .finally(() => other.end().catch(() => {}))
  }
}

// Connections that were refused, cut or never came; servers that start, stop, are full, or may not write any more.
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
  '25006',
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
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|Client was closed)/

/** Whether a fault says that the database is not there at the moment, or did not answer in time; the same may be asked again. */
export function isAway(fault: unknown): boolean {
  const { code, message, cause } = (fault ?? {}) as { code?: string; message?: string; cause?: unknown }
  return lost.has(code ?? '') || lostWords.test(message ?? '') || (cause !== undefined && isAway(cause))
}
