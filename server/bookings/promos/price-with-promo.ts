import { major, minor, type Minor } from '#contract/money.ts'
import { giverOf, promoLabel, promoOf, withFrozenPromo, withPromo } from '#contract/payments/promo.ts'
import { type Costed, costedLines, sumsOf } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import type { QuoteBody, QuoteTerms } from '#server/search/index.ts'
import type { PromoRow } from './promo-queries.ts'

/** A price with a promo code on it: what it takes off, and how much of that whoever gives it bears. */
export type Promoted = { body: QuoteBody; amountMinor: Minor; costMinor: Minor }

/** A price with what a code takes off it as a line, which says who gives it. */
export function priceWithCode(body: QuoteBody, row: PromoRow, artist: string): Promoted {
  const giver = row.provider_id ? 'provider' : 'platform'
  const worth = row.percent === null ? { amountMinor: row.amount_minor ?? 0 } : { percent: row.percent }
  const { before, terms } = costedOf(body)
  const taken = promoOf(before, terms, { giver, worth })
  const name = `Code ${row.code}, from ${giver === 'provider' ? artist : 'Primp'}`
  const label = promoLabel(name, giver, taken)
  return promoted(body, withPromo(before, terms, { giver, label, amountMinor: taken.amountMinor }))
}

/** Another artist's price with what the platform's code took off the booking before: by the same amount, and no more than the fee that is in it. */
export function priceWithCarried(body: QuoteBody, promo: Costed): Promoted {
  const { before, terms } = costedOf(body)
  return promoted(body, withFrozenPromo(before, terms, promo))
}

/** The promo line of a booked price with what its artist earns less by it, and who gives it. */
export function promoIn({ lines, terms }: { lines: readonly PriceLine[]; terms?: QuoteTerms }) {
  const costed = costedLines(lines, terms).find(({ line }) => line.kind === 'promo')
  return costed ? { costed, giver: giverOf(costed) } : null
}

const costedOf = ({ lines, terms }: QuoteBody) => ({
  before: costedLines(lines, terms),
  terms: { ...terms, minimumMinor: terms.minimumMinor ?? 0 },
})

function promoted(body: QuoteBody, lines: readonly Costed[]): Promoted {
  const promo = lines.find(({ line }) => line.kind === 'promo')
  const amountMinor = promo ? -minor(promo.line.amount) : 0
  return {
    amountMinor,
    costMinor: promo && giverOf(promo) === 'provider' ? -promo.costMinor : amountMinor,
    body: bodyWithLines(body, lines),
  }
}

/** A price made of other lines, with what they come to by the same terms. */
export function bodyWithLines(body: QuoteBody, lines: readonly Costed[]): QuoteBody {
  const { totalMinor, feeMinor, depositMinor } = sumsOf(lines, costedOf(body).terms)
  return {
    ...body,
    terms: { ...body.terms, costsMinor: lines.map(({ costMinor }) => costMinor) },
    lines: lines.map(({ line }) => line),
    total: major(totalMinor),
    fee: major(feeMinor),
    deposit: major(depositMinor),
    balance: major(totalMinor - depositMinor),
  }
}
