import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { spendLink } from '#server/accounts/links/one-time-links.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'
import { lockOperators } from '#server/accounts/standing-queries.ts'
import { refuseWhileNeeded } from './refuse-while-needed.ts'
import { leaveForGood } from './leave-for-good.ts'

/** Deletes the account whose link was opened: its person is gone, what the law asks for stays without them. */
export async function confirmDelete(
  ctx: Context,
  { token }: InputOf<typeof own.confirmDelete>,
): Promise<OutputOf<typeof own.confirmDelete>> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (inner) => {
    await lockOperators(inner.db)
    const { account } = await provenOwner(inner, await spendLink(inner, 'delete_account', token))
    await refuseWhileNeeded(inner, account)
    return { keptUntil: await leaveForGood(inner, sender, account) }
  })
}
