import type { Minor } from '#contract/money.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { senderIn } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import type { GatewayName, PayoutRow } from '#server/payments/queries.ts'
import { endPayout } from './end-payout.ts'
import { payoutAccountByName, setPayoutState } from './payout-account-queries.ts'
import { lockPayout, payoutByName, updatePayout } from './payout-queries.ts'
import { keepReversal } from './reverse-transfers.ts'
import {
  hurryPayouts,
  hurryTransfers,
  insertReversal,
  lockReversal,
  lockTransferByName,
  sendReturnedAgain,
  transferById,
} from './transfer-queries.ts'

type Heard = 'moved' | 'late' | 'unknown' | 'noted'
type Hear = (ctx: Context, gateway: GatewayName, event: GatewayEvent) => Promise<Heard>

const idIn = (name: string | null, kind: string): string | undefined =>
  name?.match(`^${kind}:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$`)?.[1]

/** What the service says of an artist's account; once it is in order, what their bank had sent back leaves again. */
export const hearAccount: Hear = async (ctx, gateway, { accountId, account, at }) => {
  if (!accountId || !account) return 'unknown'
  if (!(await payoutAccountByName(ctx.db, gateway, accountId))) return 'unknown'
  const providerId = await setPayoutState(ctx.db, gateway, accountId, account, ctx.now, at)
  if (!providerId) return 'late'
  if (account.state === 'ready') await sendReturnedAgain(ctx.db, providerId, ctx.now)
  return 'moved'
}

/** Money has come: what waited for it is tried again, the platform's or one artist's. */
export const hearBalance: Hear = async (ctx, gateway, { accountId }) => {
  if (!accountId) {
    await hurryTransfers(ctx.db, ctx.now)
    return 'noted'
  }
  const account = await payoutAccountByName(ctx.db, gateway, accountId)
  if (account) await hurryPayouts(ctx.db, account.provider_id, ctx.now)
  return account ? 'noted' : 'unknown'
}

/** A transfer that the service has made, and what of it has come back, on whosever word. */
export async function hearTransfer(ctx: Context, { ours, transfer: told }: GatewayEvent): Promise<Heard> {
  const id = idIn(ours, 'transfer')
  const known =
    (told && (await lockTransferByName(ctx.db, told.id))) ?? (id ? await transferById(ctx.db, id) : undefined)
  if (!told || !known) return 'unknown'
  if (known.gateway_id && known.gateway_id !== told.id) {
    await raiseAlarm(ctx, { kind: 'payments.twice', subjectId: told.id, values: { id: told.id } })
    return 'noted'
  }
  // What is told before the answer has come is known by the answer.
  if (!known.gateway_id) return 'noted'
  let moved = false
  for (const { id, amountMinor, ours } of told.reversals) {
    const row = await reversalOf(ctx, known.id, { id, amountMinor, ours })
    const transfer = await transferById(ctx.db, known.id)
    if (!row || !transfer) continue
    await keepReversal(ctx, transfer, row, id)
    moved = true
  }
  return moved ? 'moved' : 'late'
}

// One of ours that is not written down yet, or one that was made on the service's own pages.
async function reversalOf(
  ctx: Context,
  transferId: string,
  { id, amountMinor, ours }: { id: string; amountMinor: Minor; ours: string | null },
) {
  const ownId = idIn(ours, 'reversal')
  const own = ownId ? await lockReversal(ctx.db, ownId) : undefined
  if (own) return own.state === 'done' ? null : own
  return insertReversal(ctx.db, {
    transfer_id: transferId,
    amount_minor: amountMinor,
    next_at: null,
    created_at: ctx.now,
    state: 'done',
    gateway_id: id,
    done_at: ctx.now,
  })
}

/** An artist's bank has a payout, or has sent it back. */
export const hearPayout: Hear = async (ctx, gateway, event) => {
  const { accountId, payout: told, ours } = event
  if (!accountId || !told) return 'noted'
  const account = await payoutAccountByName(ctx.db, gateway, accountId)
  if (!account) return 'unknown'
  const payout = await payoutTold(ctx, gateway, told.id, ours)
  if (payout && payout.provider_id !== account.provider_id) return 'unknown'
  if (event.kind === 'paid') {
    if (payout?.state !== 'sent') return payout ? 'late' : 'noted'
    await updatePayout(ctx.db, payout.id, {
      state: 'paid',
      paid_at: event.at,
      gateway_id: told.id,
      next_at: null,
      claim: null,
      claimed_until: null,
    })
    return 'moved'
  }
  const error = told.reason || 'Their bank sent it back.'
  if (payout && (payout.state === 'sent' || payout.state === 'paid')) {
    await endPayout(ctx, await senderIn(ctx), payout, { error, artist: true, returned: true, at: event.at })
    return 'moved'
  }
  return payout ? 'late' : 'noted'
}

async function payoutTold(
  ctx: Context,
  gateway: GatewayName,
  gatewayId: string,
  ours: string | null,
): Promise<PayoutRow | undefined> {
  const named = await payoutByName(ctx.db, gateway, gatewayId)
  if (named) return named
  const id = idIn(ours, 'payout')
  const own = id ? await lockPayout(ctx.db, id) : undefined
  // Another try of the same payout has taken the place of the one that is told of.
  return own?.gateway_id || own?.returned_at ? undefined : own
}
