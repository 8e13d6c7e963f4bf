import { listOperatorsToNotify } from '#server/accounts/index.ts'
import { type Notice, notify, getSenderInTransaction } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Notifies every operator once per fact, in the caller's transaction. */
export async function notifyOperators(
  ctx: Context,
  kind: 'op.refund.failed' | 'op.payout.failed' | 'op.intent.open' | 'op.ledger.off' | 'op.charge_back',
  { values, path, fact }: Required<Pick<Notice, 'values' | 'path' | 'fact'>>,
): Promise<void> {
  const sender = await getSenderInTransaction(ctx)
  for (const { id, email, name, country_code } of await listOperatorsToNotify(ctx.db)) {
    await notify(ctx, sender, {
      kind,
      to: { email, name, accountId: id, country: country_code },
      values,
      path,
      fact: `${kind}:${fact}:${id}`,
    })
  }
}
