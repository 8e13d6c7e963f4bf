import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SavedSearch } from '#contract/search/search.ts'
import type { TeamBlock } from '#contract/search/team-up.ts'
import { TeamPlan } from './team-plan.tsx'

const at = (clock: string) => `2027-06-12T${clock}:00+01:00`
const block = (part: number, chair: number, person: number, from: string, to: string): TeamBlock => ({
  part,
  chair,
  person,
  serviceId: 'makeup',
  label: 'Makeup',
  from: at(from),
  to: at(to),
})
const search = { countryCode: 'GB', appointmentSpot: { timeZone: 'Europe/London' } } as SavedSearch

test("an assistant has a separate lane, so that simultaneous work does not overlap the artist's", () => {
  const html = renderToString(
    <TeamPlan
      blocks={[block(0, 0, 1, '09:00', '09:45'), block(0, 1, 2, '09:00', '09:45'), block(1, 0, 3, '09:15', '10:00')]}
      artists={[
        { name: 'Ruth', arriveAt: at('08:45') },
        { name: 'Mia', arriveAt: at('09:00') },
      ]}
      readyBy={at('10:30')}
      spareMinutes={30}
      search={search}
    />,
  )
  const heads = [...html.matchAll(/laneHead[^"]*" style="grid-column:(\d)[^"]*">([^<]+)</g)]
  expect(heads.map(([, column, name]) => [column, name])).toEqual([
    ['2', 'Ruth'],
    ['3', 'Ruth, assistant 1'],
    ['4', 'Mia'],
  ])
  const drawn = [...html.matchAll(/grid-column:(\d);grid-row:(\d+) \/ (\d+)"><b>/g)].map(([, column, from, to]) => ({
    column,
    from: Number(from),
    to: Number(to),
  }))
  expect(drawn).toHaveLength(6)
  for (const [i, one] of drawn.entries())
    for (const other of drawn.slice(i + 1))
      expect(one.column !== other.column || one.to <= other.from || other.to <= one.from).toBe(true)
})
