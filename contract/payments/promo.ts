import { getMinimumForPercent, toMajor, type Minor, toMinor, computePercent } from '#contract/money.ts'
import { LEAST_BY_CARD } from '#contract/payments/cover.ts'
import { type CostedLine, type PriceTerms, sumLines } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import { computePlatformPart } from './refund.ts'

/** Who gives what comes off a price: the platform out of its fee, or the provider out of what they earn. */
export type PromoGiver = 'platform' | 'provider'
/** What a promo code is worth: a whole percent of the price, or an amount. */
export type PromoWorth = { percent: number } | { amountMinor: Minor }

/** What a code would take off a price, and what it can take: less where the fee or the smallest deposit ends it. */
export type PromoTaken = { wantedMinor: Minor; amountMinor: Minor }

/** What a promo code takes off a price: the platform's never more than the fee that is in it, and neither so much that a card would be asked for too small a deposit. */
export function computePromo(
  lines: readonly CostedLine[],
  terms: PriceTerms,
  { giver, worth }: { giver: PromoGiver; worth: PromoWorth },
): PromoTaken {
  const { totalMinor, feeMinor } = sumLines(lines, terms)
  const wantedMinor = 'percent' in worth ? Math.floor(computePercent(totalMinor, worth.percent)) : worth.amountMinor
  // The least price of which the deposit's share is still enough for a card.
  const leastMinor = getMinimumForPercent(LEAST_BY_CARD, terms.share)
  const most = Math.min(totalMinor - leastMinor, giver === 'platform' ? feeMinor : totalMinor)
  return { wantedMinor, amountMinor: Math.max(0, Math.min(wantedMinor, most)) }
}

/** The lines with what a promo code takes off them as the last: the provider earns the same under the platform's, and less by their part of the price under their own. */
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

/** Who gives a promo line that is in a price: what the platform gives costs the provider nothing. */
export const getPromoGiver = ({ costMinor }: CostedLine): PromoGiver => (costMinor === 0 ? 'platform' : 'provider')

const wholeFee = ': the whole fee'

/** What a promo line is called: where the platform's code is worth more than the fee, that it is all of it. */
export const formatPromoLabel = (name: string, giver: PromoGiver, { amountMinor, wantedMinor }: PromoTaken): string =>
  giver === 'platform' && amountMinor < wantedMinor ? `${name}${wholeFee}` : name

/** Another price with the promo line that was frozen at booking: the same amount, or what there is still to take it off. */
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

/** How much of what the platform pays of a price goes with what the customer has paid of their total. */
export const computePlatformPartPaid = (paidMinor: Minor, of: { totalMinor: Minor; platformMinor: Minor }): Minor =>
  of.totalMinor > 0 ? Math.round((of.platformMinor * paidMinor) / of.totalMinor) : 0
