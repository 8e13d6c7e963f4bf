import { expect, test } from 'vitest'
import { listWaits } from './waits.ts'

const block = (person: number, label: string, from: string, to: string) => ({
  artist: 'Mia',
  artistIndex: 0,
  person,
  serviceId: label.toLowerCase(),
  label,
  from: `2027-06-12T${from}:00+01:00`,
  to: `2027-06-12T${to}:00+01:00`,
})

test('a waiting person is listed with their services before and after, in the order of the day', () => {
  const blocks = [
    block(2, 'Updo', '11:00', '12:00'),
    block(1, 'Makeup', '09:00', '10:00'),
    block(2, 'Makeup', '10:00', '10:40'),
    block(1, 'Updo', '12:00', '13:00'),
    block(1, 'Lashes', '13:00', '13:20'),
    block(3, 'Makeup', '10:40', '11:20'),
  ]
  expect(listWaits({ blocks })).toEqual([
    { person: 1, minutes: 120, after: 'Makeup', before: 'Updo' },
    { person: 2, minutes: 20, after: 'Makeup', before: 'Updo' },
  ])
  expect(listWaits({ blocks: blocks.slice(1, 3) })).toEqual([])
})
