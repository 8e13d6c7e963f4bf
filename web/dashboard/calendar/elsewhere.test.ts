import { expect, test } from 'vitest'
import { formatFeedTime, isWholeDayEvent, isOfNight, isWhole } from './day-blocks.ts'

const busy = (startTime: string, finishTime: string, kind: 'feed' | 'hold' = 'feed') => ({
  kind,
  startTime,
  finishTime,
  from: '2027-06-12T05:00:00+01:00',
  to: '2027-06-13T05:00:00+01:00',
})

test('imported busy times leave a day, its night or its daytime free', () => {
  expect([
    isWhole(busy('05:00', '05:00')),
    isWhole(busy('05:00', '00:00')),
    isWhole(busy('05:00', '05:00', 'hold')),
  ]).toEqual([true, false, false])
  expect([
    isWholeDayEvent(busy('05:00', '00:00')),
    isWholeDayEvent(busy('05:00', '23:00')),
    isWholeDayEvent(busy('06:00', '05:00')),
  ]).toEqual([true, false, false])
  expect([isOfNight(busy('00:00', '05:00')), isOfNight(busy('05:00', '00:00'))]).toEqual([true, false])
  expect([formatFeedTime('00:00'), formatFeedTime('05:00', true)]).toEqual(['12:00 AM, next day', '5:00 AM, next day'])
})
