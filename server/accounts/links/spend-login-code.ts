import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { spendCode } from './one-time-links.ts'
import { type SignedIn, welcome } from '#server/accounts/entering/welcome.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Signs in by the six digits of a mail. */
export async function spendLoginCode(
  ctx: Context,
  { email, code }: InputOf<typeof accounts.spendCode>,
): Promise<SignedIn> {
  const spent = await spendCode(ctx, 'magic_link', email, code)
  return ctx.transaction(async (inner) => welcome(inner, await provenOwner(inner, spent), 'code'))
}
