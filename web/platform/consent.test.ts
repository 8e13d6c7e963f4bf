import { expect, test } from 'vitest'
import {
  getVisitPartner,
  readConsent,
  saveConsent,
  saveTracking,
  searchSaved,
  adoptConsent,
  getTracking,
} from './consent.ts'
import type { StorageLike } from './storage.ts'

function drawer(): StorageLike & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const arrival = new URL('https://primp.test/gb/makeup-hair-styling/london?gclid=g1&experimentId=e1')

test('consent is pending until the visitor chooses', () => {
  const storage = drawer()
  expect(readConsent(storage)).toBe('pending')
  saveConsent(storage, drawer(), 'accepted')
  expect(readConsent(storage)).toBe('accepted')
})

test('no ad or test data is stored before consent', () => {
  const [kept, visit] = [drawer(), drawer()]
  saveTracking(kept, visit, arrival, 'h1')
  expect([kept.kept.size, visit.kept.size]).toEqual([0, 0])
  expect(getTracking(kept, visit, false)).toEqual({})
})

test('with consent the ids are sent with a new search, and an edit omits gclid, heapId and landingPage', () => {
  const [kept, visit] = [drawer(), drawer()]
  saveConsent(kept, visit, 'accepted')
  saveTracking(kept, visit, arrival, 'h1')
  expect(getTracking(kept, visit, false)).toEqual({
    gclid: 'g1',
    heapId: 'h1',
    experimentId: 'e1',
    landingPage: '/gb/makeup-hair-styling/london',
  })
  expect(getTracking(kept, visit, true)).toEqual({ experimentId: 'e1' })
})

test('the landing page is the first path of the visit', () => {
  const [kept, visit] = [drawer(), drawer()]
  saveConsent(kept, visit, 'accepted')
  saveTracking(kept, visit, arrival)
  saveTracking(kept, visit, new URL('https://primp.test/content/help'))
  expect(visit.getItem('landingPage')).toBe('/gb/makeup-hair-styling/london')
})

test('a saved search removes the ad id and keeps its own id', () => {
  const [kept, visit] = [drawer(), drawer()]
  saveConsent(kept, visit, 'accepted')
  saveTracking(kept, visit, arrival)
  searchSaved(kept, 'abc')
  expect([kept.getItem('gclid'), kept.getItem('searchId')]).toEqual([null, 'abc'])
})

test('a choice made in another browser counts here, unless one was made here', () => {
  const [kept, visit] = [drawer(), drawer()]
  expect(adoptConsent(kept, visit, null)).toBe('pending')
  expect(adoptConsent(kept, visit, 'accepted')).toBe('accepted')
  expect(adoptConsent(kept, visit, 'necessary')).toBe('accepted')
})

test('choosing only essential cookies deletes the ids', () => {
  const [kept, visit] = [drawer(), drawer()]
  saveConsent(kept, visit, 'accepted')
  saveTracking(kept, visit, arrival, 'h1')
  saveConsent(kept, visit, 'necessary')
  expect([...kept.kept.keys(), ...visit.kept.keys()]).toEqual(['cookieConsent'])
})

test("a partner's link counts on its own page after any choice, and on later pages with consent", () => {
  const behind = new URL('https://primp.test/gb?partner=the-venue')
  const [kept, visit] = [drawer(), drawer()]
  expect(getVisitPartner(visit, behind.search)).toBe('the-venue')
  saveTracking(kept, visit, behind)
  expect([getVisitPartner(visit, ''), visit.kept.size]).toEqual([undefined, 0])
  saveConsent(kept, visit, 'accepted')
  saveTracking(kept, visit, behind)
  expect(getVisitPartner(visit, '')).toBe('the-venue')
  expect(getVisitPartner(visit, '?partner=another')).toBe('another')
  saveConsent(kept, visit, 'necessary')
  expect(getVisitPartner(visit, '')).toBeUndefined()
})
