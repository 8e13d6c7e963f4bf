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

test('a line shows the current time only while the day runs', () => {
  expect(shown('2027-06-12T08:45:00+01:00')).toContain('Now, 8:45 AM')
  for (const other of ['2027-06-12T07:59:00+01:00', '2027-06-12T09:30:00+01:00', null])
    expect(shown(other)).not.toContain('Now, ')
})

test('spare minutes and waiting times are listed below the day', () => {
  const [first] = plan.blocks
  const waiting = {
    ...plan,
    spareMinutes: 10,
    doneAt: '2027-06-12T11:20:00+01:00',
    readyBy: '2027-06-12T11:30:00+01:00',
    blocks: [
      first,
      {
        ...first,
        serviceId: 'updo',
        label: 'Updo',
        from: '2027-06-12T10:30:00+01:00',
        to: '2027-06-12T11:20:00+01:00',
      },
    ],
  } as Plan
  const said = (change: Partial<Plan>) =>
    renderToString(
      <RunSheet
        plan={{ ...waiting, ...change }}
        words={{
          ...words,
          spare: (minutes) => `Spare: ${minutes}`,
          wait: ({ person, duration, after, before }) => `${person} waits ${duration}, ${after} to ${before}`,
        }}
      />,
    )
  expect(said({})).toContain('Spare: 10')
  expect(said({})).toContain('Person 1 waits 1 hour, Makeup to Updo')
  expect(said({ spareMinutes: 0 })).not.toContain('Spare')
  expect(said({ blocks: [first] as Plan['blocks'] })).not.toContain('waits')
})

test('times have their own column, and every working artist has a lane', () => {
  const [first] = plan.blocks
  const two = {
    ...plan,
    artists: ['Mia', 'Ruth'],
    blocks: [first, { ...first, person: 2, artist: 'Ruth', artistIndex: 1 }],
  } as Plan
  const html = renderToString(<RunSheet plan={two} words={words} />)
  const heads = [...html.matchAll(/class="[^"]*laneHead[^"]*" style="grid-column:(\d)[^"]*">(\w+)</g)]
  expect(heads.map(([, column, name]) => [column, name])).toEqual([
    ['2', 'Mia'],
    ['3', 'Ruth'],
  ])
  const clocks = [...html.matchAll(/class="[^"]*clock[^"]*" style="grid-column:(\d)/g)]
  expect(clocks.length).toBeGreaterThan(1)
  for (const [, column] of clocks) expect(column).toBe('1')
})

test('an artist who arrives separately sets up until their first person sits', () => {
  const [first] = plan.blocks
  const later = { ...first, artist: 'Temi', artistIndex: 1, person: 2, from: '2027-06-12T09:00:00+01:00' }
  const two = { ...plan, artists: ['Mia', 'Temi'], blocks: [first, later] } as unknown as Plan
  const setUps = (html: string) => [...html.matchAll(/grid-row:(\d+ \/ \d+)"><b>Set up/g)].map(([, rows]) => rows)
  expect(setUps(renderToString(<RunSheet plan={two} words={words} />))).toEqual(['2 / 8', '2 / 8'])
  const arrivals = ['2027-06-12T08:00:00+01:00', '2027-06-12T08:45:00+01:00']
  const apart = renderToString(<RunSheet plan={two} arrivals={arrivals} words={words} />)
  expect(setUps(apart)).toEqual(['2 / 8', '11 / 14'])
  expect(apart).toContain('8:45 AM')
})

test('if one artist has no work left, the others keep their arrival times', () => {
  const [first] = plan.blocks
  const later = { ...first, artist: 'Temi', artistIndex: 1, person: 2, from: '2027-06-12T09:00:00+01:00' }
  const left = { ...plan, artists: ['Mia', 'Temi'], blocks: [later] } as unknown as Plan
  const arrivals = ['2027-06-12T08:00:00+01:00', '2027-06-12T08:45:00+01:00']
  const html = renderToString(<RunSheet plan={left} arrivals={arrivals} words={words} />)
  expect([...html.matchAll(/grid-row:(\d+ \/ \d+)"><b>Set up/g)].map(([, rows]) => rows)).toEqual(['11 / 14'])
})
