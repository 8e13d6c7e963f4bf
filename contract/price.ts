import type { FeeTerms } from './fees.ts'
import { type Minor, toMinor, computePercent, computePercentUp, roundUpToMajor } from './money.ts'

/** A provider's costs of one job and the parameters of its price; costs in minor units, distances in metres. */
export type Job = FeeTerms & {
  /** Groups of people with the same services; service costs are per person. */
  looks: readonly { count: number; services: readonly { id: string; costMinor: Minor }[] }[]
  /** Add-ons, one price line each: number of people and cost per person. */
  addOns?: readonly { title: string; count: number; costMinor: Minor }[]
  packages?: readonly Package<string>[]
  /** Null for a studio, because the artist does not travel. */
  travel: Travel | null
  /** Zero if the start is not early or the artist has no early fee. */
  earlyFeeMinor: Minor
  minimumJobMinor: Minor
  /** Whole percent of the total, within `depositShares`. */
  depositShare: number
}

export type Travel = { metres: number; freeMetres: number; metresPerUnit: number; costPerUnitMinor: Minor }

type Line = {
  kind: 'look' | 'addOn' | 'package' | 'travel' | 'topUp' | 'early' | 'fee'
  count: number
  unitMinor: Minor
  amountMinor: Minor
  costMinor: Minor
  /** Index of the look, from 0; null on the other lines. */
  look: number | null
  parts: { id: string; unitMinor: Minor }[]
  /** Title of a package or add-on; null on the other lines. */
  title: string | null
}

export type Price = {
  lines: Line[]
  costMinor: Minor
  totalMinor: Minor
  feeMinor: Minor
  depositMinor: Minor
  balanceMinor: Minor
}

export const freeTravel = 'Travel, within the free zone'
export const otherLabels = {
  travel: 'Travel',
  topUp: 'Minimum booking top-up',
  early: 'Early start',
  fee: 'Booking fee',
  feeCap: 'Booking fee, capped',
} as const
export const formatPackageLabel = (title: string): string => `Package: ${title}`

/**
 * Returns the price of one cost with the fee included, in whole currency units: ceil(cost / (1 − percent)), in exact
 * integers.
 */
export const computeUnitsWithFee = (costMinor: Minor, percent: number): number => Math.ceil(costMinor / (100 - percent))

export const getMaxEarnings = (units: number, percent: number): Minor => units * (100 - percent)

/** Returns the change of a price in whole currency units that brings its fee within floor and cap. */
export function computeFeeUnits(feeMinor: Minor, { floorMinor, capMinor }: FeeTerms): number {
  if (floorMinor != null && feeMinor < floorMinor) return roundUpToMajor(floorMinor - feeMinor)
  return capMinor != null && feeMinor > capMinor ? -roundUpToMajor(feeMinor - capMinor) : 0
}

export const getFeeLabel = (units: number): string => (units < 0 ? otherLabels.feeCap : otherLabels.fee)

/** Returns the provider's earnings for travel: each whole mile or kilometre beyond the free zone. */
export function computeTravelCost(travel: Travel): number {
  const charged = travel.metres - travel.freeMetres
  return charged > 0 ? Math.floor(charged / travel.metresPerUnit) * travel.costPerUnitMinor : 0
}

/** Returns the larger of the platform's fee and the deposit's share of the total. */
export const computeDeposit = (totalMinor: Minor, feeMinor: Minor, share: number): number =>
  Math.max(feeMinor, computePercent(totalMinor, share))

/**
 * Returns the price of a job line by line. The fee is the total minus the costs; a last line brings it within minimum
 * and maximum.
 */
export function priceOf(job: Job): Price {
  const line = (kind: Line['kind'], costMinor: Minor): Line => {
    const unitMinor = toMinor(computeUnitsWithFee(costMinor, job.percent))
    return { kind, count: 1, unitMinor, amountMinor: unitMinor, costMinor, look: null, parts: [], title: null }
  }

  const lines: Line[] = job.looks.map((look, index) => {
    const parts = look.services.map(({ id, costMinor }) => ({
      id,
      unitMinor: toMinor(computeUnitsWithFee(costMinor, job.percent)),
    }))
    const unitMinor = parts.reduce((sum, part) => sum + part.unitMinor, 0)
    const cost = look.services.reduce((sum, service) => sum + service.costMinor, 0)
    return {
      kind: 'look',
      count: look.count,
      unitMinor,
      amountMinor: look.count * unitMinor,
      costMinor: cost,
      look: index,
      parts,
      title: null,
    }
  })
  let costMinor = job.looks.reduce(
    (sum, look) => sum + look.count * look.services.reduce((s, { costMinor }) => s + costMinor, 0),
    0,
  )

  for (const { title, count, costMinor: earned } of job.addOns ?? []) {
    const added = line('addOn', earned)
    lines.push({ ...added, count, amountMinor: count * added.unitMinor, title })
    costMinor += count * earned
  }

  for (const { package: one, times, savedUnits, savedMinor } of packagesOfJob(job)) {
    const unitMinor = -toMinor(savedUnits)
    lines.push({
      ...line('package', -savedMinor),
      count: times,
      unitMinor,
      amountMinor: times * unitMinor,
      title: one.title,
    })
    costMinor -= times * savedMinor
  }

  const travelMinor = job.travel ? computeTravelCost(job.travel) : 0
  if (job.travel) lines.push(line('travel', travelMinor))
  costMinor += travelMinor + job.earlyFeeMinor

  const topUpMinor = Math.max(0, job.minimumJobMinor - costMinor)
  if (topUpMinor > 0) lines.push(line('topUp', topUpMinor))
  costMinor += topUpMinor
  if (job.earlyFeeMinor > 0) lines.push(line('early', job.earlyFeeMinor))

  const beforeMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const bound = toMinor(computeFeeUnits(beforeMinor - costMinor, job))
  if (bound !== 0) lines.push({ ...line('fee', 0), unitMinor: bound, amountMinor: bound })

  const totalMinor = beforeMinor + bound
  const feeMinor = totalMinor - costMinor
  const depositMinor = computeDeposit(totalMinor, feeMinor, job.depositShare)
  return { lines, costMinor, totalMinor, feeMinor, depositMinor, balanceMinor: totalMinor - depositMinor }
}

function packagesOfJob({ looks, packages = [], percent }: Job) {
  if (packages.length === 0) return []
  const copies = new Map<string, number>()
  const costs = new Map<string, Minor>()
  for (const { count, services } of looks)
    for (const { id, costMinor } of services) {
      copies.set(id, (copies.get(id) ?? 0) + count)
      costs.set(id, costMinor)
    }
  return applyPackages(
    packages,
    (id) => copies.get(id) ?? 0,
    (id) => costs.get(id) ?? 0,
    (costMinor) => computeUnitsWithFee(costMinor, percent),
  )
}

export type OneService = FeeTerms & { costMinor: Minor }

/**
 * Returns the lowest price for these services: one service for one person, topped up to the minimum booking; null
 * without services.
 */
export function findSmallestJob<S extends OneService>(
  services: readonly S[],
  terms: { minimumJobMinor: Minor; depositShare: number },
): { service: S; price: Price } | null {
  const jobs = services.map((service) => ({
    service,
    price: priceOf({
      percent: service.percent,
      floorMinor: service.floorMinor,
      capMinor: service.capMinor,
      looks: [{ count: 1, services: [{ id: '', costMinor: service.costMinor }] }],
      travel: null,
      earlyFeeMinor: 0,
      ...terms,
    }),
  }))
  // Among equal totals the lower service price wins.
  return (
    jobs.toSorted((a, b) => a.price.totalMinor - b.price.totalMinor || a.service.costMinor - b.service.costMinor)[0] ??
    null
  )
}

/** Returns the part of a price that the platform funds by its own promo code. It reduces no earnings. */
export const computePlatformShare = ({
  lines,
  terms,
}: {
  lines: readonly { kind: string; amount: number }[]
  terms?: { costsMinor: readonly Minor[] }
}): Minor =>
  lines.reduce(
    (sum, { kind, amount }, i) => (kind === 'promo' && !terms?.costsMinor[i] ? sum - toMinor(amount) : sum),
    0,
  )

/**
 * A rule for a lower price: weekdays of the event (bit mask, Monday is the lowest bit), start of the job, days of the
 * year (1201), or days in advance.
 */
export type LowerPrice = {
  kind: 'off_peak' | 'last_minute'
  percent: number
  weekdays: number | null
  fromMinute: number | null
  toMinute: number | null
  firstDay: number | null
  lastDay: number | null
  withinDays: number | null
}

export type JobTime = {
  date: string
  daysAhead: number
  start: number | null
  at: (minute: number) => number
}

const dayMs = 86_400_000
/** 1 January 1970 was a Thursday; Monday is 0. */
const weekdayOf = (date: string): number => (((Date.parse(date) / dayMs + 3) % 7) + 7) % 7
const yearDayOf = (date: string): number => Number(date.slice(5, 7) + date.slice(8, 10))

function holds(rule: LowerPrice, { date, daysAhead, start, at }: JobTime): boolean {
  const { weekdays, fromMinute, toMinute, firstDay, lastDay, withinDays } = rule
  if (withinDays !== null && daysAhead > withinDays) return false
  if (weekdays !== null && ((weekdays >> weekdayOf(date)) & 1) === 0) return false
  if (fromMinute !== null && toMinute !== null && (start === null || start < at(fromMinute) || start >= at(toMinute)))
    return false
  if (firstDay === null || lastDay === null) return true
  const day = yearDayOf(date)
  return firstDay <= lastDay ? firstDay <= day && day <= lastDay : day >= firstDay || day <= lastDay
}

/** Returns the applicable rule with the largest reduction, and of equals the first. Reductions are never added up. */
export function findLowerPrice(rules: readonly LowerPrice[], job: JobTime): LowerPrice | null {
  let best: LowerPrice | null = null
  for (const rule of rules) if ((best === null || rule.percent > best.percent) && holds(rule, job)) best = rule
  return best
}

/** Returns the earnings for a service at a lower price, rounded up to minor units. */
export const applyLowerPrice = (costMinor: Minor, { percent }: Pick<LowerPrice, 'percent'>): Minor =>
  computePercentUp(costMinor, 100 - percent)

/** A fixed set of services for one price; `S` is the type that identifies a service. */
export type Package<S> = {
  title: string
  costMinor: Minor
  services: readonly (readonly [service: S, count: number])[]
}

/** How often a package is in a price, and the saving of each use. */
export type PackageUse<S> = { package: Package<S>; times: number; savedUnits: number; savedMinor: Minor }

/**
 * Returns the packages that make a party's services cheapest. `copies` is the number of people per service, `costOf`
 * its cost, `unitsOf` the price of a cost. Equal results are resolved by the saving per service, then by order.
 */
export function applyPackages<S>(
  packages: readonly Package<S>[],
  copies: (service: S) => number,
  costOf: (service: S) => Minor,
  unitsOf: (costMinor: Minor) => number,
): PackageUse<S>[] {
  const some = packages.flatMap((one) => {
    if (one.services.some(([service, count]) => copies(service) < count)) return []
    let [savedUnits, savedMinor, size] = [-unitsOf(one.costMinor), -one.costMinor, 0]
    for (const [service, count] of one.services) {
      savedUnits += count * unitsOf(costOf(service))
      savedMinor += count * costOf(service)
      size += count
    }
    return savedUnits > 0 ? [{ package: one, savedUnits, savedMinor, size }] : []
  })
  if (some.length === 0) return []
  some.sort((a, b) => b.savedUnits / b.size - a.savedUnits / a.size)
  const times = cheapest(some, copies)
  return some.flatMap(({ size: _, ...one }, k) => ((times[k] ?? 0) > 0 ? [{ ...one, times: times[k] as number }] : []))
}

type Saving<S> = { package: Package<S>; savedUnits: number; size: number }

/** Returns the best count of each package, by branch and bound. */
function cheapest<S>(some: readonly Saving<S>[], copies: (service: S) => number): readonly number[] {
  const left = new Map<S, number>()
  for (const { package: one } of some) for (const [service] of one.services) left.set(service, copies(service))
  let best: readonly number[] = []
  let most = 0
  const times = some.map(() => 0)
  let pieces = [...left.values()].reduce((sum, n) => sum + n, 0)
  const take = ({ package: { services }, size }: Saving<S>, sign: 1 | -1): void => {
    for (const [service, count] of services) left.set(service, (left.get(service) as number) - sign * count)
    pieces -= sign * size
  }
  const walk = (k: number, saved: number): void => {
    if (saved > most) {
      most = saved
      best = [...times]
    }
    const one = some[k]
    // Packages are sorted by saving per service, so no later package can save more than this bound.
    if (!one || saved + Math.floor((pieces / one.size) * one.savedUnits) <= most) return
    const fits = one.package.services.reduce(
      (n, [service, count]) => Math.min(n, Math.floor((left.get(service) as number) / count)),
      Number.MAX_SAFE_INTEGER,
    )
    for (let n = 0; n < fits; n++) take(one, 1)
    for (let n = fits; n >= 0; n--) {
      times[k] = n
      walk(k + 1, saved + n * one.savedUnits)
      if (n > 0) take(one, -1)
    }
  }
  walk(0, 0)
  return best
}
