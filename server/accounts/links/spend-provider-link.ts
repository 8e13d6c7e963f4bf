import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { spendLink } from './one-time-links.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Signs an artist in by the link of a mail and says where it leads. */
export const spendProviderLink = (
  ctx: Context,
  { token }: InputOf<typeof accounts.spendProviderLink>,
): Promise<OutputOf<typeof accounts.spendProviderLink>> =>
  ctx.transaction(async (inner) => {
    const spent = await spendLink(inner, 'provider_link', token)
    const { path } = spent.detail as { path?: string }
    return { ...(await welcome(inner, await provenOwner(inner, spent), 'provider_link')), path: path ?? '/dashboard' }
  })
