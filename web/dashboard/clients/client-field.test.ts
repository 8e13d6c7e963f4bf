import { expect, test } from 'vitest'
import { addService, createEmptyDraft, toRepeatRule, getUsualLastDay } from './appointment-draft.ts'
import { matchesName } from './client-field.tsx'

test('clients are found by the start of any part of their name, ignoring case and accents', () => {
  for (const typed of ['zoe', 'Zoë o', "o'br zo", 'ZOE O', 'bri'])
    expect(matchesName("Zoë O'Brien Brink", typed), typed).toBe(true)
  for (const typed of ['oe', 'zoe k', 'zoee']) expect(matchesName("Zoë O'Brien Brink", typed), typed).toBe(false)
})

test('minutes of selected services add up; a duration selected in the calendar stays', () => {
  const service = (label: string, cost: number, minutes: number | null) =>
    ({ label, cost, minutes, usualMinutes: 45 }) as Parameters<typeof addService>[1]
  const first = {
    ...createEmptyDraft('2027-06-12'),
    ...addService(createEmptyDraft(), service('Makeup', 80.5, null), false),
  }
  expect(first).toMatchObject({ services: 'Makeup', price: '80.50', minutes: '45' })
  expect(addService(first, service('Updo', 60, 30), false)).toEqual({
    services: 'Makeup, Updo',
    price: '140.50',
    minutes: '75',
  })
  expect(addService(first, service('Updo', 60, 30), true)).not.toHaveProperty('minutes')
})

test('a repeat has a rule once it has a last day, and suggests one', () => {
  const draft = createEmptyDraft('2027-06-12')
  expect(toRepeatRule({ ...draft, repeats: '2 week' })).toBeNull()
  expect(getUsualLastDay('2027-06-12', '2 week')).toBe('2027-08-21')
  expect(getUsualLastDay('2027-06-12', '1 month')).toBe('2027-11-12')
  expect(getUsualLastDay('2027-06-12', '')).toBe('')
  expect(toRepeatRule({ ...draft, repeats: '1 month', until: '2027-11-12' })).toEqual({
    unit: 'month',
    every: 1,
    until: '2027-11-12',
  })
})
