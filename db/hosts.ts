import pg from 'pg'

/** A server of a database URL, and the URL of this server alone. */
export type Host = { url: string; host: string; port: number }

const several = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^,/?#]*,[^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/
const writes = ['read-write', 'primary']

/**
 * Parses the servers of a database URL, which may name several like libpq:
 * `postgres://primp@one:5432,two:5432/primp?target_session_attrs=read-write`. Throws if the URL is invalid.
 */
export function parseHosts(url: string): Host[] {
  const parts = several.exec(url)
  if (!parts) {
    const { protocol, hostname, port } = new URL(url)
    if (!/^postgres(ql)?:$/.test(protocol)) throw new Error('it must begin with postgres://')
    return [{ url, host: hostname, port: Number(port || 5432) }]
  }
  const [, before = '', list = '', path = '', query = ''] = parts
  const settings = new URLSearchParams(query)
  const wanted = settings.get('target_session_attrs') ?? 'read-write'
  if (!writes.includes(wanted))
    throw new Error(
      `target_session_attrs must be one of ${writes.join(', ')}, because the site needs a writable server`,
    )
  settings.delete('target_session_attrs')
  const after = `${path}${settings.size ? `?${settings}` : ''}`
  return list.split(',').map((one) => {
    const alone = `${before}${one}${after}`
    const { hostname, port } = new URL(alone)
    if (!hostname) throw new Error('a host in the comma-separated list has no name')
    return { url: alone, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) }
  })
}

const LOOK_MS = 1_500
/** Milliseconds after a failed search in which its error is cached. */
const REST_MS = 100
export const NO_WRITER = 'No server takes writes'

const known = new Map<string, Hosts>()

/** Returns the servers of a URL; all pools of the process share what is known of them. */
export function getHosts(url: string): Hosts {
  const hosts = known.get(url) ?? new Hosts(parseHosts(url))
  known.set(url, hosts)
  return hosts
}

/**
 * The servers of one database, one of which takes writes. The writable server is cached until a connection to it is
 * lost.
 */
export class Hosts {
  readonly all: readonly Host[]
  #writer: Host | undefined
  #looking: Promise<Host> | undefined
  #failed: { until: number; fault: Error } | undefined

  constructor(all: readonly Host[]) {
    this.all = all
  }

  async writer(): Promise<Host> {
    const [only, second] = this.all
    if (only && !second) return only
    if (this.#writer) return this.#writer
    if (this.#failed && Date.now() < this.#failed.until) throw this.#failed.fault
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** Forgets the server as the one that takes writes, after its connection was lost or it refused to write. */
  clearWriter(host: Host): void {
    if (this.#writer === host) this.#writer = undefined
  }

  // All at once, so that a silent server does not delay the others.
  async #look(): Promise<Host> {
    try {
      this.#writer = await Promise.any(this.all.map(takingWrites))
      return this.#writer
    } catch (faults) {
      const said = (faults as AggregateError).errors.map((fault: Error, i) => {
        const { host, port } = this.all[i] as Host
        return `${host}:${port} ${fault.message}`
      })
      const fault = new Error(`${NO_WRITER}: ${said.join('; ')}`)
      this.#failed = { until: Date.now() + REST_MS, fault }
      throw fault
    }
  }
}

async function takingWrites(host: Host): Promise<Host> {
  const client = new pg.Client({
    connectionString: host.url,
    application_name: 'primp hosts',
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ off: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as off`,
    )
    if (!rows[0]?.off) throw new Error('is read-only')
    return host
  } finally {
    client.end().catch(() => {})
  }
}
