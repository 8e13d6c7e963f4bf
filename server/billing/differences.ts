import { computeDifference, computeFeeInDue, type Difference } from '#contract/billing/differences.ts'
import { getMinimumCharge, toMajor, toMinor, type Minor } from '#contract/money.ts'
import { computePlatformPart, splitChange } from '#contract/payments/refund.ts'
import type { AppointmentRow, FrozenTerms, MoveRow } from '#server/appointments/index.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computeExcessGoodwill, limitRefund, listUnrefundedPayments } from './booking-money.ts'
import { executeRefundSplit } from './refunds.ts'
import { type CostedLine, attachCosts, type PriceTerms, addFeeLine, addTopUpLine } from '#contract/price-lines.ts'
import { addFrozenPromoLine } from '#contract/payments/promo.ts'
import { type Package, formatPackageLabel, applyPackages, computeUnitsWithFee } from '#contract/price.ts'
import type { PriceLine } from '#contract/search/quotes.ts'

type PricedMove = Pick<MoveRow, 'total_minor' | 'deposit_minor' | 'fee_minor' | 'share'>

const termsOf = (of: Omit<PricedMove, 'share'>, inFull: boolean) => ({
  totalMinor: of.total_minor,
  depositMinor: inFull ? of.total_minor : of.deposit_minor,
  feeMinor: of.fee_minor,
})

/**
 * Returns the amount that a proposed move charges or refunds. A new time alone costs nothing. A lower price reduces the
 * balance or, if that is paid, is refunded.
 */
export function computeMoveDifference(
  row: Omit<PricedMove, 'share'> &
    Pick<AppointmentRow, 'balance_paid_at' | 'balance_paid_how' | 'in_full' | 'currency'>,
  move: PricedMove,
): Difference {
  const paidInFull = row.in_full || row.balance_paid_at !== null
  return computeDifference(termsOf(row, row.in_full), termsOf(move, row.in_full), {
    paidInFull,
    inCash: row.balance_paid_how === 'cash',
    share: move.share ?? (paidInFull ? 100 : 0),
    leastMinor: getMinimumCharge(row.currency),
  })
}

type Booked = Pick<AppointmentRow, 'total_minor' | 'fee_minor'>

/** Adds a line for amounts neither refunded nor charged, so that the lines sum to the total. */
export function addChangeLine(
  row: Booked,
  { body, fee_minor }: Pick<MoveRow, 'body' | 'fee_minor'>,
  { keptMinor, waivedMinor, after }: Difference,
): FrozenTerms {
  if (keptMinor === 0 && waivedMinor === 0) return body
  const amount = toMajor(keptMinor - waivedMinor)
  const line =
    keptMinor > 0
      ? ({ kind: 'kept', label: 'Kept after a change', count: 1, unit: amount, amount } as const)
      : ({ kind: 'adjusted', label: 'Too small to charge to a card', count: 1, unit: amount, amount } as const)
  const costMinor =
    keptMinor > 0
      ? keptMinor - computePlatformPart(keptMinor, { totalMinor: row.total_minor, feeMinor: row.fee_minor })
      : fee_minor - after.feeMinor - waivedMinor
  return {
    ...body,
    lines: [...body.lines, { ...line, parts: [], people: null, minutes: null }],
    ...(body.terms ? { terms: { ...body.terms, costsMinor: [...body.terms.costsMinor, costMinor] } } : {}),
  }
}

/**
 * Refunds the excess after a price change and adjusts the fee across all captured payments, in the caller's
 * transaction. If goodwill exceeds the new price, the side that funded the goodwill keeps the excess. Throws
 * `state_changed` if the amount to refund was paid in cash or is not captured yet.
 */
export async function settleDifference(
  ctx: Context,
  payments: readonly PaymentRow[],
  { fee_minor: feeBefore, balance_paid_how }: Pick<AppointmentRow, 'fee_minor' | 'balance_paid_how'>,
  { dueMinor, backMinor, after }: Difference,
  fact: string,
): Promise<void> {
  const captured = payments.filter(({ state }) => state === 'captured')
  const taken = listUnrefundedPayments(captured)
  const isComplete = payments.every(({ state }) => state !== 'authorised' && state !== 'capturing')
  const refundMinor = limitRefund(backMinor, captured)
  const missingMinor = backMinor - refundMinor
  if (missingMinor > 0 && (!isComplete || balance_paid_how === 'cash')) throw new Refusal('state_changed')
  const feeLessMinor =
    feeBefore +
    computeFeeInDue(dueMinor, feeBefore, after.feeMinor) -
    after.feeMinor -
    computeExcessGoodwill(missingMinor, feeBefore, captured)
  const splits = splitChange(taken, { backMinor: refundMinor, feeLessMinor })
  const lessMinor = splits.reduce((sum, one) => sum + one.feeBackMinor + one.passedMinor, 0)
  if (lessMinor !== feeLessMinor && !isComplete) throw new Refusal('state_changed')
  for (const [i, { id }] of taken.entries()) {
    const split = splits[i]
    const because = { reason: 'The price after the change is lower.', fact, note: 'After a change' }
    if (split) await executeRefundSplit(ctx, id, split, because)
  }
}

export type FrozenPriceInput = {
  lines: readonly PriceLine[]
  terms: PriceTerms & {
    costsMinor: readonly Minor[]
    serviceCosts: Readonly<Record<string, Minor>>
    packages?: readonly Package<string>[] | undefined
  }
}

/**
 * Computes the price of a changed party. Frozen looks, services, travel and early starts keep their price; new items
 * use current prices.
 */
export function computeFrozenPriceLines(now: FrozenPriceInput, frozen: FrozenPriceInput): CostedLine[] {
  const { percent } = frozen.terms
  const before = attachCosts(frozen.lines, frozen.terms)
  const lines = now.lines.flatMap((line, i): CostedLine[] => {
    if (line.kind === 'topUp' || line.kind === 'fee' || line.kind === 'package') return []
    const known = before.find((one) => one.line.kind === line.kind && (!isNamed(one) || one.line.label === line.label))
    if (known) {
      const { unit, parts } = known.line
      return [{ line: { ...line, unit, amount: amountOf(line.count, unit), parts }, costMinor: known.costMinor }]
    }
    const costs =
      line.kind === 'look'
        ? line.parts.map(({ serviceId }) => serviceCost(now, frozen, serviceId))
        : [now.terms.costsMinor[i] ?? 0]
    const units = costs.map((cost) => computeUnitsWithFee(cost, percent))
    const unit = units.reduce((sum, one) => sum + one, 0)
    const parts = line.parts.map((part, k) => ({ ...part, unit: units[k] ?? 0 }))
    return [
      {
        line: { ...line, unit, amount: line.count * unit, parts },
        costMinor: costs.reduce((sum, one) => sum + one, 0),
      },
    ]
  })
  // The price keeps a trial and amounts kept from an earlier change. The line of an earlier adjustment is dropped.
  const kept = before.filter(({ line }) => staying.some((kind) => kind === line.kind))
  const promo = before.find(({ line }) => line.kind === 'promo')
  const sold = addPackageLines(lines, now, frozen)
  return addFrozenPromoLine(
    [...addFeeLine(addTopUpLine(sold, frozen.terms), frozen.terms), ...kept],
    frozen.terms,
    promo,
  )
}

const staying = ['trial', 'trialOff', 'kept'] as const

/** Adds packages with the terms from the booking, after looks and add-ons. */
function addPackageLines(lines: readonly CostedLine[], now: FrozenPriceInput, frozen: FrozenPriceInput): CostedLine[] {
  const { packages = [], percent } = frozen.terms
  const wanted = now.lines.flatMap(({ kind, count, parts }) =>
    kind === 'look' ? parts.map(({ serviceId }) => ({ serviceId, count })) : [],
  )
  const taken = applyPackages(
    packages,
    (id) => wanted.reduce((sum, { serviceId, count }) => sum + (serviceId === id ? count : 0), 0),
    (id) => serviceCost(now, frozen, id),
    (costMinor) => computeUnitsWithFee(costMinor, percent),
  )
  const [named, others] = [lines.filter(isNamed), lines.filter((one) => !isNamed(one))]
  const sold = taken.map(({ package: { title }, times: count, savedUnits, savedMinor }): CostedLine => {
    const line: PriceLine = {
      kind: 'package',
      label: formatPackageLabel(title),
      count,
      unit: -savedUnits,
      amount: -count * savedUnits,
      parts: [],
      people: null,
      minutes: null,
    }
    return { line, costMinor: -savedMinor }
  })
  return [...named, ...sold, ...others]
}

const isNamed = ({ line }: CostedLine): boolean => line.kind === 'look' || line.kind === 'addOn'

const amountOf = (count: number, unit: number): number => toMajor(count * toMinor(unit))

const serviceCost = (now: FrozenPriceInput, frozen: FrozenPriceInput, id: string): Minor =>
  frozen.terms.serviceCosts[id] ?? now.terms.serviceCosts[id] ?? 0
