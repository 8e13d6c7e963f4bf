import { computePercentUp, type Minor, toMajor, toMinor } from '#contract/money.ts'
import { addFrozenPromoLine } from '#contract/payments/promo.ts'
import { computePlatformPart } from '#contract/payments/refund.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { type CostedLine, type PriceTerms, sumLines } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'

/**
 * When a linked appointment is allowed: it ends at least `hours` before its booking, and starts at most `months` before
 * it.
 */
export type SpanRule = { hours: number; months: number }

export const patchTestSpan = { hours: 48, months: 6 } as const satisfies SpanRule

/**
 * Returns the earliest start and the latest end of a linked appointment, in milliseconds. Counts months as PostgreSQL
 * does.
 */
export function getSpan(startsAt: number, { hours, months }: SpanRule): { from: number; until: number } {
  const from = new Date(startsAt)
  const day = from.getUTCDate()
  from.setUTCDate(1)
  from.setUTCMonth(from.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate()
  from.setUTCDate(Math.min(day, lastDay))
  return { from: from.getTime(), until: startsAt - hours * 3_600_000 }
}

type TrialCost = { costMinor: Minor; deducted: boolean }
type TrialPrice = { priceMinor: Minor; offMinor: Minor }

const deductionLabel = 'Trial price deducted'
const keptLabel = 'Kept for the trial'

export const labelTrial = (services: readonly string[], day: string | null): string =>
  [`Trial: ${new Intl.ListFormat('en-GB').format(services)}`, ...(day ? [day] : [])].join(', ')

const sumPrices = (trials: readonly TrialCost[], percent: number): Minor =>
  trials.reduce((sum, { costMinor }) => sum + toMinor(computeUnitsWithFee(costMinor, percent)), 0)
const sumCosts = (trials: readonly TrialCost[]): Minor => trials.reduce((sum, { costMinor }) => sum + costMinor, 0)

const isTrialLine = ({ line }: CostedLine): boolean => line.kind === 'trial' || line.kind === 'trialOff'

const createLine = (kind: PriceLine['kind'], label: string, amountMinor: Minor): PriceLine => ({
  kind,
  label,
  count: 1,
  unit: toMajor(amountMinor),
  amount: toMajor(amountMinor),
  parts: [],
  people: null,
  minutes: null,
})

function createTrialLines(trials: readonly TrialCost[], percent: number, label: string): CostedLine[] {
  const deducted = trials.filter((one) => one.deducted)
  const offMinor = sumPrices(deducted, percent)
  return [
    { line: createLine('trial', label, sumPrices(trials, percent)), costMinor: sumCosts(trials) },
    ...(offMinor > 0
      ? [{ line: createLine('trialOff', deductionLabel, -offMinor), costMinor: -sumCosts(deducted) }]
      : []),
  ]
}

// Reductions of the price with its trial come after the trial's lines.
const isReduction = ({ line }: CostedLine): boolean =>
  line.kind === 'kept' || line.kind === 'adjusted' || line.kind === 'promo'

/**
 * Replaces the trial in the lines of a price by this one, with the fee included. A trial changes neither the minimum
 * price nor the limits of the fee.
 */
export function replaceTrial(
  lines: readonly CostedLine[],
  trials: readonly TrialCost[],
  { percent, label }: { percent: number; label: string },
): CostedLine[] {
  const others = lines.filter((one) => !isTrialLine(one))
  if (trials.length === 0) return others
  const added = createTrialLines(trials, percent, label)
  return [...others.filter((one) => !isReduction(one)), ...added, ...others.filter(isReduction)]
}

export const renameTrialLine = (lines: readonly PriceLine[], label: string): PriceLine[] =>
  lines.map((line) => (line.kind === 'trial' ? { ...line, label } : line))

export function findTrialPrice(lines: readonly PriceLine[]): TrialPrice | null {
  const found = lines.find(({ kind }) => kind === 'trial')
  const off = lines.find(({ kind }) => kind === 'trialOff')
  return found ? { priceMinor: toMinor(found.amount), offMinor: off ? -toMinor(off.amount) : 0 } : null
}

/** Splits a cancelled trial's price into the booking's reduction and the part that stays due. */
export function splitRefund(
  { priceMinor, offMinor }: TrialPrice,
  share: number,
): { backMinor: Minor; keptMinor: Minor } {
  const backMinor = computePercentUp(priceMinor - offMinor, share)
  return { backMinor, keptMinor: priceMinor - offMinor - backMinor }
}

/**
 * Returns the lines without the trial if this share of it (in per cent) is refunded. The part that stays due is split
 * like the trial's price.
 */
export function removeTrial(lines: readonly CostedLine[], terms: PriceTerms, share: number): CostedLine[] {
  const price = findTrialPrice(lines.map(({ line }) => line))
  if (!price) return [...lines]
  const { keptMinor } = splitRefund(price, share)
  const costMinor = keptMinor - computePlatformPart(keptMinor, sumLines(lines.filter(isTrialLine), terms))
  const others = lines.filter((one) => !isTrialLine(one))
  const promo = others.find(({ line }) => line.kind === 'promo')
  const kept = keptMinor > 0 ? [{ line: createLine('kept', keptLabel, keptMinor), costMinor }] : []
  // The lower price may allow only a smaller reduction by the promo code.
  return addFrozenPromoLine([...others.filter((one) => one !== promo), ...kept], terms, promo)
}

type Sums = ReturnType<typeof sumLines>

/**
 * Returns the sums of a booking without its trial. Neither deposit nor fee becomes higher than before, so the fee stays
 * within the deposit.
 */
export const limitSums = (before: Sums, { totalMinor, depositMinor, feeMinor }: Sums): Sums => ({
  totalMinor,
  depositMinor: Math.min(depositMinor, before.depositMinor),
  feeMinor: Math.min(feeMinor, before.feeMinor),
})
