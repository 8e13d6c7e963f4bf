import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { openingOf, spendLink } from '#server/accounts/index.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { confirmWaiting } from './confirm-waiting.ts'

type Confirmed = OutputOf<typeof requests.confirm>

/** Lets the requests out that waited for the link of a mail, and signs its reader in. */
export async function confirmRequest(ctx: Context, input: InputOf<typeof requests.confirm>): Promise<Confirmed> {
  const [opening, sender] = [await openingOf(ctx, 'confirm_request', input), await senderOf(ctx)]
  return ctx.transaction(async (tx) =>
    confirmWaiting(tx, sender, await spendLink(tx, 'confirm_request', input.token), 'magic_link', opening),
  )
}
