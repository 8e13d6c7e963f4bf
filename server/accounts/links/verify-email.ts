import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { chooseAnew, openingOf } from './open-link.ts'
import { endedLink, spendLink } from './one-time-links.ts'
import { type AccountRow, accountById } from '#server/accounts/queries.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** Proves an address by the link that was sent there; opening it sendVerificationAgain finds the address proven. */
export async function verifyEmail(
  ctx: Context,
  input: InputOf<typeof accounts.verifyEmail>,
): Promise<OutputOf<typeof accounts.verifyEmail>> {
  const { token } = input
  const [opening, sender] = [await openingOf(ctx, 'verify_email', input), await senderOf(ctx)]
  try {
    return await ctx.transaction(async (inner) => {
      const proven = await provenOwner(inner, await spendLink(inner, 'verify_email', token), opening)
      return shown(proven.account, await chooseAnew(inner, sender, proven))
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'link_used') throw error
    const link = await endedLink(ctx, 'verify_email', token)
    const account = link?.account_id ? await accountById(ctx.db, link.account_id) : undefined
    if (!account?.email_verified_at || emailKey(account.email) !== emailKey(link?.email ?? '')) throw error
    return shown(account)
  }
}

const shown = ({ name, email, password_hash }: AccountRow, choose: string | null = null) => ({
  name,
  email,
  kept: password_hash !== null,
  choose,
})
