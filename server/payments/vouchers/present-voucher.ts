import { major } from '#contract/money.ts'
import type { BoughtVoucher, Voucher, VoucherTerms } from '#contract/payments/vouchers.ts'
import type { PaymentRow } from '#server/payments/queries.ts'
import type { VoucherRow } from './voucher-queries.ts'

const iso = (at: Date | null): string | null => (at ? new Date(at).toISOString() : null)

/** A voucher as whoever has its code sees it. */
export const presentVoucher = (row: VoucherRow, code: string): Voucher => ({
  code,
  state: row.state,
  amount: major(row.amount_minor),
  left: major(row.left_minor),
  currency: row.currency,
  countryCode: row.country_code as Voucher['countryCode'],
  fromName: row.buyer_name,
  toName: row.to_name,
  message: row.message,
  expiresAt: iso(row.expires_at),
})

/** The same as its buyer sees it. */
export function presentBought(
  row: VoucherRow,
  code: string,
  { payment, terms, now }: { payment: PaymentRow | undefined; terms: readonly VoucherTerms[]; now: Date },
): BoughtVoucher {
  const until = returnUntil(row, terms)
  return {
    ...presentVoucher(row, code),
    id: row.id,
    number: String(row.number),
    toEmail: row.to_email,
    sendOn: row.send_on,
    sentAt: iso(row.sent_at),
    boughtAt: iso(row.paid_at),
    returnUntil: until && until > now && row.left_minor > 0 && row.state === 'live' ? until.toISOString() : null,
    paymentId: payment?.state === 'captured' ? payment.id : null,
  }
}

/** Until when what is left of a voucher can be given back. */
export function returnUntil(row: VoucherRow, terms: readonly VoucherTerms[]): Date | null {
  const days = terms.find(({ countryCode }) => countryCode === row.country_code)?.returnDays
  return row.paid_at && days ? new Date(new Date(row.paid_at).getTime() + days * 86_400_000) : null
}
