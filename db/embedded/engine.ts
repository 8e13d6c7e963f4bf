import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite'

type Heard = (channel: string, payload: string) => void

/** The engine itself, in this thread or in one of its own: whoever asks it has its turn, or is alone with it. */
export type BareEngine = {
  /** Messages of PostgreSQL's protocol, and what it answers. */
  say: (bytes: Uint8Array) => Promise<Buffer>
  query: <T>(text: string, params?: unknown[], options?: QueryOptions) => Promise<Results<T>>
  exec: (text: string, options?: QueryOptions) => Promise<Results[]>
  /** Calls back with each notification that comes with an answer to `query` or `exec`; what comes with one to `say` is in it. */
  onNotification: (heard: Heard) => void
  /** All its files in one, where it works in memory. */
  dump?: () => Promise<Blob>
  close: () => Promise<void>
}

/** A transaction of the embedded engine. */
export type EngineTransaction = Pick<BareEngine, 'query' | 'exec'>

/** The embedded engine, which everybody asks in turn. */
export type Engine = BareEngine & {
  /** Waits until nobody else is asking; everybody else waits until it is given back. */
  turn: () => Promise<() => void>
  /** All of it or nothing. */
  transaction: <T>(act: (tx: EngineTransaction) => Promise<T>) => Promise<T>
  /** Does something while nobody asks the engine anything. */
  runExclusive: <T>(act: () => Promise<T>) => Promise<T>
}

/** The engine in this thread. */
export const engineHere = (pglite: PGlite): BareEngine => ({
  say: async (bytes) => {
    const parts: Buffer[] = []
    // The engine writes its next answer over what it hands on.
    const onRawData = (part: Uint8Array) => void parts.push(Buffer.from(part))
    await pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  },
  query: (text, params, options) => pglite.query(text, params, options),
  exec: (text, options) => pglite.exec(text, options),
  onNotification: (heard) => void pglite.onNotification(heard),
  dump: () => pglite.dumpDataDir('none'),
  close: () => pglite.close(),
})

/** Has everybody ask in turn: one statement, all of a transaction, or whatever is done within a turn. */
export function inTurn(bare: BareEngine): Engine {
  let last: Promise<unknown> = Promise.resolve()
  const turn = (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const had = last.then(() => resolve)
    last = promise
    return had
  }
  const runExclusive = async <T>(act: () => Promise<T>): Promise<T> => {
    const release = await turn()
    return act().finally(release)
  }
  return {
    ...bare,
    turn,
    runExclusive,
    query: (...asked) => runExclusive(() => bare.query(...asked)) as never,
    exec: (...asked) => runExclusive(() => bare.exec(...asked)),
    transaction: (act) =>
      runExclusive(async () => {
        await bare.exec('begin')
        try {
          const done = await act({ query: bare.query, exec: bare.exec })
          await bare.exec('commit')
          return done
        } catch (fault) {
          await bare.exec('rollback').catch(() => {})
          throw fault
        }
      }),
    close: () => runExclusive(bare.close),
  }
}
