import type { PGlite, Transaction } from '@electric-sql/pglite'

/** A transaction of the embedded engine. */
export type EngineTransaction = Pick<Transaction, 'query' | 'exec' | 'rollback'>

/** The embedded engine, as far as anybody needs it: in this thread, or in one of its own. */
export type Engine = Pick<PGlite, 'query' | 'exec' | 'runExclusive' | 'close' | 'closed' | 'ready' | 'waitReady'> & {
  transaction: <T>(act: (tx: EngineTransaction) => Promise<T>) => Promise<T>
  listen: (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>
}
