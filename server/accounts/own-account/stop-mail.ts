import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { addStop } from '#server/notifications/stops/door.ts'
import type { Context } from '#server/platform/context.ts'
import { turnMailOff } from '#server/accounts/queries.ts'
import { meantByKey } from './meant-by-key.ts'

/** Ends mails of one kind for whoever got this one, by the key in it: the choice of their account, or of the address where it is nobody's. */
export async function stopMail(
  ctx: Context,
  { key }: InputOf<typeof own.stopMail>,
): Promise<OutputOf<typeof own.stopMail>> {
  const { group, mail } = await meantByKey(ctx, key)
  if (mail.account_id) await turnMailOff(ctx.db, mail.account_id, group)
  else await addStop(ctx.db, mail.address, { reason: 'unsubscribed', topic: group }, ctx.now)
  return { group }
}
