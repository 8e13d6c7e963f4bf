import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createTranslator } from '#contract/i18n/messages.ts'
import { dashboardMessages } from '#web/dashboard/messages.ts'
import { Agenda } from './agenda.tsx'
import type { DayOfGrid } from './day-blocks.ts'

vi.mock('#web/dashboard/own-profile/own.tsx', () => ({
  useDashboardMessages: () => createTranslator(dashboardMessages, 'GB'),
  useOwn: () => ({ profile: { countryCode: 'GB', artists: [] } }),
}))

const day = (date: string, requests: number) =>
  ({
    day: { date, taken: [], closed: [], bookedOut: [], requests, fewLeft: false },
    jobs: [],
    own: [],
    tests: [],
    trials: [],
    ways: [],
    requests: [],
  }) as unknown as DayOfGrid
const days = [day('2025-03-11', 1), day('2025-03-19', 1), day('2025-03-20', 0), day('2025-03-22', 1)]

function render(today: string, foldPast: boolean, of = days): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <Agenda days={of} today={today} foldPast={foldPast} /> },
  ])
  return renderToString(<Stub />)
}

test('the agenda of the current month begins with today and folds earlier days', () => {
  const html = render('2025-03-20', true)
  const fold = /<details>(.*?)<\/details>/.exec(html)?.[1]
  expect(fold).toContain('Earlier this month: 2 days')
  expect(fold).toContain('sheet/2025-03-11')
  expect(fold).not.toContain('sheet/2025-03-22')
  expect(html.replace(/<details>.*?<\/details>/, '')).toContain('sheet/2025-03-22')
})

test('if only earlier days have entries, the agenda says so', () => {
  expect(render('2025-03-20', true, days.slice(0, 3))).toContain('Nothing planned for the rest of this month yet.')
})

test('a past month and the printed agenda show all days', () => {
  for (const html of [render('2025-04-02', true), render('2025-03-20', false)]) {
    expect(html).not.toContain('<details>')
    expect(html.match(/sheet\/2025-03-\d\d/g)).toHaveLength(3)
  }
})
