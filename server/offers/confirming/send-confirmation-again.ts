import { emailKey } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { linksSince } from '#server/accounts/index.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { accountById } from '#server/offers/present-queries.ts'
import { eventKeyOf, liveOfEvent } from '#server/offers/requests/request-queries.ts'

// A mailbox is not filled, whoever asks for it.
const MOST_AN_HOUR = 10
const HOUR_MS = 3_600_000

/** Mails the link again that lets the waiting requests of a search out, if any wait. */
export async function sendConfirmationAgain(
  ctx: Context,
  searchId: string,
  accountId: string | null,
): Promise<{ sent: true }> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const waiting = (await liveOfEvent(tx.db, await eventKeyOf(tx.db, searchId))).filter(
      (request) => request.state === 'unconfirmed' && (accountId === null || request.account_id === accountId),
    )
    const account = waiting[0] && (await accountById(tx.db, waiting[0].account_id))
    if (!account) return { sent: true }
    await lockLimit(tx.db, `links ${emailKey(account.email)}`)
    if (
      (await linksSince(tx.db, 'confirm_request', account.email, new Date(tx.now.getTime() - HOUR_MS))) >= MOST_AN_HOUR
    )
      return { sent: true }
    await sendConfirmation(tx, sender, account, searchId, waiting)
    return { sent: true }
  })
}
