import { emailKey } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { makeLink } from '#server/accounts/links/one-time-links.ts'
import { linksSince } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'

const MOST_AN_HOUR = 5

/** Mails the caller a code by which they show that it is them. */
export async function mailProofCode(ctx: Context): Promise<{ sent: true }> {
  const account = await callerAccount(ctx)
  const hourAgo = new Date(ctx.now.getTime() - 3_600_000)
  const sender = await senderOf(ctx)
  await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `links ${emailKey(account.email)}`)
    if ((await linksSince(tx.db, 'step_up', account.email, hourAgo)) >= MOST_AN_HOUR) throw new Refusal('rate_limited')
    const { code } = await makeLink(tx, { purpose: 'step_up', accountId: account.id, email: account.email })
    await notify(tx, sender, { kind: 'stepUp.code', to: addressOf(account), values: { code } })
  })
  return { sent: true }
}
