import type { FeeTerms } from './fees.ts'
import { type Minor, toMinor } from './money.ts'
import { computeDeposit, getFeeLabel, computeFeeUnits, otherLabels, computeUnitsWithFee } from './price.ts'
import type { PriceLine } from './search/quotes.ts'

/** A line as customers see it, and the provider's earnings per unit. */
export type CostedLine = { line: PriceLine; costMinor: Minor }
/** Parameters of a price: percent and bounds of the fee, the deposit's share, the minimum booking. */
export type PriceTerms = FeeTerms & { share: number; minimumMinor: Minor }

/** Returns stored lines with the provider's earnings per unit. */
export const attachCosts = (
  lines: readonly PriceLine[],
  terms: { costsMinor: readonly Minor[] } | undefined,
): CostedLine[] => lines.map((line, i) => ({ line, costMinor: terms?.costsMinor[i] ?? 0 }))

export const sumCosts = (lines: readonly CostedLine[]): Minor =>
  lines.reduce((sum, { line, costMinor }) => sum + line.count * costMinor, 0)

export function addTopUpLine(lines: readonly CostedLine[], { minimumMinor, percent }: PriceTerms): CostedLine[] {
  const others = lines.filter(({ line }) => line.kind !== 'topUp')
  const costMinor = minimumMinor - sumCosts(others)
  if (costMinor <= 0) return others
  const unit = computeUnitsWithFee(costMinor, percent)
  const line: PriceLine = {
    kind: 'topUp',
    label: otherLabels.topUp,
    count: 1,
    unit,
    amount: unit,
    parts: [],
    people: null,
    minutes: null,
  }
  const early = others.findIndex(({ line }) => line.kind === 'early')
  return early < 0 ? [...others, { line, costMinor }] : others.toSpliced(early, 0, { line, costMinor })
}

/** Adds the line that brings the fee within minimum and maximum, before all reductions and kept amounts. */
export function addFeeLine(lines: readonly CostedLine[], terms: PriceTerms): CostedLine[] {
  const others = lines.filter(({ line }) => line.kind !== 'fee')
  const { feeMinor } = sumLines(others, terms)
  const units = computeFeeUnits(feeMinor, terms)
  if (units === 0) return others
  const line: PriceLine = {
    kind: 'fee',
    label: getFeeLabel(units),
    count: 1,
    unit: units,
    amount: units,
    parts: [],
    people: null,
    minutes: null,
  }
  return [...others, { line, costMinor: 0 }]
}

export function sumLines(
  lines: readonly CostedLine[],
  { share }: PriceTerms,
): { totalMinor: Minor; feeMinor: Minor; depositMinor: Minor } {
  const totalMinor = lines.reduce((sum, { line }) => sum + toMinor(line.amount), 0)
  const feeMinor = totalMinor - sumCosts(lines)
  return { totalMinor, feeMinor, depositMinor: Math.ceil(computeDeposit(totalMinor, feeMinor, share)) }
}
