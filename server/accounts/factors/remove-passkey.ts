import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deletePasskey } from './factor-queries.ts'
import { callerForFactors, refuseLast } from './standing-factors.ts'
import { tellFactor } from './tell-factor.ts'

/** Forgets one of the caller's passkeys. */
export async function removePasskey(
  ctx: Context,
  { passkeyId }: InputOf<typeof factors.removePasskey>,
): Promise<{ done: true }> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    const { account, has } = await callerForFactors(tx)
    const key = has.passkeys.find(({ id }) => id === passkeyId)
    if (!key) throw new Refusal('not_found')
    refuseLast(account, has)
    await deletePasskey(tx.db, account.id, key.id)
    await tellFactor(tx, sender, account, { act: 'factor.remove', what: key.name })
    return { done: true }
  })
}
