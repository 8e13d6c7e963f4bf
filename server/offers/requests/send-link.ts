import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { endedLink } from '#server/accounts/links/door.ts'
import { linksSince } from '#server/accounts/door.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch } from '#server/search/door.ts'
import { owns } from '#server/search/searches/door.ts'
import { sendConfirmation } from './confirm-request.ts'
import { accountById } from '#server/offers/present-queries.ts'
import { eventKeyOf, liveOfEvent } from './request-queries.ts'

/** Mails another link to the address of one that has ended: whoever holds it got that mail. */
export async function resendRequestLink(
  ctx: Context,
  { token }: InputOf<typeof requests.resend>,
): Promise<{ sent: true }> {
  const link = await endedLink(ctx, 'confirm_request', token)
  const { searchId } = (link?.detail ?? {}) as { searchId?: string }
  if (!link || !searchId) throw new Refusal('link_expired')
  return sendAgain(ctx, searchId, link.account_id)
}

/** Mails the link that lets the requests of a search out once more; those that have gone out need none. */
export async function sendRequestLink(
  ctx: Context,
  { quoteId }: InputOf<typeof requests.sendLink>,
): Promise<OutputOf<typeof requests.sendLink>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  return sendAgain(ctx, quoteId, null)
}

// A mailbox is not filled, whoever asks for it.
const MOST_AN_HOUR = 10
const HOUR_MS = 3_600_000

async function sendAgain(ctx: Context, searchId: string, accountId: string | null): Promise<{ sent: true }> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const waiting = (await liveOfEvent(tx.db, await eventKeyOf(tx.db, searchId))).filter(
      (request) => request.state === 'unconfirmed' && (accountId === null || request.account_id === accountId),
    )
    const account = waiting[0] && (await accountById(tx.db, waiting[0].account_id))
    if (
      !account ||
      (await linksSince(tx.db, 'confirm_request', account.email, new Date(tx.now.getTime() - HOUR_MS))) >= MOST_AN_HOUR
    )
      return { sent: true }
    await sendConfirmation(tx, sender, account, searchId, waiting)
    return { sent: true }
  })
}
