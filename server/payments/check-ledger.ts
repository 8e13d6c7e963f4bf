import type { Context } from '#server/platform/context.ts'
import { offBalance } from './ledger-queries.ts'

/** Looks whether all entries sum to zero; what the database should have refused is reported as a fault. */
export async function checkLedger(ctx: Context): Promise<void> {
  const off = await offBalance(ctx.db)
  if (off.length) throw new Error(`the ledger is off by ${off.map(({ minor, currency }) => `${minor / 100} ${currency}`).join(', ')}`)
}
