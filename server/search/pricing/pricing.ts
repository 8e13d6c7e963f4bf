import type { Fee, Fees, FeeTerms } from '#contract/fees.ts'
import { type Minor, toMinor } from '#contract/money.ts'
import {
  computeFeeUnits,
  type Job,
  type Price,
  priceOf,
  computeTravelCost,
  computeUnitsWithFee,
} from '#contract/price.ts'
import type { Mode } from '#contract/values.ts'
import {
  type CellSnapshot,
  getFeeAt,
  field,
  readCellNumber,
  getSellingAt,
} from '#server/search/matching/cell-snapshot.ts'
import type { Day } from '#server/platform/event-day.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { fits } from '#server/search/matching/match.ts'
import { type Match, startOf } from '#server/search/matching/match-providers.ts'
import type { Party } from '#server/search/planning/party.ts'
import { isEarlyStart } from '#server/search/planning/planner.ts'
import { Prices } from './prices.ts'
import type { FrozenPackage } from '#server/search/locked-quotes.ts'
import {
  getFeeColumn,
  findLowerPriceFor,
  noColumn,
  listPackagesFor,
  TeamReader,
} from '#server/search/matching/team-reader.ts'

export type Pricing = {
  fees: Fees
  metresPerUnit: number
  party: Party
  serviceNos: readonly number[]
  day: Day
  daysAhead: number
}

/** Returns the total of a candidate in whole currency units. Use `priceOfCandidate` for lines and deposit. */
export function computeTotalUnits(match: Match, i: number, mode: Mode, { fees, metresPerUnit, day }: Pricing): number {
  const { found, around } = match
  const { cell } = around[found.cell[i] as number] as { cell: CellSnapshot }
  const row = found.row[i] as number
  const fee = getFeeAt(fees, cell, row)
  const { percent } = fee
  let units = found.units[i] as number
  let costMinor = found.cost[i] as number
  const metres = found.metres[i] as number
  const freeMetres = readCellNumber(cell, row, field.free)
  if (mode === 'mobile' && metres > freeMetres) {
    const travelMinor = computeTravelCost({
      metres,
      freeMetres,
      metresPerUnit,
      costPerUnitMinor: readCellNumber(cell, row, field.perUnit),
    })
    costMinor += travelMinor
    units += computeUnitsWithFee(travelMinor, percent)
  }
  const early = earlyFee(cell, row, startOf(match.query, found.minutes[i] as number), day)
  if (early > 0) {
    costMinor += early
    units += computeUnitsWithFee(early, percent)
  }
  const topUpMinor = readCellNumber(cell, row, field.minimum) - costMinor
  if (topUpMinor > 0) {
    costMinor += topUpMinor
    units += computeUnitsWithFee(topUpMinor, percent)
  }
  return within(units, costMinor, fee)
}

/** Returns `computeTotalUnits` of all fitting candidates per mode, in one pass. */
export function computePrices(match: Match, { fees, metresPerUnit, day }: Pricing): Record<Mode, Prices> {
  const { found, around, counts, query } = match
  const mobile = new Prices(found.count, counts.mobile.fits)
  const studio = new Prices(found.count, counts.studio.fits)
  let fee = fees.usual
  let bounded = isBounded(fee)
  let column = noColumn
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
      if (fees.varies) column = getFeeColumn(cell, fees)
    }
    const { columns, count } = cell
    const row = found.row[i] as number
    if (fees.varies) {
      fee = column.list[column.places[row] as number] as Fee
      bounded = isBounded(fee)
    }
    const { percent } = fee
    const early = earlyFee(cell, row, startOf(query, found.minutes[i] as number), day)
    const costMinor = (found.cost[i] as number) + early
    const units = (found.units[i] as number) + (early > 0 ? computeUnitsWithFee(early, percent) : 0)
    const topUpMinor = (columns[field.minimum * count + row] as number) - costMinor
    if (fitsStudio) {
      const whole = topUpMinor > 0 ? units + computeUnitsWithFee(topUpMinor, percent) : units
      studio.add(i, bounded ? within(whole, costMinor + Math.max(0, topUpMinor), fee) : whole)
    }
    if (!fitsMobile) continue
    const metres = found.metres[i] as number
    const freeMetres = columns[field.free * count + row] as number
    const costPerUnitMinor = columns[field.perUnit * count + row] as number
    const travelMinor = computeTravelCost({ metres, freeMetres, metresPerUnit, costPerUnitMinor })
    const come = units + computeUnitsWithFee(travelMinor, percent)
    const whole = topUpMinor > travelMinor ? come + computeUnitsWithFee(topUpMinor - travelMinor, percent) : come
    mobile.add(i, bounded ? within(whole, costMinor + Math.max(travelMinor, topUpMinor), fee) : whole)
  }
  return { mobile, studio }
}

const isBounded = ({ floorMinor, capMinor }: Fee): boolean => floorMinor !== null || capMinor !== null

/** Clamps the fee within a price to its bounds. */
const within = (units: number, costMinor: Minor, fee: Fee): number =>
  units + computeFeeUnits(toMinor(units) - costMinor, fee)

/** Returns the full price of a candidate by line, with add-ons. */
export function priceOfCandidate(
  c: Candidate,
  mode: Mode,
  pricing: Pricing,
  addOns: NonNullable<Job['addOns']> = [],
): Price {
  const { costs } = getTeamReader(c, pricing)
  const of = (column: number) => readCellNumber(c.cell, c.row, column)
  return priceOf({
    ...getPriceTerms(c, pricing),
    looks: pricing.party.looks.map((look) => ({
      count: look.count,
      services: look.services.map((id, i) => ({ id, costMinor: costs[look.wants[i] as number] as number })),
    })),
    addOns,
    packages: listCandidatePackages(c, pricing),
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
    depositShare: getDepositShare(c, pricing.serviceNos),
  })
}

/** Returns the fee terms of a candidate: percentage per line, and bounds of the total. */
export const getPriceTerms = (
  { cell, row }: Pick<Candidate, 'cell' | 'row'>,
  { fees }: Pick<Pricing, 'fees'>,
): FeeTerms => {
  const { percent, floorMinor, capMinor } = getFeeAt(fees, cell, row)
  return { percent, floorMinor, capMinor }
}

/** Returns whether travel to a party is free because it is short. */
export function isInFreeZone({ cell, row, metres }: Pick<Candidate, 'cell' | 'row' | 'metres'>): boolean {
  const free = readCellNumber(cell, row, field.free)
  return free > 0 && metres <= free
}

/** Returns the deposit percentage of a candidate: the highest of the services. */
export function getDepositShare({ cell, row }: Pick<Candidate, 'cell' | 'row'>, nos: readonly number[]): number {
  const usual = readCellNumber(cell, row, field.share)
  const own = getSellingAt(cell, row)?.shares ?? []
  return own.length === 0 ? usual : Math.max(...nos.map((no) => own.find(([of]) => of === no)?.[1] ?? usual))
}

/** Returns a candidate's discount on this search, or null. */
export const getLowerPrice = ({ cell, row, from }: Pick<Candidate, 'cell' | 'row' | 'from'>, pricing: Pricing) =>
  findLowerPriceFor(cell, row, pricing, from)

/** Returns a candidate's packages within the party, at their earnings on this search. */
export function listCandidatePackages(c: Pick<Candidate, 'cell' | 'row' | 'from'>, pricing: Pricing): FrozenPackage[] {
  const { party, serviceNos } = pricing
  const idOf = (no: number) => party.wanted[serviceNos.indexOf(no)]
  return listPackagesFor(c.cell, c.row, getLowerPrice(c, pricing)).flatMap(({ services, ...one }) => {
    const named = services.flatMap(([no, count]) => {
      const id = idOf(no)
      return id === undefined ? [] : [[id, count] satisfies [string, number]]
    })
    return named.length === services.length ? [{ ...one, services: named }] : []
  })
}

export const getMinimum = (c: Pick<Candidate, 'cell' | 'row'>): Minor => readCellNumber(c.cell, c.row, field.minimum)

/** Returns a candidate's earnings per wanted service. */
export function getServiceCosts(c: Candidate, pricing: Pricing): Record<string, Minor> {
  const { costs } = getTeamReader(c, pricing)
  return Object.fromEntries(pricing.party.wanted.map((id, i) => [id, costs[i] as number]))
}

export function getTeamReader(c: Pick<Candidate, 'cell' | 'row' | 'from'>, pricing: Pricing): TeamReader {
  const team = new TeamReader(pricing)
  team.read(c.cell, c.row)
  team.lower(getLowerPrice(c, pricing))
  return team
}

function earlyFee(cell: CellSnapshot, row: number, from: number | null, day: Day): number {
  return isEarly(cell, row, from, day) ? readCellNumber(cell, row, field.earlyFee) : 0
}

export function isEarly(cell: CellSnapshot, row: number, from: number | null, day: Day): boolean {
  const before = readCellNumber(cell, row, field.earlyBefore)
  return from !== null && isEarlyStart(from, day, before < 0 ? null : before)
}
