import { major, minor, type Minor } from '#contract/money.ts'
import { depositMinorOf, otherLabels, unitsWithFee } from '#contract/price.ts'
import type { QuoteBody } from '#server/search/locked-quotes/door.ts'

type Costed = { line: QuoteBody['lines'][number]; costMinor: Minor }

/** The price with other earnings on some of its lines, by the one rule of prices: the top-up makes up what the minimum job still lacks, unless it is named itself. */
export function changeLines(base: QuoteBody, costs: ReadonlyMap<number, Minor>): QuoteBody {
  const { percent, share } = base.terms
  const before = base.lines.map((line, i): Costed => ({ line, costMinor: base.terms.costsMinor[i] ?? 0 }))
  const changed = before.map(({ line, costMinor }, i): Costed => {
    const cost = costs.get(i)
    if (cost === undefined) return { line, costMinor }
    const unit = unitsWithFee(cost, percent)
    // What each service costs of it is no longer said: the artist has named one price for all.
    return { line: { ...line, unit, amount: line.count * unit, parts: [] }, costMinor: cost }
  })
  const named = base.lines.some(({ kind }, i) => kind === 'topUp' && costs.has(i))
  const lines = named ? changed : withTopUp(changed, minimumOf(base, before), percent)
  const totalMinor = lines.reduce((sum, { line }) => sum + minor(line.amount), 0)
  const feeMinor = totalMinor - sumOf(lines)
  const depositMinor = depositMinorOf(totalMinor, feeMinor, share)
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

const sumOf = (lines: readonly Costed[]): Minor =>
  lines.reduce((sum, { line, costMinor }) => sum + line.count * costMinor, 0)

// Quotes kept from before say no minimum; one with a top-up comes to it.
const minimumOf = (base: QuoteBody, lines: readonly Costed[]): Minor =>
  base.terms.minimumMinor ?? (base.lines.some(({ kind }) => kind === 'topUp') ? sumOf(lines) : 0)

// The top-up stands before an early start, as the rule of prices puts it.
function withTopUp(lines: readonly Costed[], minimumMinor: Minor, percent: number): Costed[] {
  const others = lines.filter(({ line }) => line.kind !== 'topUp')
  const costMinor = minimumMinor - sumOf(others)
  if (costMinor <= 0) return others
  const unit = unitsWithFee(costMinor, percent)
  const topUp: Costed = {
    line: {
      kind: 'topUp',
      label: otherLabels.topUp,
      count: 1,
      unit,
      amount: unit,
      parts: [],
      people: null,
      minutes: null,
    },
    costMinor,
  }
  const early = others.findIndex(({ line }) => line.kind === 'early')
  return early < 0 ? [...others, topUp] : others.toSpliced(early, 0, topUp)
}
