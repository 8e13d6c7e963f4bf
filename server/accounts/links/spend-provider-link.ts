import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { chooseAnew, openingOf } from './open-link.ts'
import { spendLink } from './one-time-links.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Signs an artist in by the link of a mail and says where it leads. */
export async function spendProviderLink(
  ctx: Context,
  input: InputOf<typeof accounts.spendProviderLink>,
): Promise<OutputOf<typeof accounts.spendProviderLink>> {
  const [opening, sender] = [await openingOf(ctx, 'provider_link', input), await senderOf(ctx)]
  return ctx.transaction(async (inner) => {
    const spent = await spendLink(inner, 'provider_link', input.token)
    const { path } = spent.detail as { path?: string }
    const proven = await provenOwner(inner, spent, opening)
    const choose = await chooseAnew(inner, sender, proven)
    return { ...(await welcome(inner, proven.account, 'provider_link')), choose, path: path ?? '/dashboard' }
  })
}
