import type { InputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { endedLink } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sendConfirmationAgain } from './send-confirmation-again.ts'

/** Mails another link to the address of one that has ended: whoever holds it got that mail. */
export async function resendRequestLink(
  ctx: Context,
  { token }: InputOf<typeof requests.resend>,
): Promise<{ sent: true }> {
  const link = await endedLink(ctx, 'confirm_request', token)
  const { searchId } = (link?.detail ?? {}) as { searchId?: string }
  if (!link || !searchId) throw new Refusal('link_expired')
  return sendConfirmationAgain(ctx, searchId, link.account_id)
}
