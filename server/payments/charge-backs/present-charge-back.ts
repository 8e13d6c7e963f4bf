import { major } from '#contract/money.ts'
import type { ChargeBack } from '#contract/operator/bank.ts'
import { iso } from '#server/payments/operator/present-money.ts'
import type { ShownChargeBackRow } from './charge-back-queries.ts'

/** A charge-back as operators see it. */
export const presentChargeBack = (row: ShownChargeBackRow): ChargeBack => ({
  id: row.id,
  payment: { id: row.payment_id, number: String(row.number), description: row.description },
  provider: row.provider ?? '',
  amount: major(row.amount_minor),
  fee: major(row.fee_minor),
  currency: row.currency,
  reason: row.reason,
  state: row.state as ChargeBack['state'],
  dueAt: iso(row.due_at),
  sentAt: iso(row.evidence_sent_at),
  at: row.at,
})
