import { notify, type Sender } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'

/** Tells somebody that a way into their account was added or taken away, and keeps that it was. In the caller's transaction. */
export async function tellFactor(
  ctx: Context,
  sender: Sender,
  account: AccountRow,
  { act, what }: { act: 'factor.add' | 'factor.remove'; what: string },
): Promise<void> {
  await notify(ctx, sender, {
    kind: act === 'factor.add' ? 'factor.added' : 'factor.removed',
    to: addressOf(account),
    values: { what, dateTime: momentOf(ctx.now, account.country_code) },
    path: '/customer-dashboard/account',
  })
  await record(ctx, { act, subject: { kind: 'account', id: account.id, name: account.name }, after: { what } })
}
