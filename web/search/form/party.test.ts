import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPerson,
  emptyParty,
  halvesOf,
  limitHit,
  listedServices,
  type Party,
  partyReady,
  partyText,
  peopleOf,
  placesIn,
  removeLook,
  sameAsFirst,
  servicesOf,
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
  .filter((party) => peopleOf(party) <= 20 && servicesOf(party) <= 60)

test('no change ever leads past 20 people or 60 services', () => {
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
          expect(peopleOf(party)).toBeLessThanOrEqual(20)
          expect(servicesOf(party)).toBeLessThanOrEqual(60)
          expect(party.length).toBeGreaterThan(0)
        }
      },
    ),
  )
})

test('splitting a look or the party keeps everybody and everything', () => {
  fc.assert(
    fc.property(parties, fc.nat(20), (party, first) => {
      expect(listedServices(splitLook(party, 0)).sort()).toEqual(listedServices(party).sort())
      const [one, other] = halvesOf(party, Math.min(first, peopleOf(party)))
      expect(peopleOf(one) + peopleOf(other)).toBe(peopleOf(party))
      expect([...listedServices(one), ...listedServices(other)].sort()).toEqual(listedServices(party).sort())
    }),
  )
})

test('people are numbered through all looks', () => {
  expect(
    placesIn([
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

test('a party is ready once everybody has a service, and says who and how many', () => {
  expect(partyReady(emptyParty)).toBe(false)
  const one = toggleService(emptyParty, 0, 'makeup', order)
  expect(partyReady(one)).toBe(true)
  expect(partyReady(addPerson(one))).toBe(false)
  expect(partyText(setCount(one, 0, 3))).toBe('3 people, 3 services')
  expect(limitHit(setCount(one, 0, 20))).toBe('who.limit.people')
})

test('another person takes what the first has, and later changes of the first stay the first person’s', () => {
  const one = toggleService(toggleService(emptyParty, 0, 'updo', order), 0, 'makeup', order)
  const two = sameAsFirst(addPerson(one), 1)
  expect(listedServices(two)).toEqual(['makeup', 'updo', 'makeup', 'updo'])
  expect(listedServices(toggleService(two, 0, 'updo', order))).toEqual(['makeup', 'makeup', 'updo'])
  // Twenty people with three services each are as many as a search holds.
  const full = setCount(toggleService(one, 0, 'blow-dry', order), 0, 19)
  expect(servicesOf(sameAsFirst(addPerson(full), 1))).toBe(60)
})
