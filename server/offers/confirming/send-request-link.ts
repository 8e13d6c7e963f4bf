import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, owns } from '#server/search/door.ts'

import { sendConfirmationAgain } from './send-confirmation-again.ts'

/** Mails the link that lets the requests of a search out once more; those that have gone out need none. */
export async function sendRequestLink(
  ctx: Context,
  { quoteId }: InputOf<typeof requests.sendLink>,
): Promise<OutputOf<typeof requests.sendLink>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  return sendConfirmationAgain(ctx, quoteId, null)
}
