import type { Minor } from './money.ts'

/** A fixed set of services for one price; `S` is whatever services are known by where it is reckoned with. */
export type Package<S> = {
  title: string
  /** What its artist earns for it. */
  costMinor: Minor
  services: readonly (readonly [service: S, count: number])[]
}

/** A package in a price: how often it is in it, and by how much one changes what the single services come to. */
export type Taken<S> = { package: Package<S>; times: number; savedUnits: number; savedMinor: Minor }

/**
 * The packages that make a party's services cheapest, each as often as the party still contains it; none that costs as much as
 * its single services. `copies` is how many people want a service, `costOf` what its artist earns for one of it, `unitsOf` what
 * a customer pays for a cost. Of covers that cost the same it is the first one found, by what a package saves for each of its
 * services, then by the order given.
 */
export function packagesIn<S>(
  packages: readonly Package<S>[],
  copies: (service: S) => number,
  costOf: (service: S) => Minor,
  unitsOf: (costMinor: Minor) => number,
): Taken<S>[] {
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
