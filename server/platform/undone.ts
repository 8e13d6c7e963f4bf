import { sql } from 'kysely'
import type { Context } from './context.ts'

/** Does the work and takes back all that it wrote; answers what it said. In the caller's transaction, which goes on as if nothing had been. */
export async function runAndRollBack<T>(tx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  // What would be counted or begun once the work is committed never is.
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
