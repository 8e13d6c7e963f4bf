import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { makeLink } from '#server/accounts/links/one-time-links.ts'
import { dropLinks } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { refuseWhileNeeded } from './refuse-while-needed.ts'

/** Mails the link that deletes the caller's account. */
export async function askDelete(ctx: Context): Promise<{ sent: true }> {
  const account = await callerAccount(ctx)
  await refuseWhileNeeded(ctx, account)
  const sender = await senderOf(ctx)
  await ctx.transaction(async (inner) => {
    await dropLinks(inner.db, account.id, 'delete_account', inner.now)
    const { token } = await makeLink(inner, { purpose: 'delete_account', accountId: account.id, email: account.email })
    await notify(inner, sender, {
      kind: 'account.delete.asked',
      to: addressOf(account),
      path: `/verify/delete/${token}`,
    })
  })
  return { sent: true }
}
