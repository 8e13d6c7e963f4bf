import { expect, test } from 'vitest'
import type { ProgressEntry } from '#contract/party/day-updates.ts'
import { computeForecast } from '#contract/party/forecast.ts'
import type { Plan } from '#contract/search/quotes.ts'
import { getGuestRunning } from './invitations.ts'

const at = (clock: string) => `2027-06-12T${clock}:00.000Z`
const iso = (ms: number) => new Date(ms).toISOString()
const block = (serviceId: string, from: string, to: string) => ({
  artist: 'Ana',
  artistIndex: 0,
  person: 1,
  serviceId,
  label: serviceId,
  from: at(from),
  to: at(to),
})
const planned: Plan = {
  arriveAt: at('08:45'),
  startAt: at('09:00'),
  doneAt: at('12:00'),
  readyBy: at('12:10'),
  spareMinutes: 10,
  setupMinutes: 15,
  timeZone: 'UTC',
  clocksChange: false,
  early: false,
  artists: ['Ana'],
  blocks: [block('hair', '09:00', '09:30'), block('makeup', '11:30', '12:00')],
}
let ids = 0
const word = (kind: ProgressEntry['kind'], serviceId: string, clock: string, acting = false): ProgressEntry => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  kind,
  undo: false,
  person: 1,
  serviceId,
  minutes: null,
  at: at(clock),
  acting,
})
const running = (said: ProgressEntry[], clock: string) =>
  getGuestRunning({ said, seen: computeForecast(planned, said, Date.parse(at(clock)), iso) }, 1, iso)

test('between two seats a person sees the next seat, and ‘now’ only while their own seat has started', () => {
  const hair = [word('started', 'hair', '09:00')]
  expect(running([], '08:00')).toBeNull()
  expect(running(hair, '09:10')).toMatchObject({ state: 'now' })
  const done = [...hair, word('done', 'hair', '09:30')]
  expect(running(done, '09:40')).toMatchObject({ state: 'ahead', nextFrom: at('11:30'), plannedFrom: at('11:30') })
  expect(running(done, '11:50')).toMatchObject({ state: 'ahead', nextFrom: at('11:50'), plannedFrom: at('11:30') })
  const second = [...done, word('started', 'makeup', '11:52')]
  expect(running(second, '11:55')).toMatchObject({ state: 'now', nextFrom: null })
  expect(running([...second, word('done', 'makeup', '12:20')], '12:21')).toMatchObject({ state: 'done' })
})

test('the status says who made the latest report', () => {
  const hair = word('started', 'hair', '09:00', true)
  expect(running([hair], '09:10')).toMatchObject({ saidAt: at('09:00'), acting: true })
  expect(running([hair, word('done', 'hair', '09:30')], '09:40')).toMatchObject({ acting: false })
})
