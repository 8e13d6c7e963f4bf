import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { spendLink } from './one-time-links.ts'
import { type SignedIn, welcome } from '#server/accounts/entering/welcome.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Signs in by the link of a mail. */
export const spendMagicLink = (ctx: Context, { token }: InputOf<typeof accounts.spendMagicLink>): Promise<SignedIn> =>
  ctx.transaction(async (inner) =>
    welcome(inner, await provenOwner(inner, await spendLink(inner, 'magic_link', token)), 'magic_link'),
  )
