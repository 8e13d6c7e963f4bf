import { major } from '#contract/money.ts'
import type { OperatorVoucher } from '#contract/operator/vouchers.ts'
import { iso } from '#server/payments/operator/present-money.ts'
import type { OperatorVoucherRow } from './operator-voucher-queries.ts'

/** A voucher as operators see it. */
export const presentOperatorVoucher = (row: OperatorVoucherRow): OperatorVoucher => ({
  id: row.id,
  number: String(row.number),
  kind: row.kind as OperatorVoucher['kind'],
  reason: row.reason,
  state: row.state as OperatorVoucher['state'],
  amount: major(row.amount_minor),
  left: major(row.left_minor),
  currency: row.currency,
  countryCode: row.country_code,
  buyer: { name: row.buyer_name, email: row.buyer_email },
  to: { name: row.to_name, email: row.to_email },
  sendOn: row.send_on,
  sentAt: iso(row.sent_at),
  expiresAt: iso(row.expires_at),
  blockedFor: row.blocked_for,
  artist: row.provider_id ? { id: row.provider_id, name: row.artist ?? '' } : null,
  freedAt: iso(row.freed_at),
  at: row.at,
})
