import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { chooseAnew, openingOf } from './open-link.ts'
import { spendLink } from './one-time-links.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Signs in by the link of a mail. */
export async function spendMagicLink(
  ctx: Context,
  input: InputOf<typeof accounts.spendMagicLink>,
): Promise<OutputOf<typeof accounts.spendMagicLink>> {
  const [opening, sender] = [await openingOf(ctx, 'magic_link', input), await senderOf(ctx)]
  return ctx.transaction(async (inner) => {
    const proven = await provenOwner(inner, await spendLink(inner, 'magic_link', input.token), opening)
    const choose = await chooseAnew(inner, sender, proven)
    return { ...(await welcome(inner, proven.account, 'magic_link')), choose }
  })
}
