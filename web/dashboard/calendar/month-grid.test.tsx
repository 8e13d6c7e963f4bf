import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { CalendarDay, CalendarMonth } from '#contract/search/demand/calendar.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { dashboardMessages } from '#web/dashboard/messages.ts'
import { MonthGrid } from './month-grid.tsx'

vi.mock('#web/dashboard/own-profile/own.tsx', () => ({
  useDashboardMessages: () => createTranslator(dashboardMessages, 'GB'),
}))

const day = (date: string, change: Partial<CalendarDay> = {}) =>
  ({ date, taken: [], closed: [], bookedOut: [], requests: 0, fewLeft: false, ...change }) as CalendarDay
const make = (key: string, title: string, from: number, state: 'booked' | 'done') =>
  ({
    key,
    from,
    to: from + 60,
    look: 'job',
    state,
    title,
    text: '',
    time: '',
    details: [],
    link: `/dashboard/appointments/${key}`,
  }) as const
const blocks = {
  '2025-03-08': [make('d', 'Leila Haddad', 510, 'done')],
  '2025-03-24': [make('j', 'Leila Haddad', 520, 'booked')],
  '2025-03-25': ['Ada', 'Eve', 'Ida', 'Oda'].map((name, i) => make(name, name, 540 + i * 90, 'booked')),
}

const cellsOf = (days: readonly CalendarDay[]) => {
  const html = renderToString(
    <MonthGrid
      data={{ month: '2025-03', today: '2025-03-20', countryCode: 'GB', days } as unknown as CalendarMonth}
      blocksOn={(of) => blocks[of.date as keyof typeof blocks] ?? []}
      chosen="2025-03-20"
      wanted="2025-03-20"
      onChoose={() => {}}
      onLeave={() => {}}
      loading={false}
    />,
  ).replaceAll('<!-- -->', '')
  return (date: string) => html.split('<td').find((cell) => cell.includes(`data-day="${date}"`)) ?? ''
}

test('a month shows completed work, imported busy times and blocked time', () => {
  const cell = cellsOf([
    day('2025-03-08', { taken: [{ kind: 'appointment', startTime: '08:30', endTime: '11:00' }] as never }),
    day('2025-03-22', { bookedOut: [{ whole: true }] as never }),
    day('2025-03-23', { taken: [{ kind: 'feed', startTime: '10:00', endTime: '12:00' }] as never }),
    day('2025-03-24'),
    day('2025-03-25'),
  ])
  expect(cell('2025-03-24')).toMatch(/data-state="booked"[^>]*><svg.*<\/svg>Leila <span[^>]*>8:40 AM/)
  expect(cell('2025-03-08')).toMatch(/data-state="done"[^>]*><svg.*<\/svg>Leila <span[^>]*>8:30 AM/)
  expect(cell('2025-03-08')).not.toContain('data-state="booked"')
  expect(cell('2025-03-25').match(/data-state="booked"/g)).toHaveLength(3)
  expect(cell('2025-03-25')).toContain('1 more')
  expect(cell('2025-03-22')).toContain('Booked out')
  expect(cell('2025-03-23')).toContain('>Imported<')
})
