import { expect, test } from 'vitest'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import { buildQuoteInput, createFirstQueries } from './first-look.ts'

type Profile = Parameters<typeof createFirstQueries>[0]
const service = (id: string, status: 'active' | 'off') =>
  ({
    id,
    label: id,
    categoryId: 1,
    typeId: 'makeup',
    status,
    cost: 40,
    minutes: null,
    usualMinutes: 45,
    depositShare: null,
  }) as const
const profile: Profile = {
  countryCode: 'GB',
  location: { area: 'London Fields', city: 'London', coordinates: [-0.0571, 51.5412], rounded: [-0.06, 51.54] },
  services: [service('lashes', 'off'), service('own-thing', 'active'), service('makeup', 'active')],
  travel: {
    mode: 'mobile',
    radius: 12,
    free: 3,
    perUnit: 1.5,
    hours: { opens: '05:00', closes: '22:00' },
    early: null,
    bufferMinutes: 30,
    noticeHours: 24,
    horizonDays: 365,
  },
}
const settings = { serviceTypes: [{ services: [{ id: 'lashes' }, { id: 'makeup' }] }] } as FormSettings

test('the preview search is one person with a searchable service, at home, on a Saturday in four weeks', () => {
  const [look, ...later] = createFirstQueries(profile, settings, '2026-11-20')
  expect(look).toMatchObject({ date: '2026-12-19', time: '13:30', party: [{ count: 1, services: ['makeup'] }] })
  expect(look?.place.title).toBe('London Fields')
  expect(later.map(({ date }) => date)).toEqual(['2026-12-26', '2027-01-02', '2027-01-09'])
  // The rounded position, not the exact one.
  expect(look?.place.location.coordinates).toEqual([-0.06, 51.54])
  expect(look && buildQuoteInput(look)).toMatchObject({
    eventDate: '2026-12-19',
    finishTime: '13:30',
    services: ['makeup'],
  })
})

test('the preview search respects notice and horizon', () => {
  const on = (travel: Partial<Profile['travel']>) =>
    createFirstQueries({ ...profile, travel: { ...profile.travel, ...travel } }, settings, '2026-11-20')[0]?.date
  expect(on({ noticeHours: 40 * 24 })).toBe('2027-01-02')
  expect(on({ horizonDays: 14 })).toBe('2026-11-28')
})

test('an artist without a searchable service has no preview search', () => {
  expect(createFirstQueries({ ...profile, services: [service('makeup', 'off')] }, settings, '2026-11-20')).toEqual([])
  expect(createFirstQueries(profile, undefined, '2026-11-20')).toEqual([])
})
