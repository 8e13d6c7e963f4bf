import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { senderOf } from '#server/notifications/door.ts'
import { chooseAnew } from './open-link.ts'
import { spendCode } from './one-time-links.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'

/** Signs in by the six digits of a mail. */
export async function spendLoginCode(
  ctx: Context,
  { email, code }: InputOf<typeof accounts.spendCode>,
): Promise<OutputOf<typeof accounts.spendCode>> {
  const [sender, spent] = [await senderOf(ctx), await spendCode(ctx, 'magic_link', email, code)]
  return ctx.transaction(async (inner) => {
    const proven = await provenOwner(inner, spent)
    const choose = await chooseAnew(inner, sender, proven)
    return { ...(await welcome(inner, proven.account, 'code')), choose }
  })
}
