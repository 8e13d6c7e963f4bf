import { type Difference, differenceOf } from '#contract/bookings/difference.ts'
import { leastCharge, major } from '#contract/money.ts'
import { platformPart } from '#contract/payments/refund.ts'
import type { AppointmentRow, Frozen, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'

type Priced = Pick<MoveRow, 'total_minor' | 'deposit_minor' | 'fee_minor' | 'share'>

const termsOf = (of: Omit<Priced, 'share'>, inFull: boolean) => ({
  totalMinor: of.total_minor,
  depositMinor: inFull ? of.total_minor : of.deposit_minor,
  feeMinor: of.fee_minor,
})

/** Returns what a proposal means for what has been paid by now. A move in time costs nobody anything: what was paid too much comes off the balance, or goes back if that is paid. */
export function differenceOfMove(
  row: Omit<Priced, 'share'> & Pick<AppointmentRow, 'balance_paid_at' | 'balance_paid_how' | 'in_full' | 'currency'>,
  move: Priced,
): Difference {
  const paidInFull = row.in_full || row.balance_paid_at !== null
  return differenceOf(termsOf(row, row.in_full), termsOf(move, row.in_full), {
    paidInFull,
    inCash: row.balance_paid_how === 'cash',
    share: move.share ?? (paidInFull ? 100 : 0),
    leastMinor: leastCharge(row.currency),
  })
}

type Booked = Pick<AppointmentRow, 'total_minor' | 'fee_minor'>

/**
 * Returns the new price with a line for what was paid and is neither refunded nor charged any more, or for what is too
 * little to charge, so that its lines add up to the total.
 */
export function withChangeLine(
  row: Booked,
  { body, fee_minor }: Pick<MoveRow, 'body' | 'fee_minor'>,
  { keptMinor, waivedMinor, after }: Difference,
): Frozen {
  if (keptMinor === 0 && waivedMinor === 0) return body
  const amount = major(keptMinor - waivedMinor)
  const line =
    keptMinor > 0
      ? ({ kind: 'kept', label: 'Kept after a change', count: 1, unit: amount, amount } as const)
      : ({ kind: 'adjusted', label: 'Too small to charge to a card', count: 1, unit: amount, amount } as const)
  const costMinor =
    keptMinor > 0
      ? keptMinor - platformPart(keptMinor, { totalMinor: row.total_minor, feeMinor: row.fee_minor })
      : fee_minor - after.feeMinor - waivedMinor
  return {
    ...body,
    lines: [...body.lines, { ...line, parts: [], people: null, minutes: null }],
    ...(body.terms ? { terms: { ...body.terms, costsMinor: [...body.terms.costsMinor, costMinor] } } : {}),
  }
}
