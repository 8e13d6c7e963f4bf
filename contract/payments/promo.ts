import { getMinimumForPercent, toMajor, type Minor, toMinor, computePercent } from '#contract/money.ts'
import { LEAST_BY_CARD } from '#contract/payments/cover.ts'
import { type CostedLine, type PriceTerms, sumLines } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import { computePlatformPart } from './refund.ts'

/** The funder of a promo code: the platform from its fee, or the provider from their earnings. */
export type PromoGiver = 'platform' | 'provider'
export type PromoWorth = { percent: number } | { amountMinor: Minor }

/** The nominal reduction of a code, and the actual reduction, which the fee or the minimum deposit may limit. */
export type PromoTaken = { wantedMinor: Minor; amountMinor: Minor }

/**
 * Returns the reduction of a promo code. A platform code never takes off more than the fee in the price, and no code
 * leaves a deposit below the card minimum.
 */
export function computePromo(
  lines: readonly CostedLine[],
  terms: PriceTerms,
  { giver, worth }: { giver: PromoGiver; worth: PromoWorth },
): PromoTaken {
  const { totalMinor, feeMinor } = sumLines(lines, terms)
  const wantedMinor = 'percent' in worth ? Math.floor(computePercent(totalMinor, worth.percent)) : worth.amountMinor
  // The lowest price whose deposit still reaches the card minimum.
  const leastMinor = getMinimumForPercent(LEAST_BY_CARD, terms.share)
  const most = Math.min(totalMinor - leastMinor, giver === 'platform' ? feeMinor : totalMinor)
  return { wantedMinor, amountMinor: Math.max(0, Math.min(wantedMinor, most)) }
}

/**
 * Returns the lines with the promo line last. A platform code leaves the earnings unchanged; the provider's own reduces
 * them in proportion.
 */
export function addPromoLine(
  lines: readonly CostedLine[],
  terms: PriceTerms,
  { giver, label, amountMinor }: { giver: PromoGiver; label: string; amountMinor: Minor },
): CostedLine[] {
  if (amountMinor === 0) return [...lines]
  const amount = -toMajor(amountMinor)
  const line: PriceLine = {
    kind: 'promo',
    label,
    count: 1,
    unit: amount,
    amount,
    parts: [],
    people: null,
    minutes: null,
  }
  const costMinor = giver === 'platform' ? 0 : computePlatformPart(amountMinor, sumLines(lines, terms)) - amountMinor
  return [...lines, { line, costMinor }]
}

/** Returns who funds a promo line: a line of a platform code costs the provider nothing. */
export const getPromoGiver = ({ costMinor }: CostedLine): PromoGiver => (costMinor === 0 ? 'platform' : 'provider')

const wholeFee = ': the whole fee'

/** Returns the label of a promo line. It mentions the fee if the fee limits a platform code. */
export const formatPromoLabel = (name: string, giver: PromoGiver, { amountMinor, wantedMinor }: PromoTaken): string =>
  giver === 'platform' && amountMinor < wantedMinor ? `${name}${wholeFee}` : name

/** Adds the promo line that was frozen at booking to another price: the same amount, or as much as the price allows. */
export function addFrozenPromoLine(
  lines: readonly CostedLine[],
  terms: PriceTerms,
  promo: CostedLine | undefined,
): CostedLine[] {
  if (!promo) return [...lines]
  const giver = getPromoGiver(promo)
  const taken = computePromo(lines, terms, { giver, worth: { amountMinor: -toMinor(promo.line.amount) } })
  const label = promo.line.label.replace(wholeFee, '')
  return addPromoLine(lines, terms, {
    giver,
    label: formatPromoLabel(label, giver, taken),
    amountMinor: taken.amountMinor,
  })
}

/** Returns the part of the platform's promo that belongs to the amount paid so far. */
export const computePlatformPartPaid = (paidMinor: Minor, of: { totalMinor: Minor; platformMinor: Minor }): Minor =>
  of.totalMinor > 0 ? Math.round((of.platformMinor * paidMinor) / of.totalMinor) : 0
