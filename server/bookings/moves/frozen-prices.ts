import { major, minor, type Minor } from '#contract/money.ts'
import { type Costed, costedLines, type PriceTerms, withFee, withTopUp } from '#contract/price-lines.ts'
import { withFrozenPromo } from '#contract/payments/promo.ts'
import { type Package, packageLabel, packagesIn, unitsWithFee } from '#contract/price.ts'
import type { PriceLine } from '#contract/search/quotes.ts'

/** A price with what its provider earns: for one of each line, and for one of each service. */
export type Priced = {
  lines: readonly PriceLine[]
  terms: PriceTerms & {
    costsMinor: readonly Minor[]
    serviceCosts: Readonly<Record<string, Minor>>
    /** What is sold together; missing where nothing is. */
    packages?: readonly Package<string>[] | undefined
  }
}

/** The price of another party by what was frozen at booking: looks, services, the way and an early start cost what they did, and so does the rule of prices; what was not priced then costs what it does now. */
export function atFrozenPrices(now: Priced, frozen: Priced): Costed[] {
  const { percent } = frozen.terms
  const before = costedLines(frozen.lines, frozen.terms)
  const lines = now.lines.flatMap((line, i): Costed[] => {
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
    const units = costs.map((cost) => unitsWithFee(cost, percent))
    const unit = units.reduce((sum, one) => sum + one, 0)
    const parts = line.parts.map((part, k) => ({ ...part, unit: units[k] ?? 0 }))
    return [
      {
        line: { ...line, unit, amount: line.count * unit, parts },
        costMinor: costs.reduce((sum, one) => sum + one, 0),
      },
    ]
  })
  // A trial and what was kept of an earlier change stay part of the price. An adjustment ends with the change it was made for.
  const kept = before.filter(({ line }) => staying.some((kind) => kind === line.kind))
  const promo = before.find(({ line }) => line.kind === 'promo')
  const sold = withPackages(lines, now, frozen)
  return withFrozenPromo([...withFee(withTopUp(sold, frozen.terms), frozen.terms), ...kept], frozen.terms, promo)
}

const staying = ['trial', 'trialOff', 'kept'] as const

/** The lines with what was sold together when it was booked, as the rule of prices takes it; after the looks and what is added to them. */
function withPackages(lines: readonly Costed[], now: Priced, frozen: Priced): Costed[] {
  const { packages = [], percent } = frozen.terms
  const wanted = now.lines.flatMap(({ kind, count, parts }) =>
    kind === 'look' ? parts.map(({ serviceId }) => ({ serviceId, count })) : [],
  )
  const taken = packagesIn(
    packages,
    (id) => wanted.reduce((sum, { serviceId, count }) => sum + (serviceId === id ? count : 0), 0),
    (id) => serviceCost(now, frozen, id),
    (costMinor) => unitsWithFee(costMinor, percent),
  )
  const [named, others] = [lines.filter(isNamed), lines.filter((one) => !isNamed(one))]
  const sold = taken.map(({ package: { title }, times: count, savedUnits, savedMinor }): Costed => {
    const line: PriceLine = {
      kind: 'package',
      label: packageLabel(title),
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

/** A look or an add-on: which of several it is, its label says. */
const isNamed = ({ line }: Costed): boolean => line.kind === 'look' || line.kind === 'addOn'

const amountOf = (count: number, unit: number): number => major(count * minor(unit))

const serviceCost = (now: Priced, frozen: Priced, id: string): Minor =>
  frozen.terms.serviceCosts[id] ?? now.terms.serviceCosts[id] ?? 0
