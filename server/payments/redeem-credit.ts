import { truncate } from '#contract/text.ts'
import type { Context } from '#server/platform/context.ts'
import type { Minor } from '#contract/money.ts'
import { postMovement } from './ledger.queries.ts'
import { insertCredit, type PartOf } from './payments.queries.ts'
import { markSpent, type SpendRow } from './credits.queries.ts'

type For = {
  partOf: PartOf
  accountId: string | null
  providerId: string
  countryCode: string
  currency: string
  description: string
  email: string
}

/** Redeems a reserved credit as a payment without a gateway, in the caller's transaction. */
export async function redeemCredit(ctx: Context, spend: SpendRow, feeMinor: Minor, of: For): Promise<void> {
  await markSpent(ctx.db, spend.id)
  const payment = await insertCredit(ctx.db, {
    ref: spend.id,
    part_of: of.partOf,
    account_id: of.accountId,
    provider_id: of.providerId,
    country_code: of.countryCode,
    currency: of.currency,
    amount_minor: spend.amount_minor,
    fee_minor: feeMinor,
    description: truncate(of.description, 300),
    email: of.email,
    created_at: ctx.now,
  })
  await postMovement(
    ctx.db,
    { kind: 'capture', providerId: of.providerId, amountMinor: spend.amount_minor, feeMinor, from: 'vouchers' },
    {
      fact: `capture:${payment.id}`,
      currency: of.currency,
      at: ctx.now,
      providerId: of.providerId,
      ref: spend.id,
      paymentId: payment.id,
    },
  )
}
