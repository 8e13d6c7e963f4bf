import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { changeAccount } from '#server/accounts/queries.ts'

/** Keeps which notices the caller wants, and between which hours it should be quiet. */
export async function setNotices(
  ctx: Context,
  { notices, quietFrom, quietTo }: InputOf<typeof own.setNotices>,
): Promise<{ done: true }> {
  if ((quietFrom === null) !== (quietTo === null))
    throw refuseField('invalid_input', quietFrom ? 'quietTo' : 'quietFrom')
  const account = await callerAccount(ctx)
  await changeAccount(ctx.db, account.id, {
    notices: JSON.stringify(notices),
    quiet_from: quietFrom,
    quiet_to: quietTo,
  })
  return { done: true }
}
