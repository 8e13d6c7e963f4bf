import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { operatorPayout } from './operator-queries.ts'
import { arePayoutsStopped, openPayout, sendPayouts } from '#server/payments/payouts/payouts.ts'
import { payoutById } from '#server/payments/payouts/payout-queries.ts'
import { presentPayout } from './present-money.ts'

/** Opens a new payout in the place of one that failed, for all that is due now. */
export async function sendPayoutAgain(
  ctx: Context,
  { payoutId, reason }: InputOf<typeof money.sendPayout>,
): Promise<OutputOf<typeof money.sendPayout>> {
  if (await arePayoutsStopped(ctx)) throw new Refusal('stopped')
  const failed = await payoutById(ctx.db, payoutId)
  if (!failed) throw new Refusal('not_found')
  if (failed.state !== 'failed') throw new Refusal('state_changed')
  const answer = await ctx.once(async (tx) => {
    const made = await openPayout(tx, failed.provider_id, failed.currency)
    if (!made) throw new Refusal('payout_missing')
    await record(tx, {
      act: 'payout.send',
      subject: { kind: 'payout', id: made.id },
      before: failed.id,
      after: made.amount_minor,
      reason,
    })
    const row = await operatorPayout(tx.db, made.id)
    if (!row) throw new Refusal('not_found')
    return { payout: presentPayout(row) }
  })
  await sendPayouts(ctx)
  return answer
}
