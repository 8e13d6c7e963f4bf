import { notify, type Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import type { Opening, Proven } from '#server/accounts/entering/spend-links.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import { accountById } from '#server/accounts/queries.ts'
import { passwordRight } from '#server/accounts/registering/passwords.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { endedLink, makeLink, type Purpose } from './one-time-links.ts'

/** Looks at the password that was typed beside a link, before the link is used up; a wrong one is refused where it matters. Never in a transaction: hashing takes its time. */
export async function openingOf(
  ctx: Context,
  purpose: Purpose,
  { token, password, askFirst }: { token: string; password?: string | undefined; askFirst: boolean },
): Promise<Opening> {
  if (!password) return { typed: null, askFirst }
  const link = await endedLink(ctx, purpose, token)
  const named = link?.account_id ? await accountById(ctx.db, link.account_id) : undefined
  const account = named?.stands_in_for ? await accountById(ctx.db, named.stands_in_for) : named
  // What is proven already keeps its password whatever is typed here: nobody learns by this whether it is right.
  if (!account?.password_hash || account.email_verified_at) return { typed: null, askFirst }
  if (!(await passwordRight(account.password_hash, password))) throw refuseField('password_wrong', 'password')
  return { typed: account.password_hash, askFirst }
}

/** Tells by mail that a password has just ended, and answers what lets a new one be set on this page; null where none has. In the caller's transaction. */
export async function chooseAnew(ctx: Context, sender: Sender, { account, ended }: Proven): Promise<string | null> {
  if (!ended) return null
  await notify(ctx, sender, {
    kind: 'password.ended',
    to: addressOf(account),
    values: { email: account.email, dateTime: momentOf(ctx.now, account.country_code) },
    path: '/forgot-password',
  })
  const { token } = await makeLink(ctx, { purpose: 'password_reset', accountId: account.id, email: account.email })
  return token
}
