import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { changeAccount } from '#server/accounts/queries.ts'

/** Keeps what the caller said to the cookie banner for their other browsers. */
export async function setCookieChoice(
  ctx: Context,
  { choice }: InputOf<typeof own.setCookieChoice>,
): Promise<OutputOf<typeof own.setCookieChoice>> {
  const account = await callerAccount(ctx)
  await changeAccount(ctx.db, account.id, { cookie_choice: choice })
  return { choice }
}
