import { expect, test } from 'vitest'
import type { GuestRow } from '#contract/appointments/appointment.ts'
import { applyGuestWishes } from './guests-card.tsx'

const makeup = { id: 'makeup', label: 'Makeup' }
const updo = { id: 'updo', label: 'Updo' }
const row = (more: Partial<GuestRow>): GuestRow => ({
  id: 'a guest',
  person: 1,
  name: 'Leila',
  services: [makeup],
  key: null,
  answeredAt: null,
  asks: null,
  declined: false,
  look: '',
  allergies: '',
  part: null,
  share: null,
  ...more,
})
const party = [
  { person: 1, name: 'Leila', services: [makeup] },
  { person: 2, name: 'Zoe', services: [makeup] },
]

test('services that guests wish replace their booked ones, and nobody else changes', () => {
  const zoe = row({ person: 2, name: 'Zoe', asks: [makeup, updo] })
  const mara = row({ id: 'mara', person: null, name: 'Mara', asks: [updo] })
  const quiet = row({ id: 'quiet', person: null, name: 'Quiet' })
  expect(applyGuestWishes({ party, guests: [row({}), zoe, mara, quiet] })).toEqual([
    { person: 1, guest: null, name: 'Leila', services: ['makeup'] },
    { person: 2, guest: null, name: 'Zoe', services: ['makeup', 'updo'] },
    { person: null, guest: 'mara', name: 'Mara', services: ['updo'] },
  ])
  expect(applyGuestWishes({ party, guests: [zoe, mara] }, [mara]).map(({ services }) => services)).toEqual([
    ['makeup'],
    ['makeup'],
    ['updo'],
  ])
})
