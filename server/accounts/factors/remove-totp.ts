import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteTotp } from './factor-queries.ts'
import { callerForFactors, refuseLast } from './standing-factors.ts'
import { tellFactor } from './tell-factor.ts'

/** Forgets the caller's app. */
export async function removeTotp(ctx: Context): Promise<{ done: true }> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    const { account, has } = await callerForFactors(tx)
    if (!has.totp) throw new Refusal('not_found')
    refuseLast(account, has)
    await deleteTotp(tx.db, account.id)
    await tellFactor(tx, sender, account, { act: 'factor.remove', what: 'the app with codes' })
    return { done: true }
  })
}
