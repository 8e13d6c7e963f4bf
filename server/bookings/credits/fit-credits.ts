import type { Minor } from '#contract/money.ts'
import { fitCredits as partsOf } from '#contract/payments/cover.ts'
import { keepOther, lockKept, lockVouchers } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type HoldRow, setHoldCredit } from '#server/bookings/holds/hold-queries.ts'

/** Makes what credits of a locked hold pay fit to what is due now, more or less; answers how much that is. In the caller's transaction. */
export async function fitCredits(ctx: Context, hold: Pick<HoldRow, 'id'>, dueMinor: Minor): Promise<Minor> {
  const kept = await lockKept(ctx.db, hold.id, 'deposit')
  const left = await lockVouchers(
    ctx.db,
    kept.map(({ voucher_id }) => voucher_id),
  )
  const amounts = partsOf(
    dueMinor,
    kept.map(({ voucher_id, amount_minor }) => (left.has(voucher_id) ? amount_minor + (left.get(voucher_id) ?? 0) : 0)),
  )
  for (const [i, spend] of kept.entries()) await keepOther(ctx.db, spend, amounts[i] ?? 0)
  const creditMinor = amounts.reduce((sum, one) => sum + one, 0)
  await setHoldCredit(ctx.db, hold.id, creditMinor)
  return creditMinor
}
