import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/requests.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, owns } from '#server/search/door.ts'
import { sendConfirmation } from './confirm-request.ts'
import { accountById } from './present-queries.ts'
import { eventKeyOf, liveOfEvent } from './request-queries.ts'

/** Mails the link that lets the requests of a search out once more; those that have gone out need none. */
export async function sendRequestLink(ctx: Context, { quoteId }: InputOf<typeof requests.sendLink>): Promise<OutputOf<typeof requests.sendLink>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    const waiting = (await liveOfEvent(tx.db, await eventKeyOf(tx.db, quoteId))).filter(({ state }) => state === 'unconfirmed')
    const account = waiting[0] && (await accountById(tx.db, waiting[0].account_id))
    if (account) await sendConfirmation(tx, sender, account, quoteId, waiting)
  })
  return { sent: true }
}
