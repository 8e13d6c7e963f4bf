import { type Price, priceOf, travelCostMinor, unitsWithFee } from '#contract/price.ts'
import type { Mode } from '#contract/values.ts'
import { field } from './cell-snapshot.ts'
import type { Day } from './day.ts'
import { type Candidate, serviceAt } from './match-providers.ts'
import type { Party } from './party.ts'
import { startsEarly } from './planner.ts'

/** What turns a candidate's costs into a price on one search. */
export type Pricing = { percent: number; metresPerUnit: number; party: Party; serviceNos: readonly number[]; day: Day }

/** The total in whole currency units, for every candidate of a search; `priceOfCandidate` has the lines and the deposit. */
export function totalUnits(c: Candidate, mode: Mode, pricing: Pricing): number {
  const { percent, serviceNos, party } = pricing
  const { rows, services } = c.cell
  let units = 0
  let costMinor = earlyFeeMinor(c, pricing)
  if (costMinor > 0) units += unitsWithFee(costMinor, percent)
  for (let w = 0; w < serviceNos.length; w++) {
    const cost = services[serviceAt(c.cell, c.at, serviceNos[w] as number) + 1] as number
    const copies = party.copies[w] as number
    costMinor += copies * cost
    units += copies * unitsWithFee(cost, percent)
  }
  if (mode === 'mobile' && c.metres > (rows[c.at + field.free] as number)) {
    const travelMinor = travelCostMinor(travelOf(c, pricing))
    costMinor += travelMinor
    units += unitsWithFee(travelMinor, percent)
  }
  const topUpMinor = (rows[c.at + field.minimum] as number) - costMinor
  return topUpMinor > 0 ? units + unitsWithFee(topUpMinor, percent) : units
}

/** The whole price of a candidate line by line. */
export function priceOfCandidate(c: Candidate, mode: Mode, pricing: Pricing): Price {
  const { rows, services } = c.cell
  return priceOf({
    percent: pricing.percent,
    looks: pricing.party.looks.map((look) => ({
      count: look.count,
      services: look.services.map((id, i) => ({
        id, costMinor: services[serviceAt(c.cell, c.at, pricing.serviceNos[look.wants[i] as number] as number) + 1] as number })),
    })),
    travel: mode === 'mobile' ? travelOf(c, pricing) : null,
    earlyFeeMinor: earlyFeeMinor(c, pricing),
    minimumJobMinor: rows[c.at + field.minimum] as number,
    depositShare: rows[c.at + field.share] as number,
  })
}

const travelOf = (c: Candidate, pricing: Pricing) => ({
  metres: c.metres, freeMetres: c.cell.rows[c.at + field.free] as number, metresPerUnit: pricing.metresPerUnit,
  costPerUnitMinor: c.cell.rows[c.at + field.perUnit] as number,
})

const earlyFeeMinor = (c: Candidate, { day }: Pricing): number => (isEarly(c, day) ? (c.cell.rows[c.at + field.earlyFee] as number) : 0)

/** Whether the job begins before the hour from which its provider asks for an early start. */
export function isEarly(c: Candidate, day: Day): boolean {
  const before = c.cell.rows[c.at + field.earlyBefore] as number
  return c.from !== null && startsEarly(c.from, day, before < 0 ? null : before)
}
