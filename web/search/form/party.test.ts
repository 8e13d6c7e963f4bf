import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPerson,
  computePartyPrice,
  createParty,
  emptyParty,
  splitPartyAt,
  findPartyLimit,
  listPartyServices,
  type Party,
  isPartyComplete,
  formatParty,
  countPeople,
  listLookPlaces,
  removeLook,
  copyFirstPerson,
  countServices,
  setCount,
  splitLook,
  toggleService,
} from './party.ts'

const order = ['makeup', 'bridal-makeup', 'updo', 'blow-dry']
const parties: fc.Arbitrary<Party> = fc
  .array(fc.record({ count: fc.integer({ min: 1, max: 5 }), services: fc.subarray(order, { minLength: 1 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .filter((party) => countPeople(party) <= 20 && countServices(party) <= 60)

test('no change exceeds 20 people or 60 services', () => {
  fc.assert(
    fc.property(
      parties,
      fc.array(fc.tuple(fc.constantFrom('add', 'count', 'toggle', 'split', 'remove'), fc.nat(5), fc.nat(25))),
      (start, steps) => {
        let party = start
        for (const [step, at, n] of steps) {
          if (step === 'add') party = addPerson(party)
          if (step === 'count') party = setCount(party, at % party.length, n)
          if (step === 'toggle')
            party = toggleService(party, at % party.length, order[n % order.length] as string, order)
          if (step === 'split') party = splitLook(party, at % party.length)
          if (step === 'remove') party = removeLook(party, at % party.length)
          expect(countPeople(party)).toBeLessThanOrEqual(20)
          expect(countServices(party)).toBeLessThanOrEqual(60)
          expect(party.length).toBeGreaterThan(0)
        }
      },
    ),
  )
})

test('splitting a look or the party keeps all people and services', () => {
  fc.assert(
    fc.property(parties, fc.nat(20), (party, first) => {
      expect(listPartyServices(splitLook(party, 0)).sort()).toEqual(listPartyServices(party).sort())
      const [one, other] = splitPartyAt(party, Math.min(first, countPeople(party)))
      expect(countPeople(one) + countPeople(other)).toBe(countPeople(party))
      expect([...listPartyServices(one), ...listPartyServices(other)].sort()).toEqual(listPartyServices(party).sort())
    }),
  )
})

test('people are numbered across all looks', () => {
  expect(
    listLookPlaces([
      { count: 1, services: ['makeup'] },
      { count: 3, services: ['updo'] },
      { count: 1, services: ['makeup'] },
    ]),
  ).toEqual([
    [1, 1],
    [2, 4],
    [5, 5],
  ])
})

test('a party is complete once everyone has a service, and is described by people and count', () => {
  expect(isPartyComplete(emptyParty)).toBe(false)
  const one = toggleService(emptyParty, 0, 'makeup', order)
  expect(isPartyComplete(one)).toBe(true)
  expect(isPartyComplete(addPerson(one))).toBe(false)
  expect(formatParty(setCount(one, 0, 3))).toBe('3 people, 3 services')
  expect(findPartyLimit(setCount(one, 0, 20))).toBe('who.limit.people')
})

test("an added person copies the first one's services, and later changes of the first do not affect them", () => {
  const one = toggleService(toggleService(emptyParty, 0, 'updo', order), 0, 'makeup', order)
  const two = copyFirstPerson(addPerson(one), 1)
  expect(listPartyServices(two)).toEqual(['makeup', 'updo', 'makeup', 'updo'])
  expect(listPartyServices(toggleService(two, 0, 'updo', order))).toEqual(['makeup', 'makeup', 'updo'])
  // Twenty people with three services each are the maximum.
  const full = setCount(toggleService(one, 0, 'blow-dry', order), 0, 19)
  expect(countServices(copyFirstPerson(addPerson(full), 1))).toBe(60)
})

test('numbers of people by service become a party with as many of each service', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...order), fc.integer({ min: 1, max: 6 })), {
        selector: ([id]) => id,
        minLength: 1,
      }),
      (counts) => {
        const party = createParty(counts)
        expect(isPartyComplete(party)).toBe(true)
        const services = listPartyServices(party)
        expect(counts.map(([id]) => services.filter((one) => one === id).length)).toEqual(counts.map(([, n]) => n))
        expect(countPeople(party)).toBe(Math.max(...counts.map(([, n]) => n)))
      },
    ),
  )
  expect(createParty([])).toEqual(emptyParty)
  expect(createParty([['makeup', 21]])).toEqual(emptyParty)
})

test('a party costs the sum of its services, or is unknown if a price is', () => {
  const prices = [
    { id: 'makeup', price: 52 },
    { id: 'updo', price: 45 },
    { id: 'blow-dry', price: null },
  ]
  expect(computePartyPrice([{ count: 2, services: ['makeup', 'updo'] }], prices)).toBe(194)
  expect(computePartyPrice([{ count: 1, services: ['makeup', 'blow-dry'] }], prices)).toBeNull()
  expect(computePartyPrice([{ count: 1, services: ['bridal-makeup'] }], prices)).toBeNull()
  expect(computePartyPrice(emptyParty, prices)).toBeNull()
})
