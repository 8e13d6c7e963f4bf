import { counted, type Values } from '#contract/words.ts'
import { type AccountRow, addressOf, makeLink } from '#server/accounts/index.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { RequestRow } from '#server/offers/requests/request-queries.ts'
import { howOf, valuesOf } from '#server/offers/tell.ts'
import { factsOf } from '#server/offers/tell-queries.ts'
import { listed } from '#server/offers/requests/put-before.ts'

/** Mails the link that lets requests out. In the caller's transaction. */
export async function sendConfirmation(
  ctx: Context,
  sender: Sender,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code'>,
  searchId: string,
  waiting: readonly RequestRow[],
): Promise<void> {
  const { token, code } = await makeLink(ctx, {
    purpose: 'confirm_request',
    accountId: account.id,
    email: account.email,
    detail: { searchId },
  })
  const facts = []
  for (const request of waiting) facts.push(await factsOf(ctx.db, request.id, request.quote_id))
  const [first] = facts
  if (!first) return
  const values: Values = {
    ...valuesOf(ctx, first, 'customer'),
    code,
    names: listed(facts.map((fact) => fact.provider)),
    artists: counted(facts.length, 'artist', 'artists'),
  }
  await notify(ctx, sender, {
    kind: 'request.confirm',
    to: addressOf(account),
    ...howOf(first),
    values,
    path: `/verify/request/${token}`,
  })
}
