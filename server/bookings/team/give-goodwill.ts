import { moneyOf, type Minor, minor } from '#contract/money.ts'
import { needsSecondOperator, type NewCredit, refund } from '#server/payments/index.ts'
import { provenLately } from '#server/platform/http/guard.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { splitOf } from '#server/bookings/money/money-of.ts'
import type { TeamAct } from './act-of-team.ts'
import { factOfGoodwill } from './team-queries.ts'

/** Gives part of what was paid back at the cost of the house, the way it came or as credit for a next booking: the last payments first, the artist keeps theirs. In all from the limit on it waits for a second operator. */
export const goodwillOf = (amount: number, credit: NewCredit | null): TeamAct => ({
  kind: 'goodwill',
  run: async (tx, { row, payments, actId, reason, rehearsed }) => {
    const amountMinor = minor(amount)
    const taken = payments.filter(({ state }) => state === 'captured').flatMap((one) => splitOf(one) ?? [])
    if (taken.length === 0) throw new Refusal('state_changed')
    if (amountMinor > taken.reduce((sum, one) => sum + one.amountMinor, 0))
      throw refuseField('refund_too_much', 'amount')
    const gone = payments.reduce((sum, { refunded_minor }) => sum + refunded_minor, 0)
    const second = await needsSecond(tx, taken, { currency: row.currency, gone, amountMinor })
    if (second && !rehearsed && !provenLately(tx.viewer, tx.now)) throw new Refusal('step_up_needed')
    if (credit) await keepFor(tx, credit, row, { amountMinor, reason })
    let left = amountMinor
    for (const { id, amountMinor: had } of taken.toReversed()) {
      const part = Math.min(left, had)
      if (part === 0) continue
      const wanted = {
        paymentId: id,
        amountMinor: part,
        feeBackMinor: part,
        borneBy: 'platform' as const,
        reason,
        ...(credit ? { voucherId: credit.id } : {}),
        fact: `${factOfGoodwill(actId)}${id}`,
      }
      await refund(tx, { ...wanted, standalone: true, second })
      left -= part
    }
    const said = { amount: moneyOf(amountMinor, row.currency, { decimals: 'always' }), as: credit ? 'credit' : 'card' }
    return { row, second, said }
  },
})

/** Returns whether the whole sum, or any payment that it may be taken from, needs a second operator. */
async function needsSecond(
  tx: Context,
  taken: readonly { id: string }[],
  { currency, gone, amountMinor }: { currency: string; gone: Minor; amountMinor: Minor },
): Promise<boolean> {
  for (const { id } of taken)
    if (await needsSecondOperator(tx, { id, currency, refunded_minor: gone }, amountMinor)) return true
  return false
}

// Whoever has left can spend nothing.
async function keepFor(
  tx: Context,
  credit: NewCredit,
  row: AppointmentRow,
  { amountMinor, reason }: { amountMinor: Minor; reason: string },
): Promise<void> {
  if (!row.account_id) throw new Refusal('state_changed')
  await credit.keep(tx, {
    accountId: row.account_id,
    name: row.requester.name,
    email: row.requester.email,
    countryCode: row.country_code,
    currency: row.currency,
    amountMinor,
    reason,
  })
}
