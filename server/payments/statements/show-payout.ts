import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { payoutById } from '#server/payments/payouts/payout-queries.ts'
import { reversedOf } from '#server/payments/payouts/transfer-queries.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { partsOfPayout } from './statement-queries.ts'

/** A payout of the caller's with the bookings it is made of; what is of none (a share passed on, a debt made up) says so by an empty name. */
export async function showPayout(
  ctx: Context,
  { payoutId }: InputOf<typeof statements.payout>,
): Promise<OutputOf<typeof statements.payout>> {
  const { id } = await ownPayee(ctx)
  const row = await payoutById(ctx.db, payoutId)
  if (!row || row.provider_id !== id || row.refused_to_us) throw new Refusal('not_found')
  const returnedMinor = await reversedOf(ctx.db, row.id)
  return {
    payout: {
      id: row.id,
      number: payoutNumber(row.id),
      amount: major(row.amount_minor),
      returned: major(returnedMinor),
      bank: major(row.bank_minor ?? row.amount_minor - returnedMinor),
      currency: row.currency,
      state: row.state,
      createdAt: new Date(row.created_at).toISOString(),
      paidAt: row.paid_at ? new Date(row.paid_at).toISOString() : null,
      parts: (await partsOfPayout(ctx.db, row.id)).map(({ booking, paid, fee, part }) => ({
        booking: booking ?? '',
        paid: major(paid ?? 0),
        fee: major(fee ?? 0),
        part: major(part),
      })),
    },
  }
}

/** What a payout is called on paper. */
const payoutNumber = (id: string): string => `P-${id.slice(0, 8).toUpperCase()}`
