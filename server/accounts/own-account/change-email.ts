import { lockLimit } from '#server/platform/http/limits.ts'
import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import { makeLink } from '#server/accounts/links/one-time-links.ts'
import {
  type AccountRow,
  accountByEmail,
  accountById,
  changeAccount,
  dropLinks,
  linksSince,
  type OneTimeToken,
} from '#server/accounts/queries.ts'
import { addressOf, refuseTaken } from '#server/accounts/registering/register-account.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

const HOUR_MS = 3_600_000

const MOST_AN_HOUR = 5

/** Sends a link to a new address and tells the old one; nothing moves until the link is opened. */
export async function changeEmail(ctx: Context, { email }: InputOf<typeof own.changeEmail>): Promise<{ sent: true }> {
  const account = await callerAccount(ctx)
  if (await accountByEmail(ctx.db, email)) throw refuseField('email_taken', 'email')
  const sender = await senderOf(ctx)
  await ctx.transaction(async (inner) => {
    // No mailbox is filled from here, and the code in the mail is not guessed by asking for many.
    await lockLimit(inner.db, `links ${emailKey(email)}`)
    if ((await linksSince(inner.db, 'change_email', email, new Date(inner.now.getTime() - HOUR_MS))) >= MOST_AN_HOUR)
      throw new Refusal('rate_limited')
    await dropLinks(inner.db, account.id, 'change_email', inner.now)
    await changeAccount(inner.db, account.id, { pending_email: email })
    const { token, code } = await makeLink(inner, { purpose: 'change_email', accountId: account.id, email })
    await notify(inner, sender, {
      kind: 'verify.email',
      to: { ...addressOf(account), email },
      values: { email, code },
      path: `/verify/change/${token}`,
    })
    const values = { dateTime: momentOf(inner.now, account.country_code), oldEmail: account.email, newEmail: email }
    await notify(inner, sender, { kind: 'email.changed', to: addressOf(account), values })
  })
  return { sent: true }
}

/** Makes the address of a spent link the account's own; links that went to the old one end. In the caller's transaction. */
export async function moveAddress(ctx: Context, spent: OneTimeToken): Promise<AccountRow> {
  const account = spent.account_id ? await accountById(ctx.db, spent.account_id) : undefined
  if (!account || emailKey(account.pending_email ?? '') !== emailKey(spent.email)) throw new Refusal('link_expired')
  // Whoever reads this mail may be somebody else, to whom a stranger wants to move an account that they go on using.
  if (ctx.viewer.accountId !== account.id) throw new Refusal('not_yours')
  const moved = await changeAccount(ctx.db, account.id, {
    email: spent.email,
    pending_email: null,
    email_verified_at: ctx.now,
  }).catch(refuseTaken)
  await dropLinks(ctx.db, account.id, null, ctx.now)
  await record(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    {
      act: 'email.change',
      subject: { kind: 'account', id: account.id, name: account.name },
      before: { email: account.email },
      after: { email: moved.email },
    },
  )
  return moved
}
