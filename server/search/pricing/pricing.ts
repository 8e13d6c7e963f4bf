import type { Minor } from '#contract/money.ts'
import { type Price, priceOf, travelCostMinor, unitsWithFee } from '#contract/price.ts'
import type { Mode } from '#contract/values.ts'
import { type CellSnapshot, field, numberOf } from '#server/search/matching/cell-snapshot.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { fits } from '#server/search/matching/match.ts'
import { type Match, startOf } from '#server/search/matching/match-providers.ts'
import type { Party } from '#server/search/planning/party.ts'
import { startsEarly } from '#server/search/planning/planner.ts'
import { Prices } from './prices.ts'
import { TeamReader } from '#server/search/matching/team-reader.ts'

/** What turns a candidate's costs into a price on one search. */
export type Pricing = { percent: number; metresPerUnit: number; party: Party; serviceNos: readonly number[]; day: Day }

/** The total in whole currency units, for every candidate of a search; `priceOfCandidate` has the lines and the deposit. */
export function totalUnits(match: Match, i: number, mode: Mode, { percent, metresPerUnit, day }: Pricing): number {
  const { found, around } = match
  const { cell } = around[found.cell[i] as number] as { cell: CellSnapshot }
  const row = found.row[i] as number
  let units = found.units[i] as number
  let costMinor = found.cost[i] as number
  const metres = found.metres[i] as number
  const freeMetres = numberOf(cell, row, field.free)
  if (mode === 'mobile' && metres > freeMetres) {
    const travelMinor = travelCostMinor({
      metres,
      freeMetres,
      metresPerUnit,
      costPerUnitMinor: numberOf(cell, row, field.perUnit),
    })
    costMinor += travelMinor
    units += unitsWithFee(travelMinor, percent)
  }
  const early = earlyFee(cell, row, startOf(match.query, found.minutes[i] as number), day)
  if (early > 0) {
    costMinor += early
    units += unitsWithFee(early, percent)
  }
  const topUpMinor = numberOf(cell, row, field.minimum) - costMinor
  return topUpMinor > 0 ? units + unitsWithFee(topUpMinor, percent) : units
}

/** What everyone who fits would cost, each way of working by itself: `totalUnits` of all of them in one walk. */
export function pricesOf(match: Match, { percent, metresPerUnit, day }: Pricing): Record<Mode, Prices> {
  const { found, around, counts, query } = match
  const mobile = new Prices(found.count, counts.mobile.fits)
  const studio = new Prices(found.count, counts.studio.fits)
  let of = -1
  let cell = around[0]?.cell as CellSnapshot
  for (let i = 0; i < found.count; i++) {
    const fit = found.fit[i] as number
    const fitsMobile = (fit & 7) === fits
    const fitsStudio = fit >> 3 === fits
    if (!fitsMobile && !fitsStudio) continue
    if (found.cell[i] !== of) {
      of = found.cell[i] as number
      cell = (around[of] as Match['around'][number]).cell
    }
    const { columns, count } = cell
    const row = found.row[i] as number
    const early = earlyFee(cell, row, startOf(query, found.minutes[i] as number), day)
    const costMinor = (found.cost[i] as number) + early
    const units = (found.units[i] as number) + (early > 0 ? unitsWithFee(early, percent) : 0)
    const topUpMinor = (columns[field.minimum * count + row] as number) - costMinor
    if (fitsStudio) studio.add(i, topUpMinor > 0 ? units + unitsWithFee(topUpMinor, percent) : units)
    if (!fitsMobile) continue
    const metres = found.metres[i] as number
    const freeMetres = columns[field.free * count + row] as number
    const costPerUnitMinor = columns[field.perUnit * count + row] as number
    const travelMinor = travelCostMinor({ metres, freeMetres, metresPerUnit, costPerUnitMinor })
    const whole = units + unitsWithFee(travelMinor, percent)
    mobile.add(i, topUpMinor > travelMinor ? whole + unitsWithFee(topUpMinor - travelMinor, percent) : whole)
  }
  return { mobile, studio }
}

/** The whole price of a candidate line by line. */
export function priceOfCandidate(c: Candidate, mode: Mode, pricing: Pricing): Price {
  const { costs } = teamOf(c, pricing)
  const of = (column: number) => numberOf(c.cell, c.row, column)
  return priceOf({
    percent: pricing.percent,
    looks: pricing.party.looks.map((look) => ({
      count: look.count,
      services: look.services.map((id, i) => ({ id, costMinor: costs[look.wants[i] as number] as number })),
    })),
    travel:
      mode === 'mobile'
        ? {
            metres: c.metres,
            freeMetres: of(field.free),
            metresPerUnit: pricing.metresPerUnit,
            costPerUnitMinor: of(field.perUnit),
          }
        : null,
    earlyFeeMinor: earlyFee(c.cell, c.row, c.from, pricing.day),
    minimumJobMinor: of(field.minimum),
    depositShare: of(field.share),
  })
}

/** Whether the way to a party is one that a candidate charges nothing for because it is short. */
export function isInFreeZone({ cell, row, metres }: Pick<Candidate, 'cell' | 'row' | 'metres'>): boolean {
  const free = numberOf(cell, row, field.free)
  return free > 0 && metres <= free
}

/** Whole percent of the total that a candidate asks for at once. */
export const depositShareOf = (c: Pick<Candidate, 'cell' | 'row'>): number => numberOf(c.cell, c.row, field.share)

/** What a candidate earns at least for a job. */
export const minimumOf = (c: Pick<Candidate, 'cell' | 'row'>): Minor => numberOf(c.cell, c.row, field.minimum)

/** What a candidate earns for one of each service that the party wants. */
export function serviceCostsOf(c: Candidate, pricing: Pricing): Record<string, Minor> {
  const { costs } = teamOf(c, pricing)
  return Object.fromEntries(pricing.party.wanted.map((id, i) => [id, costs[i] as number]))
}

/** A candidate's team and costs as the party sees them. */
export function teamOf(
  c: Pick<Candidate, 'cell' | 'row'>,
  pricing: Pick<Pricing, 'party' | 'serviceNos' | 'percent'>,
): TeamReader {
  const team = new TeamReader(pricing)
  team.read(c.cell, c.row)
  return team
}

function earlyFee(cell: CellSnapshot, row: number, from: number | null, day: Day): number {
  return isEarly(cell, row, from, day) ? numberOf(cell, row, field.earlyFee) : 0
}

/** Whether a job that begins there begins before the hour from which its provider asks for an early start. */
export function isEarly(cell: CellSnapshot, row: number, from: number | null, day: Day): boolean {
  const before = numberOf(cell, row, field.earlyBefore)
  return from !== null && startsEarly(from, day, before < 0 ? null : before)
}
