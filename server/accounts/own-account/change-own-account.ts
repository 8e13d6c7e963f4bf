import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { parseMobile } from '#server/accounts/registering/mobiles.ts'
import { presentUser } from '#server/accounts/present-user.ts'
import { changeAccount } from '#server/accounts/queries.ts'

/** Keeps a new name or number of the caller; an empty number takes it away. */
export async function changeOwnAccount(
  ctx: Context,
  { name, mobile, country }: InputOf<typeof own.change>,
): Promise<OutputOf<typeof own.change>> {
  const account = await callerAccount(ctx)
  const number =
    mobile === undefined
      ? account.mobile
      : mobile === ''
        ? null
        : parseMobile(mobile, country ?? account.country_code ?? 'AU')
  const changed = await changeAccount(ctx.db, account.id, { name: name ?? account.name, mobile: number })
  return { user: await presentUser(ctx, changed) }
}
