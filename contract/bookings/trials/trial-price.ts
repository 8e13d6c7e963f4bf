import { major, type Minor, minor, percentUp } from '#contract/money.ts'
import { withFrozenPromo } from '#contract/payments/promo.ts'
import { platformPart } from '#contract/payments/refund.ts'
import { unitsWithFee } from '#contract/price.ts'
import { type Costed, type PriceTerms, sumsOf } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'

/** What a trial of one service earns its artist, and whether its price comes off the day's. */
type TrialOf = { costMinor: Minor; deducted: boolean }
/** What a trial costs, and how much of that comes off the price of the day. */
type TrialWorth = { priceMinor: Minor; offMinor: Minor }

/** What the line is called that takes a trial off the price of the day. */
const trialOffLabel = 'Trial, off the day'
/** What the line is called that stays of a trial which was cancelled late. */
const trialKeptLabel = 'Kept for the trial'

/** What the line of a trial is called: of what, and when it is; without its day while it has none. */
export const trialLabel = (services: readonly string[], day: string | null): string =>
  [`Trial: ${new Intl.ListFormat('en-GB').format(services)}`, ...(day ? [day] : [])].join(', ')

/** A trial of services together as a customer pays it: each with the fee inside, as any line of a price. */
export const worthOfTrial = (trials: readonly TrialOf[], percent: number): TrialWorth => ({
  priceMinor: sumOf(trials, percent),
  offMinor: sumOf(
    trials.filter(({ deducted }) => deducted),
    percent,
  ),
})

const sumOf = (trials: readonly TrialOf[], percent: number): Minor =>
  trials.reduce((sum, { costMinor }) => sum + minor(unitsWithFee(costMinor, percent)), 0)

const isOfTrial = ({ line }: Costed): boolean => line.kind === 'trial' || line.kind === 'trialOff'

const lineOf = (kind: PriceLine['kind'], label: string, amountMinor: Minor): PriceLine => ({
  kind,
  label,
  count: 1,
  unit: major(amountMinor),
  amount: major(amountMinor),
  parts: [],
  people: null,
  minutes: null,
})

/** The lines of a trial: its price, and what comes off the day for it. */
function trialLines(trials: readonly TrialOf[], percent: number, label: string): Costed[] {
  const { priceMinor, offMinor } = worthOfTrial(trials, percent)
  const costs = (of: readonly TrialOf[]) => of.reduce((sum, { costMinor }) => sum + costMinor, 0)
  const off = trials.filter(({ deducted }) => deducted)
  return [
    { line: lineOf('trial', label, priceMinor), costMinor: costs(trials) },
    ...(offMinor > 0 ? [{ line: lineOf('trialOff', trialOffLabel, -offMinor), costMinor: -costs(off) }] : []),
  ]
}

/** Before what was kept or let off later, and before a code: those come off the price as it is with a trial. */
const isLater = ({ line }: Costed): boolean => line.kind === 'kept' || line.kind === 'adjusted' || line.kind === 'promo'

/** The lines of a price with a trial in the place of any that was in it. The day's smallest price and the bounds of its fee are the day's alone: a trial changes neither. */
export function withTrial(
  lines: readonly Costed[],
  trials: readonly TrialOf[],
  { percent, label }: { percent: number; label: string },
): Costed[] {
  const others = lines.filter((one) => !isOfTrial(one))
  if (trials.length === 0) return others
  return [...others.filter((one) => !isLater(one)), ...trialLines(trials, percent, label), ...others.filter(isLater)]
}

/** The same price with the line of its trial called otherwise. */
export const calledTrial = (lines: readonly PriceLine[], label: string): PriceLine[] =>
  lines.map((line) => (line.kind === 'trial' ? { ...line, label } : line))

/** What the trial in a price costs and what comes off the day for it; null where there is none. */
export function trialIn(lines: readonly PriceLine[]): TrialWorth | null {
  const found = lines.find(({ kind }) => kind === 'trial')
  const off = lines.find(({ kind }) => kind === 'trialOff')
  return found ? { priceMinor: minor(found.amount), offMinor: off ? -minor(off.amount) : 0 } : null
}

/** What comes off a price when its trial is cancelled and so much per cent comes back, and what stays in it. What came off the day for it anyway is lost to nobody. */
export function trialBack({ priceMinor, offMinor }: TrialWorth, share: number): { backMinor: Minor; keptMinor: Minor } {
  const backMinor = percentUp(priceMinor - offMinor, share)
  return { backMinor, keptMinor: priceMinor - offMinor - backMinor }
}

/** The lines of a price once its trial is cancelled and that share comes back: what is kept is shared as the trial itself would have been, so that nothing but what comes back changes what a code may take off. */
export function withoutTrial(lines: readonly Costed[], terms: PriceTerms, share: number): Costed[] {
  const worth = trialIn(lines.map(({ line }) => line))
  if (!worth) return [...lines]
  const { keptMinor } = trialBack(worth, share)
  const trial = sumsOf(lines.filter(isOfTrial), terms)
  const costMinor = keptMinor - platformPart(keptMinor, trial)
  const others = lines.filter((one) => !isOfTrial(one))
  const promo = others.find(({ line }) => line.kind === 'promo')
  const kept = keptMinor > 0 ? [{ line: lineOf('kept', trialKeptLabel, keptMinor), costMinor }] : []
  // A code never takes off more than it may of what is left.
  return withFrozenPromo([...others.filter((one) => one !== promo), ...kept], terms, promo)
}

type Sums = ReturnType<typeof sumsOf>

/** What a booking comes to once its trial is cancelled: nothing of it rises by that, so its fee stays within its deposit. */
export const sumsWithout = (was: Sums, { totalMinor, depositMinor, feeMinor }: Sums): Sums => ({
  totalMinor,
  depositMinor: Math.min(depositMinor, was.depositMinor),
  feeMinor: Math.min(feeMinor, was.feeMinor),
})
