import { plainCode, hashOfCode, isVoucherCode } from './voucher-code.ts'
import type { Context } from '#server/platform/context.ts'
import { returnGuess, takeGuess } from '#server/platform/http/limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { voucherByHash, type VoucherRow } from './voucher-queries.ts'

const WRONG_AN_HOUR = 20

/** The paid voucher of a code; whoever guesses learns nothing, and is stopped for the hour. Not inside a transaction. */
export async function voucherOfCode(ctx: Context, typed: string): Promise<VoucherRow> {
  const guesses = `voucher codes ${ctx.address}`
  const { db } = ctx.database
  await takeGuess(db, guesses, ctx.now, WRONG_AN_HOUR)
  const plain = plainCode(typed)
  const row = isVoucherCode(plain) ? await voucherByHash(db, hashOfCode(plain)) : undefined
  if (row && row.state === 'live') {
    await returnGuess(db, guesses, ctx.now)
    return row
  }
  throw new Refusal('code_unknown')
}
