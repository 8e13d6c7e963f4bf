import type { GatewayRefused } from '#server/gateways/payments/gateway.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import type { GatewayName, PayoutRow } from '#server/payments/queries.ts'
import { tellOperators } from '#server/payments/tell-operators.ts'
import { payeeById, payoutAccountOf, setPayoutState } from './payout-account-queries.ts'
import { updatePayout } from './payout-queries.ts'
import { amountOf, tellFailed } from './tell-payout.ts'

// What the artist's own account lacks; anything else that is refused is ours to mend.
const ofTheArtist: ReadonlySet<string> = new Set([
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'payouts_not_allowed',
  'no_account',
])
export const isOfTheArtist = (gateway: GatewayName, { code }: GatewayRefused): boolean =>
  gateway === 'test' || ofTheArtist.has(code)

/** Closes a payout that did not reach its artist, in the caller's transaction. Only where it is their account that lacks something are they told, and nothing more is sent there until the details have been saved again; `returned` is what their bank had and sent back. */
export async function endPayout(
  ctx: Context,
  sender: Sender,
  payout: PayoutRow,
  { error, artist, returned = false, at = ctx.now }: { error: string; artist: boolean; returned?: boolean; at?: Date },
): Promise<void> {
  await updatePayout(ctx.db, payout.id, {
    state: 'failed',
    error: error.slice(0, 300),
    next_at: null,
    claimed_until: null,
    claim: null,
    paid_at: null,
    refused_to_us: !artist,
    // What was done under this key has come back: the next time needs another.
    ...(returned ? { returned_at: ctx.now, gateway_id: null, bank_minor: null, key_no: payout.key_no + 1 } : {}),
  })
  ctx.count('payout_failed')
  const payee = await payeeById(ctx.db, payout.provider_id)
  await tellOperators(ctx, 'op.payout.failed', {
    values: { amount: amountOf(payout), name: payee?.name ?? '' },
    path: '/operator/payouts?state=failed',
    fact: `${payout.id}:${payout.key_no}`,
  })
  if (!artist) {
    await raiseAlarm(ctx, {
      kind: 'payments.refused',
      subjectId: payout.id,
      values: { amount: amountOf(payout), to: payee?.name ?? '', why: error.slice(0, 200) },
    })
    return
  }
  const account = await payoutAccountOf(ctx.db, payout.provider_id)
  if (account)
    await setPayoutState(
      ctx.db,
      payout.gateway,
      account.gateway_id,
      { state: 'restricted', label: account.label },
      ctx.now,
      at,
    )
  await tellFailed(ctx, sender, payout)
}
