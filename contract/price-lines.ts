import type { FeeTerms } from './fees.ts'
import { type Minor, minor } from './money.ts'
import { depositMinorOf, feeLabel, feeUnits, otherLabels, unitsWithFee } from './price.ts'
import type { PriceLine } from './search/quotes.ts'

/** A line as customers see it, and what its provider earns for one of it. */
export type Costed = { line: PriceLine; costMinor: Minor }
/** By what a price is made: the fee's percent and bounds, the deposit's share, the smallest job worth the trip. */
export type PriceTerms = FeeTerms & { share: number; minimumMinor: Minor }

/** Kept lines with what their provider earns for one of each. */
export const costedLines = (
  lines: readonly PriceLine[],
  terms: { costsMinor: readonly Minor[] } | undefined,
): Costed[] => lines.map((line, i) => ({ line, costMinor: terms?.costsMinor[i] ?? 0 }))

/** What a provider earns for these lines. */
export const costOf = (lines: readonly Costed[]): Minor =>
  lines.reduce((sum, { line, costMinor }) => sum + line.count * costMinor, 0)

/** The lines with the top-up that the minimum job still lacks, in the place where the rule of prices puts it. */
export function withTopUp(lines: readonly Costed[], { minimumMinor, percent }: PriceTerms): Costed[] {
  const others = lines.filter(({ line }) => line.kind !== 'topUp')
  const costMinor = minimumMinor - costOf(others)
  if (costMinor <= 0) return others
  const unit = unitsWithFee(costMinor, percent)
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

/** The lines with the one that brings the fee in them within its bounds; before anything that is taken off or kept. */
export function withFee(lines: readonly Costed[], terms: PriceTerms): Costed[] {
  const others = lines.filter(({ line }) => line.kind !== 'fee')
  const { feeMinor } = sumsOf(others, terms)
  const units = feeUnits(feeMinor, terms)
  if (units === 0) return others
  const line: PriceLine = {
    kind: 'fee',
    label: feeLabel(units),
    count: 1,
    unit: units,
    amount: units,
    parts: [],
    people: null,
    minutes: null,
  }
  return [...others, { line, costMinor: 0 }]
}

/** What lines come to: the total, the fee in it, the deposit. */
export function sumsOf(
  lines: readonly Costed[],
  { share }: PriceTerms,
): { totalMinor: Minor; feeMinor: Minor; depositMinor: Minor } {
  const totalMinor = lines.reduce((sum, { line }) => sum + minor(line.amount), 0)
  const feeMinor = totalMinor - costOf(lines)
  return { totalMinor, feeMinor, depositMinor: Math.ceil(depositMinorOf(totalMinor, feeMinor, share)) }
}
