import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Feed } from '#contract/bookings/provider-bookings.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { OwnProvider } from '#web/dashboard/own-profile/own.tsx'
import { FeedRow, FeedWarnings } from './feed-row.tsx'

const feed: Feed = {
  id: '3f2a1b4c-0d5e-4f60-8a71-92b3c4d5e6f7',
  url: 'https://calendar.example/studio.ics',
  name: '',
  checkedAt: '2025-06-12T22:40:00Z',
  error: '',
  events: 0,
  failingSince: null,
  nextReadAt: null,
  completeUntil: null,
  skipped: [],
  assumedZones: [],
  warnings: [],
}
const render = (change: Partial<Feed>) => {
  const shown = { ...feed, ...change }
  const html = renderToString(
    <MemoryRouter>
      <OwnProvider loaded={{ countryCode: 'GB' } as EditableProfile}>
        <FeedRow feed={shown} timeZone="Australia/Sydney" onChange={() => {}} />
        <hr />
        <FeedWarnings feeds={[shown]} timeZone="Australia/Sydney" />
      </OwnProvider>
    </MemoryRouter>,
  )
  const [row = '', home = ''] = html.replaceAll('<!-- -->', '').split('<hr/>')
  return { row, home }
}

test("a calendar without problems shows its last refresh in the artist's time zone", () => {
  const { row, home } = render({})
  expect(row).toContain('calendar.example')
  expect(row).toMatch(/Last checked [^<]*13 June 2025[^<]*8:40 AM, 0 events/)
  expect(home).toBe('')
})

test('a problem is shown at the calendar and on the home page, with a remedy', () => {
  const failing = render({ warnings: ['failing'], failingSince: '2025-06-10T00:00:00Z', error: 'It answered 401.' })
  expect(failing.row).toContain('It answered 401.')
  expect(failing.row).toContain('href="/dashboard/rules"')
  expect(failing.home).toContain('href="/dashboard/calendar#calendars"')
  expect(failing.home).toContain('New busy times in it do not block bookings.')
  const empty = render({ warnings: ['empty'] })
  expect(empty.row).toContain('Yes, it is empty')
  expect(empty.home).toContain('Is the calendar really empty?')
  const both = render({ warnings: ['empty', 'incomplete'], completeUntil: '2025-12-01T00:00:00Z' })
  expect(both.home.match(/href=/g)).toHaveLength(2)
  expect(both.row).toMatch(/before [^<]*1 December 2025/)
})

test('skipped events, unknown time zones and a delay are shown', () => {
  const { row } = render({
    nextReadAt: '2025-06-13T01:00:00Z',
    skipped: [
      { title: 'Fitting', date: '2025-06-20', reason: 'start' },
      { title: '', date: null, reason: 'repeat' },
    ],
    assumedZones: ['Customised Zone'],
  })
  expect(row).toMatch(/check it again on [^<]*11:00 AM/)
  expect(row).toContain('We could not read 2 events.')
  expect(row).toMatch(/Fitting \([^)]*20 June 2025\): its start is not valid/)
  expect(row).toContain('Untitled event (no date): its repeat rule is not valid')
  expect(row).toContain('Unknown time zone: Customised Zone. We use Australia/Sydney instead.')
})
