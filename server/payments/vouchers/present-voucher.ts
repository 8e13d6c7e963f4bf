import { major } from '#contract/money.ts'
import type { BoughtVoucher, Voucher, VoucherTerms } from '#contract/payments/vouchers.ts'
import type { PaymentRow } from '#server/payments/queries.ts'
import type { VoucherRow } from './voucher-queries.ts'

type VoucherArtist = NonNullable<Voucher['artist']>
type Beside = {
  payment: PaymentRow | undefined
  terms: readonly VoucherTerms[]
  artist: VoucherArtist | null
  now: Date
}

const iso = (at: Date | null): string | null => (at ? new Date(at).toISOString() : null)

/** A voucher as whoever has its code sees it. */
export const presentVoucher = (row: VoucherRow, code: string, artist: VoucherArtist | null): Voucher => ({
  kind: row.kind as Voucher['kind'],
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
  artist: artist && { name: artist.name, slug: artist.slug },
})

/** The same as its buyer sees it. */
export function presentBought(row: VoucherRow, code: string, { payment, terms, artist, now }: Beside): BoughtVoucher {
  const until = returnUntil(row, terms)
  return {
    ...presentVoucher(row, code, artist),
    id: row.id,
    number: String(row.number),
    toEmail: row.to_email,
    sendOn: row.send_on,
    sentAt: iso(row.sent_at),
    boughtAt: iso(row.paid_at),
    returnUntil: until && until > now && row.left_minor > 0 && row.state === 'live' ? until.toISOString() : null,
    reason: row.reason,
    paymentId: payment?.state === 'captured' ? payment.id : null,
  }
}

/** Until when what is left of a voucher can be given back; where the artist it was for can be booked no more, the days count anew from then. */
export function returnUntil(row: VoucherRow, terms: readonly VoucherTerms[]): Date | null {
  // Nobody has paid for what the house gave.
  if (row.kind === 'goodwill') return null
  const days = terms.find(({ countryCode }) => countryCode === row.country_code)?.returnDays
  const from = row.freed_at ?? row.paid_at
  return from && days ? new Date(new Date(from).getTime() + days * 86_400_000) : null
}
