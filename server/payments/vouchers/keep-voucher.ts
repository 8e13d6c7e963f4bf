import type { Minor } from '#contract/money.ts'
import { creditFor } from '#contract/payments/cover.ts'
import type { PartOf } from '#server/payments/queries.ts'
import { artistsOfVouchers } from './artist-queries.ts'
import { lockVoucher, type VoucherRow } from './voucher-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseWhen } from '#server/platform/refusal.ts'
import { insertSpend, type SpendRow, takeFromVoucher } from '#server/payments/credits/credit-queries.ts'

type Wanted = {
  openMinor: Minor
  currency: string
  /** Whose booking it pays for. */
  providerId: string
  partOf: PartOf
  ref: string
  until: Date
}

/** Keeps what a voucher can pay of something, so that nothing else spends it meanwhile. In the caller's transaction. */
export async function keepVoucher(
  ctx: Context,
  { id }: Pick<VoucherRow, 'id'>,
  { openMinor, currency, providerId, partOf, ref, until }: Wanted,
): Promise<SpendRow> {
  const row = await lockVoucher(ctx.db, id)
  if (row?.state !== 'live') throw new Refusal('code_unknown')
  if (row.currency !== currency) throw new Refusal('voucher_other_currency')
  const artist = (await artistsOfVouchers(ctx.db, [row]))(row)
  if (artist && artist.id !== providerId)
    throw new Refusal('voucher_other_artist', { detail: { artist: { name: artist.name, slug: artist.slug } } })
  if (row.expires_at && new Date(row.expires_at) <= ctx.now) throw new Refusal('voucher_ended')
  if (openMinor <= 0) throw new Refusal('nothing_open')
  const amountMinor = creditFor(openMinor, row.left_minor)
  if (amountMinor === 0 || !(await takeFromVoucher(ctx.db, id, amountMinor, ctx.now)))
    throw new Refusal('voucher_empty')
  return insertSpend(ctx.db, {
    voucher_id: id,
    part_of: partOf,
    for_ref: ref,
    amount_minor: amountMinor,
    kept_until: until,
    created_at: ctx.now,
  }).catch(refuseWhen('credit_spend_once', 'code_used'))
}
