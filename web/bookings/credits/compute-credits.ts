import { toMinor, type Minor } from '#contract/money.ts'
import { splitFee, fitCreditsToDue } from '#contract/payments/cover.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import type { PaidAmount } from '#contract/payments/refund.ts'

/** What credits and a card pay of what is due now, by the rule that also takes it: the parts that a refund is made of, too. */
export function computeCreditsNow(
  credits: readonly Credit[],
  dueMinor: Minor,
  feeMinor: Minor,
): { pays: Minor[]; cardMinor: Minor; paid: PaidAmount[] } {
  const pays = fitCreditsToDue(
    dueMinor,
    credits.map(({ amount, left }) => toMinor(amount + left)),
  )
  const cardMinor = dueMinor - pays.reduce((sum, one) => sum + one, 0)
  const parts = [cardMinor, ...pays]
  const fees = splitFee(parts, feeMinor)
  return {
    pays,
    cardMinor,
    paid: parts.flatMap((amountMinor, i) => (amountMinor > 0 ? [{ amountMinor, feeMinor: fees[i] ?? 0 }] : [])),
  }
}
