import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { operatorVoucher } from './operator-voucher-queries.ts'
import { presentOperatorVoucher } from './present-operator-voucher.ts'
import { moveVoucher } from './voucher-queries.ts'

/** An operator's decision on a voucher, written down with its reason. */
export const changeVoucher = (
  ctx: Context,
  voucherId: string,
  event: 'block' | 'unblock',
  reason: string,
): Promise<OutputOf<typeof operatorVouchers.block>> =>
  ctx.once(async (tx) => {
    if (!(await operatorVoucher(tx.db, voucherId))) throw new Refusal('not_found')
    const now = await moveVoucher(tx.db, voucherId, event, { blocked_for: event === 'block' ? reason : '' })
    const row = await operatorVoucher(tx.db, voucherId)
    if (!now || !row) throw new Refusal('state_changed')
    await record(tx, {
      act: `voucher.${event}`,
      subject: { kind: 'voucher', id: voucherId, name: String(row.number) },
      after: { state: now.state },
      reason,
    })
    return { voucher: presentOperatorVoucher(row) }
  })
