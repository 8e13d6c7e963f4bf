import { expect, test } from 'vitest'
import { excludeNear } from '#server/checkout/linked-checkout.ts'

const at = (clock: string) => `2027-05-12T${clock}:00.000Z`
const time = (from: string, to: string) => ({ startsAt: at(from), endsAt: at(to), readyAt: at(to), finishTime: to })

test('visits chosen together do not overlap, and the artist’s buffer is between them', () => {
  const times = [time('09:00', '09:30'), time('09:30', '10:00'), time('10:30', '11:00'), time('11:00', '11:30')]
  const trial = { from: Date.parse(at('10:00')), to: Date.parse(at('11:00')) }
  const left = (buffer_minutes: number) =>
    excludeNear(times, [trial], { buffer_minutes }).map(({ finishTime }) => finishTime)
  expect(left(0)).toEqual(['09:30', '10:00', '11:30'])
  expect(left(30)).toEqual(['09:30'])
  expect(excludeNear(times, [], { buffer_minutes: 30 })).toEqual(times)
})
