import { sql } from 'kysely'
import type { Context } from './context.ts'

/** Runs work in a savepoint, rolls it back and returns its result. The caller's transaction continues. */
export async function runAndRollBack<T>(tx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  // Metrics and after-commit work are discarded.
  const quiet: Context = {
    ...tx,
    count: () => {},
    afterCommit: () => {},
    transaction: (inner) => inner(quiet),
    idempotent: (act) => act(quiet),
  }
  await sql`savepoint undone`.execute(tx.db)
  try {
    return await work(quiet)
  } finally {
    await sql`rollback to savepoint undone`.execute(tx.db)
    await sql`release savepoint undone`.execute(tx.db)
  }
}
