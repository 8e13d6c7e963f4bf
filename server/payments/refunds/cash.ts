import { truncate } from '#contract/text.ts'
import type { Minor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { post } from '#server/payments/ledger/ledger-queries.ts'

/** Writes down a balance that the provider was paid on the day, once for each fact, in the caller's transaction: it never was the platform's. */
export const recordCash = (
  ctx: Context,
  {
    providerId,
    ref,
    currency,
    amountMinor,
    description,
    fact,
  }: { providerId: string; ref: string; currency: string; amountMinor: Minor; description: string; fact: string },
): Promise<boolean> =>
  post(
    ctx.db,
    { kind: 'cash', providerId, amountMinor },
    { fact: `cash:${fact}`, currency, at: ctx.now, providerId, ref, note: truncate(description, 300) },
  )
