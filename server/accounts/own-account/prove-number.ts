import { timingSafeEqual } from 'node:crypto'
import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { countTry, saveProven } from './number-queries.ts'
import { hashOfCode } from './send-number-code.ts'

const GOOD_MS = 10 * 60_000
const TRIES = 5

/** Proves the caller's own number by the digits that were sent to it: five tries within ten minutes. */
export async function proveNumber(
  ctx: Context,
  { code }: InputOf<typeof own.proveNumber>,
): Promise<OutputOf<typeof own.proveNumber>> {
  const { id, mobile } = await callerAccount(ctx)
  const since = new Date(ctx.now.getTime() - GOOD_MS)
  // A try counts whatever comes of it: it is written before the answer is known.
  const asked = await ctx.transaction(async (tx) =>
    mobile ? countTry(tx.db, { accountId: id, mobile, since, most: TRIES }) : undefined,
  )
  if (!mobile || !asked?.code_hash || !timingSafeEqual(asked.code_hash, hashOfCode(id, code)))
    throw refuseField('code_wrong', 'code')
  await saveProven(ctx.db, id, mobile, ctx.now)
  return { proven: true }
}
