import { toIso } from './present-money.ts'
import { toMajor } from '#contract/money.ts'
import type { BoughtVoucher, Voucher, VoucherTerms } from '#contract/payments/vouchers.ts'
import type { PaymentRow } from './payments.queries.ts'
import type { OperatorVoucherRow, VoucherRow } from './vouchers.queries.ts'
import type { OperatorVoucher } from '#contract/operator/vouchers.ts'
import { createHmac } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { getSigningKeys } from '#server/platform/signing-key.ts'

type VoucherArtist = NonNullable<Voucher['artist']>
type Beside = {
  payment: PaymentRow | undefined
  terms: readonly VoucherTerms[]
  artist: VoucherArtist | null
  now: Date
}

export const presentVoucher = (row: VoucherRow, code: string, artist: VoucherArtist | null): Voucher => ({
  kind: row.kind as Voucher['kind'],
  code,
  state: row.state,
  amount: toMajor(row.amount_minor),
  left: toMajor(row.left_minor),
  currency: row.currency,
  countryCode: row.country_code as Voucher['countryCode'],
  fromName: row.buyer_name,
  toName: row.to_name,
  message: row.message,
  expiresAt: toIso(row.expires_at),
  artist: artist && { name: artist.name, slug: artist.slug },
})

export function presentBought(row: VoucherRow, code: string, { payment, terms, artist, now }: Beside): BoughtVoucher {
  const until = getReturnDeadline(row, terms)
  return {
    ...presentVoucher(row, code, artist),
    id: row.id,
    number: String(row.number),
    toEmail: row.to_email,
    sendOn: row.send_on,
    sentAt: toIso(row.sent_at),
    boughtAt: toIso(row.paid_at),
    returnUntil: until && until > now && row.left_minor > 0 && row.state === 'live' ? until.toISOString() : null,
    reason: row.reason,
    paymentId: payment?.state === 'captured' ? payment.id : null,
  }
}

/**
 * Returns the last day for returning a voucher. The period starts again when the voucher's artist stops taking
 * bookings.
 */
export function getReturnDeadline(row: VoucherRow, terms: readonly VoucherTerms[]): Date | null {
  // No one paid for a goodwill voucher, so it cannot be returned.
  if (row.kind === 'goodwill') return null
  const days = terms.find(({ countryCode }) => countryCode === row.country_code)?.returnDays
  const from = row.freed_at ?? row.paid_at
  return from && days ? new Date(new Date(from).getTime() + days * 86_400_000) : null
}

export const presentOperatorVoucher = (row: OperatorVoucherRow): OperatorVoucher => ({
  id: row.id,
  number: String(row.number),
  kind: row.kind as OperatorVoucher['kind'],
  reason: row.reason,
  state: row.state as OperatorVoucher['state'],
  amount: toMajor(row.amount_minor),
  left: toMajor(row.left_minor),
  currency: row.currency,
  countryCode: row.country_code,
  buyer: { name: row.buyer_name, email: row.buyer_email },
  to: { name: row.to_name, email: row.to_email },
  sendOn: row.send_on,
  sentAt: toIso(row.sent_at),
  expiresAt: toIso(row.expires_at),
  blockedFor: row.blocked_for,
  artist: row.provider_id ? { id: row.provider_id, name: row.artist ?? '' } : null,
  freedAt: toIso(row.freed_at),
  at: row.at,
})

// Alphabet without ambiguous letters: 32 characters of five bits.
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 16

/** Normalises a typed code to capitals and digits. */
export const normaliseCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

export const isVoucherCode = (plain: string): boolean => plain.length === LENGTH

export const formatCode = (plain: string): string => plain.replace(/(.{4})(?=.)/g, '$1-')

export const hashOfCode = (plain: string): Buffer => hashOfKey(`voucher ${plain}`)

function codeUnder(bytes: Uint8Array, id: string): string {
  const mac = createHmac('sha256', bytes).update(`voucher ${id}`).digest()
  let [bits, value, code] = [0, 0, '']
  for (const byte of mac) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5 && code.length < LENGTH) {
      code += signs[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= 0xff
    if (code.length === LENGTH) break
  }
  return code
}

/** Must not run inside a transaction. */
export async function createVoucherCodeHash(database: Database, env: Env, id: string): Promise<Buffer> {
  const [{ bytes }] = await getSigningKeys(database, env)
  return hashOfCode(codeUnder(bytes, id))
}

/**
 * Derives a voucher's code from its id and the site's signing key, because the code is not stored. Returns null once
 * that key is retired. Must not run inside a transaction.
 */
export async function getVoucherCode(
  { database, env }: { database: Database; env: Env },
  { id, code_hash }: { id: string; code_hash: Buffer | Uint8Array },
): Promise<string | null> {
  for (const { bytes } of await getSigningKeys(database, env)) {
    const code = codeUnder(bytes, id)
    if (hashOfCode(code).equals(Buffer.from(code_hash))) return formatCode(code)
  }
  return null
}
