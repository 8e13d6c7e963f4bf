import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Package, applyPackages, computeUnitsWithFee } from './price.ts'

const numRuns = process.env.PROVE ? 5_000 : 500
const percent = 15
const unitsOf = (costMinor: number) => computeUnitsWithFee(costMinor, percent)
const services = ['makeup', 'updo', 'bridal'] as const
type Service = (typeof services)[number]

const party = fc.record({
  makeup: fc.integer({ min: 0, max: 5 }),
  updo: fc.integer({ min: 0, max: 4 }),
  bridal: fc.integer({ min: 0, max: 2 }),
})
const costs = fc.record({
  makeup: fc.integer({ min: 500, max: 9_000 }),
  updo: fc.integer({ min: 500, max: 9_000 }),
  bridal: fc.integer({ min: 500, max: 30_000 }),
})
const one = fc.record({
  title: fc.constant('A few'),
  costMinor: fc.integer({ min: 500, max: 40_000 }),
  services: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...services), fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 3,
      selector: ([service]) => service,
    })
    .filter((list) => list.reduce((sum, [, count]) => sum + count, 0) > 1),
})

function leastUnits(
  packages: readonly Package<Service>[],
  copies: Record<Service, number>,
  cost: Record<Service, number>,
) {
  const singles = services.reduce((sum, id) => sum + copies[id] * computeUnitsWithFee(cost[id], percent), 0)
  let least = singles
  for (const { costMinor, services: parts } of packages) {
    const left = { ...copies }
    for (const [id, count] of parts) left[id] -= count
    if (services.every((id) => left[id] >= 0))
      least = Math.min(least, computeUnitsWithFee(costMinor, percent) + leastUnits(packages, left, cost))
  }
  return least
}

test('packages make a party as cheap as any combination, and never dearer than its single services', () => {
  let some = 0
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), party, costs, (packages, copies, cost) => {
      const taken = applyPackages(
        packages,
        (id) => copies[id],
        (id) => cost[id],
        unitsOf,
      )
      some += taken.length
      const singles = services.reduce((sum, id) => sum + copies[id] * computeUnitsWithFee(cost[id], percent), 0)
      const saved = taken.reduce((sum, { times, savedUnits }) => sum + times * savedUnits, 0)
      expect(singles - saved).toBe(leastUnits(packages, copies, cost))
      for (const id of services) {
        const used = taken.reduce(
          (sum, { times, package: { services: parts } }) =>
            sum + times * parts.reduce((n, [service, count]) => n + (service === id ? count : 0), 0),
          0,
        )
        expect(used).toBeLessThanOrEqual(copies[id])
      }
      for (const { package: own, times, savedUnits, savedMinor } of taken) {
        const theirs = own.services.reduce((sum, [id, count]) => sum + count * cost[id], 0)
        expect(savedMinor).toBe(theirs - own.costMinor)
        expect(savedUnits).toBeGreaterThan(0)
        expect(times).toBeGreaterThan(0)
      }
    }),
    { numRuns },
  )
  expect(some).toBeGreaterThan(50)
})

test('the largest party with six overlapping packages is priced quickly', () => {
  const packages = Array.from(
    { length: 6 },
    (_, k): Package<number> => ({
      title: `Package ${k}`,
      costMinor: 4_000 + 4_000 * k - 37 * k * k,
      services: [0, 1, 2, 3]
        .flatMap((id) => (id <= k ? [[id, 1 + ((k + id) % 2)] as const] : []))
        .concat(k ? [] : [[1, 1]]),
    }),
  )
  const start = process.cpuUsage()
  for (let n = 0; n < 20; n++)
    applyPackages(
      packages,
      () => 20,
      (id) => 4_400 + 713 * id + n,
      unitsOf,
    )
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000)
})

test('a package of a bride and three guests is charged at its price, once for each bride', () => {
  const bridal: Package<string> = {
    title: 'Bride + 3',
    costMinor: 40_000,
    services: [
      ['bridal', 1],
      ['makeup', 3],
    ],
  }
  const cost = (id: string) => (id === 'bridal' ? 20_000 : 8_500)
  const taken = (brides: number, others: number) =>
    applyPackages([bridal], (id) => (id === 'bridal' ? brides : others), cost, unitsOf).map(({ times }) => times)
  expect([taken(1, 3), taken(1, 2), taken(2, 7), taken(0, 9)]).toEqual([[1], [], [2], []])
})
