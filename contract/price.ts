import type { FeeTerms } from './fees.ts'
import { type Minor, toMinor, computePercent, computePercentUp, roundUpToMajor } from './money.ts'

/** What a provider earns for one job and how its price is made; costs in minor units, distances in metres. */
export type Job = FeeTerms & {
  /** Equal people joined; the cost of each service is for one person. */
  looks: readonly { count: number; services: readonly { id: string; costMinor: Minor }[] }[]
  /** What is added to services, a line each: for how many people, and the cost for one. */
  addOns?: readonly { title: string; count: number; costMinor: Minor }[]
  /** What the artist sells together for less, where they do. */
  packages?: readonly Package<string>[]
  /** Null at a studio: nobody travels. */
  travel: Travel | null
  /** Zero where the start is not early or nothing is asked for it. */
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
  /** What its provider earns for one. */
  costMinor: Minor
  /** Which look this is, from 0; null on the other lines. */
  look: number | null
  parts: { id: string; unitMinor: Minor }[]
  /** What a package or an add-on is called; null on the other lines. */
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

/** What the line of the way is called where it costs nothing because it is short. */
export const freeTravel = 'Travel, within the free zone'
/** What a price's lines are called that are no looks. */
export const otherLabels = {
  travel: 'Travel',
  topUp: 'Minimum job top-up',
  early: 'Early start',
  fee: 'Booking fee',
  feeCap: 'Booking fee, capped',
} as const
/** What the line of a package is called, which says by how much it is less than its services one by one. */
export const formatPackageLabel = (title: string): string => `Package: ${title}`

/** The price of one cost with the fee inside, in whole currency units: ceiling(cost / (1 − percent)), exact in integers. */
export const computeUnitsWithFee = (costMinor: Minor, percent: number): number => Math.ceil(costMinor / (100 - percent))

/** The most that a provider can earn by such a price. */
export const getMaxEarnings = (units: number, percent: number): Minor => units * (100 - percent)

/** By how many whole currency units a job's price changes so that the fee in it is at least its floor and at most its cap. */
export function computeFeeUnits(feeMinor: Minor, { floorMinor, capMinor }: FeeTerms): number {
  if (floorMinor != null && feeMinor < floorMinor) return roundUpToMajor(floorMinor - feeMinor)
  return capMinor != null && feeMinor > capMinor ? -roundUpToMajor(feeMinor - capMinor) : 0
}

/** What the line is called that brings a fee within its bounds. */
export const getFeeLabel = (units: number): string => (units < 0 ? otherLabels.feeCap : otherLabels.fee)

/** What the provider earns for getting there: every whole mile or kilometre past the free zone. */
export function computeTravelCost(travel: Travel): number {
  const charged = travel.metres - travel.freeMetres
  return charged > 0 ? Math.floor(charged / travel.metresPerUnit) * travel.costPerUnitMinor : 0
}

/** The larger of the platform's fee and the provider's share of the total. */
export const computeDeposit = (totalMinor: Minor, feeMinor: Minor, share: number): number =>
  Math.max(feeMinor, computePercent(totalMinor, share))

/** The whole price of a job line by line: the lines add up to the total, the fee is the total less the costs. Where the fee has bounds, the last line keeps them, and its provider earns nothing of it. */
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

/** The least price that a quote of these services can have, where nobody travels far or starts early: one of them for one person, with the top-up that the minimum job still lacks; null without any. */
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
  // Of two that come to the same minimum, the one that is less by itself.
  return (
    jobs.toSorted((a, b) => a.price.totalMinor - b.price.totalMinor || a.service.costMinor - b.service.costMinor)[0] ??
    null
  )
}

/** What the platform pays of a price by a promo code of its own, which costs the provider nothing: their work is sold at its full price all the same. */
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

/** When an artist works for less, and by how much: of the event's weekdays (a bit each, Monday's the lowest), where the job begins, days of the year (1201), or so many days before it at most. */
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

/** What of a job says whether it costs less; without a time nobody knows when it begins. */
export type JobTime = {
  date: string
  daysAhead: number
  start: number | null
  /** The instant of a minute of the event's day. */
  at: (minute: number) => number
}

const dayMs = 86_400_000
/** The first of January 1970 was a Thursday; Monday is 0. */
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

/** The rule that holds for a job: the one that takes off most, the first of equals; they are never added up. */
export function findLowerPrice(rules: readonly LowerPrice[], job: JobTime): LowerPrice | null {
  let best: LowerPrice | null = null
  for (const rule of rules) if ((best === null || rule.percent > best.percent) && holds(rule, job)) best = rule
  return best
}

/** What an artist earns for a service at a lower price, to the whole minor unit in their favour. */
export const applyLowerPrice = (costMinor: Minor, { percent }: Pick<LowerPrice, 'percent'>): Minor =>
  computePercentUp(costMinor, 100 - percent)

/** A fixed set of services for one price; `S` is whatever services are known by where it is reckoned with. */
export type Package<S> = {
  title: string
  /** What its artist earns for it. */
  costMinor: Minor
  services: readonly (readonly [service: S, count: number])[]
}

/** A package in a price: how often it is in it, and by how much one changes what the single services come to. */
export type PackageUse<S> = { package: Package<S>; times: number; savedUnits: number; savedMinor: Minor }

/**
 * The packages that make a party's services cheapest, each as often as the party still contains it; none that costs as much as
 * its single services. `copies` is how many people want a service, `costOf` what its artist earns for one of it, `unitsOf` what
 * a customer pays for a cost. Of covers that cost the same it is the first one found, by what a package saves for each of its
 * services, then by the order given.
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

/** How often each is taken so that they save most: every way to take them, but those that cannot save more than one that is known. */
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
    // Who is next saves most for each of its services: no way from here saves more than that for all that are left.
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
