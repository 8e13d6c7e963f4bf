import { major, type Minor } from '#contract/money.ts'
import { costOf, type Costed, sumsOf, withFee, withTopUp } from '#contract/price-lines.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { QuoteBody } from '#server/search/locked-quotes/door.ts'

/** The price with other earnings on some of its lines, by the one rule of prices: the top-up makes up what the minimum job still lacks, unless it is named itself. */
export function changeLines(base: QuoteBody, costs: ReadonlyMap<number, Minor>): QuoteBody {
  const { percent } = base.terms
  const before = base.lines.map((line, i): Costed => ({ line, costMinor: base.terms.costsMinor[i] ?? 0 }))
  const changed = before.map(({ line, costMinor }, i): Costed => {
    const cost = costs.get(i)
    if (cost === undefined) return { line, costMinor }
    const unit = unitsWithFee(cost, percent)
    // What each service costs of it is no longer said: the artist has named one price for all.
    return { line: { ...line, unit, amount: line.count * unit, parts: [] }, costMinor: cost }
  })
  const terms = { ...base.terms, minimumMinor: minimumOf(base, before) }
  const named = base.lines.some(({ kind }, i) => kind === 'topUp' && costs.has(i))
  const lines = withFee(named ? changed : withTopUp(changed, terms), terms)
  const { totalMinor, feeMinor, depositMinor } = sumsOf(lines, terms)
  return {
    ...base,
    terms: { ...base.terms, costsMinor: lines.map(({ costMinor }) => costMinor) },
    lines: lines.map(({ line }) => line),
    total: major(totalMinor),
    fee: major(feeMinor),
    deposit: major(depositMinor),
    balance: major(totalMinor - depositMinor),
  }
}

// Quotes kept from before say no minimum; one with a top-up comes to it.
const minimumOf = (base: QuoteBody, lines: readonly Costed[]): Minor =>
  base.terms.minimumMinor ?? (base.lines.some(({ kind }) => kind === 'topUp') ? costOf(lines) : 0)
