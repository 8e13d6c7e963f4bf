import { plainCode, hashOfCode, isVoucherCode } from './voucher-code.ts'
import type { Context } from '#server/platform/context.ts'
import { countCall, countedCalls, HOUR_MS } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { voucherByHash, type VoucherRow } from './voucher-queries.ts'

const WRONG_AN_HOUR = 20

/** The paid voucher of a code; whoever guesses learns nothing, and is stopped for the hour. Not inside a transaction. */
export async function voucherOfCode(ctx: Context, typed: string): Promise<VoucherRow> {
  const guesses = `voucher codes ${ctx.address}`
  const { db } = ctx.database
  if ((await countedCalls(db, guesses, ctx.now, HOUR_MS)) >= WRONG_AN_HOUR) throw new Refusal('rate_limited')
  const plain = plainCode(typed)
  const row = isVoucherCode(plain) ? await voucherByHash(db, hashOfCode(plain)) : undefined
  if (row && row.state === 'live') return row
  await countCall(db, guesses, ctx.now, HOUR_MS)
  throw new Refusal('code_unknown')
}
