import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchPayouts, findOperatorPayout } from './operator.queries.ts'
import { presentPayout } from './present-money.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { arePayoutsStopped, openPayout, sendPayouts } from './payouts.ts'
import { findPayoutAccount } from './payout-accounts.queries.ts'
import { findPayoutById } from './payouts.queries.ts'
import { countOnHold, getSellerState } from '#server/payments/reporting/seller-identity.queries.ts'
import { sendReturnedAgain } from './transfers.queries.ts'
import type { PayoutRow } from './payments.queries.ts'

export async function listPayouts(
  ctx: Context,
  { cursor, ...input }: InputOf<typeof money.payouts>,
): Promise<OutputOf<typeof money.payouts>> {
  const { rows, nextCursor } = await fetchPayouts(ctx.db, { ...input, cursor })
  return { payouts: rows.map(presentPayout), onHold: await countOnHold(ctx.db, ctx.now), nextCursor }
}

const isReady = async (ctx: Context, { provider_id }: PayoutRow): Promise<boolean> =>
  (await findPayoutAccount(ctx.db, provider_id))?.state === 'ready'

/**
 * Retries a failed payout, with all amounts that are due now. A payout that the bank returned is sent to the bank
 * again.
 */
export async function sendPayoutAgain(
  ctx: Context,
  { payoutId, reason }: InputOf<typeof money.sendPayout>,
): Promise<OutputOf<typeof money.sendPayout>> {
  if (await arePayoutsStopped(ctx)) throw new Refusal('stopped')
  const failed = await findPayoutById(ctx.db, payoutId)
  if (!failed) throw new Refusal('not_found')
  if (failed.state !== 'failed') throw new Refusal('state_changed')
  if ((await getSellerState(ctx.db, failed.provider_id, ctx.now)) === 'overdue')
    throw new Refusal('seller_identity_missing')
  const answer = await ctx.idempotent(async (tx) => {
    // Returned money is still at the gateway; unsent money is due again.
    const made = failed.returned_at
      ? (await isReady(tx, failed)) && (await sendReturnedAgain(tx.db, failed.provider_id, tx.now))[0]
      : await openPayout(tx, failed.provider_id, failed.currency)
    if (!made) throw new Refusal('payout_missing')
    await recordAudit(tx, {
      act: 'payout.send',
      subject: { kind: 'payout', id: made.id },
      before: failed.id,
      after: made.amount_minor,
      reason,
    })
    const row = await findOperatorPayout(tx.db, made.id)
    if (!row) throw new Refusal('not_found')
    return { payout: presentPayout(row) }
  })
  await sendPayouts(ctx)
  return answer
}
