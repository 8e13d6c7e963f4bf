import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { spendLink } from '#server/accounts/links/one-time-links.ts'
import { moveAddress } from './change-email.ts'

/** Moves an account to the address whose link was opened. */
export const confirmEmail = (
  ctx: Context,
  { token }: InputOf<typeof own.confirmEmail>,
): Promise<OutputOf<typeof own.confirmEmail>> =>
  ctx.transaction(async (inner) => {
    const { name, email } = await moveAddress(inner, await spendLink(inner, 'change_email', token))
    return { name, email }
  })
