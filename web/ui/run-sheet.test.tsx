import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Plan } from '#contract/search/quotes.ts'
import { RunSheet } from './run-sheet.tsx'

const plan = {
  timeZone: 'Europe/London',
  artists: ['Mia'],
  arriveAt: '2027-06-12T08:00:00+01:00',
  startAt: '2027-06-12T08:30:00+01:00',
  doneAt: '2027-06-12T09:30:00+01:00',
  readyBy: '2027-06-12T09:30:00+01:00',
  spareMinutes: 0,
  blocks: [
    {
      person: 1,
      serviceId: 'makeup',
      label: 'Makeup',
      artist: 'Mia',
      artistIndex: 0,
      from: '2027-06-12T08:30:00+01:00',
      to: '2027-06-12T09:30:00+01:00',
    },
  ],
} as unknown as Plan
const words = {
  setUp: 'Set up',
  person: (n: number) => `Person ${n}`,
  ready: 'Ready',
  label: 'Run sheet',
  spare: String,
  now: (clock: string) => `Now, ${clock}`,
  wait: () => '',
}
const shown = (now: string | null) =>
  renderToString(<RunSheet plan={plan} now={now === null ? null : Date.parse(now)} words={words} />)

test('a line says what time it is while the day runs, and only then', () => {
  expect(shown('2027-06-12T08:45:00+01:00')).toContain('Now, 8:45 AM')
  for (const other of ['2027-06-12T07:59:00+01:00', '2027-06-12T09:30:00+01:00', null])
    expect(shown(other)).not.toContain('Now, ')
})
