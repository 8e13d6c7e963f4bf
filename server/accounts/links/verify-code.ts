import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { moveAddress } from '#server/accounts/own-account/change-email.ts'
import { spendCode } from './one-time-links.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Proves the caller's address, or the new one that they asked for, by the six digits sent there. */
export async function verifyCode(ctx: Context, { code }: InputOf<typeof own.verifyCode>): Promise<{ done: true }> {
  const account = await callerAccount(ctx)
  const spent = account.pending_email
    ? await spendCode(ctx, 'change_email', account.pending_email, code)
    : await spendCode(ctx, 'verify_email', account.email, code)
  await ctx.transaction<unknown>((inner) =>
    account.pending_email ? moveAddress(inner, spent) : provenOwner(inner, spent),
  )
  return { done: true }
}
