import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endedLink } from './one-time-links.ts'
import { accountById } from '#server/accounts/queries.ts'
import { sendVerificationAgain } from './send-verification-again.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** Sends the link sendVerificationAgain to the address of one that has ended: whoever holds it got that mail. */
export async function resendVerification(
  ctx: Context,
  { token }: InputOf<typeof accounts.resendVerification>,
): Promise<{ sent: true }> {
  const link = await endedLink(ctx, 'verify_email', token)
  const account = link?.account_id ? await accountById(ctx.db, link.account_id) : undefined
  if (!account || emailKey(account.email) !== emailKey(link?.email ?? '')) throw new Refusal('link_expired')
  return sendVerificationAgain(ctx, account)
}
