import { expect, test } from 'vitest'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { Location } from '#contract/places/location.ts'
import {
  hasOtherChanges,
  clearStep,
  emptyForm,
  findFirstMissing,
  hasValue,
  buildPayload,
  type SearchForm,
  steps,
  formatSearchWhen,
} from './search-form.ts'

const hackney: Location = {
  type: 'Point',
  coordinates: [-0.055, 51.545],
  address: { placeName: 'Hackney, London', countryCode: 'GB', neighborhood: 'Hackney', place: 'London' },
}
const whole: SearchForm = {
  location: hackney,
  typed: 'Hackney, London',
  date: '2027-06-12',
  time: '13:30',
  party: [{ count: 2, services: ['makeup', 'updo'] }],
}
const settings: FormSettings = {
  store: { id: '1', slug: 'beauty' },
  category: { slug: 'makeup-hair-styling', label: '' },
  serviceTypes: [],
}

test('missing fields are requested in the order location, date, services', () => {
  expect(findFirstMissing(emptyForm)).toBe('location')
  expect(findFirstMissing({ ...emptyForm, location: hackney })).toBe('date')
  expect(findFirstMissing({ ...emptyForm, location: hackney, date: '2027-06-12' })).toBe('services')
  expect(findFirstMissing(whole)).toBeNull()
})

test('the finish time is not validated, and "not sure yet" counts as a value', () => {
  expect(findFirstMissing({ ...whole, time: null })).toBeNull()
  expect(hasValue({ ...whole, time: null }, 'time')).toBe(false)
  expect(hasValue({ ...whole, time: 'unsure' }, 'time')).toBe(true)
  expect(buildPayload({ ...whole, time: 'unsure' }, settings, {})?.finishTime).toBeUndefined()
})

test('Clear empties its own step and no other', () => {
  for (const step of steps) {
    const cleared = clearStep(whole, step)
    expect(hasValue(cleared, step)).toBe(false)
    for (const other of steps.filter((each) => each !== step)) expect(hasValue(cleared, other)).toBe(true)
  }
})

test('the bar submits automatically for any change except services', () => {
  expect(hasOtherChanges(whole, { ...whole, party: [{ count: 1, services: ['makeup'] }] })).toBe(false)
  expect(hasOtherChanges(whole, { ...whole, time: '14:00' })).toBe(true)
  expect(hasOtherChanges(whole, { ...whole, date: '2027-06-13' })).toBe(true)
  expect(hasOtherChanges(whole, { ...whole, location: { ...hackney, coordinates: [-0.1, 51.5] } })).toBe(true)
})

test('an edit names the search it changes and sends no referral data', () => {
  const tracking = { gclid: 'g', heapId: 'h', landingPage: '/', experimentId: 'e' }
  expect(buildPayload(whole, settings, tracking)).toMatchObject({
    gclid: 'g',
    heapId: 'h',
    landingPage: '/',
    experimentId: 'e',
    services: ['makeup', 'updo', 'makeup', 'updo'],
  })
  const edit = buildPayload(whole, settings, tracking, 'abcdefghijkl')
  expect(edit).toMatchObject({ previousSearch: 'abcdefghijkl', experimentId: 'e' })
  expect(edit).not.toHaveProperty('gclid')
  expect(buildPayload({ ...whole, location: null }, settings, tracking)).toBeNull()
})

test('day and time have the format of the country', () => {
  expect(formatSearchWhen(whole, 'GB', 2026)).toBe('Sat 12 June 2027, 1:30 PM')
  expect(formatSearchWhen({ ...whole, time: '01:00' }, 'US', 2027)).toBe('Sat, Jun 12, 1 AM, next day')
  expect(formatSearchWhen({ ...whole, time: 'unsure' }, 'AU', 2027)).toBe('Sat 12 June, time to be decided')
})
