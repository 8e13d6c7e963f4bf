import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { CalendarDay, CalendarMonth } from '#contract/search/demand/calendar.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { dashboardMessages } from '#web/dashboard/messages.ts'
import { MonthGrid } from './month-grid.tsx'

vi.mock('#web/dashboard/own-profile/own.tsx', () => ({
  useDashboardMessages: () => createTranslator(dashboardMessages, 'GB'),
}))

const day = (date: string, change: Partial<CalendarDay> = {}) =>
  ({ date, taken: [], closed: [], bookedOut: [], requests: 0, fewLeft: false, ...change }) as CalendarDay
const job = {
  eventDate: '2025-03-08',
  startsAt: '2025-03-08T08:30:00Z',
  endsAt: '2025-03-08T11:00:00Z',
  timeZone: 'Europe/London',
  customer: { name: 'Leila Haddad' },
} as unknown as AppointmentSummary

const leila = {
  key: 'j',
  from: 520,
  to: 690,
  look: 'job',
  title: 'Leila Haddad',
  text: '',
  link: '/dashboard/appointments/j',
} as const

const cellsOf = (days: readonly CalendarDay[]) => {
  const html = renderToString(
    <MonthGrid
      data={{ month: '2025-03', today: '2025-03-20', countryCode: 'GB', days } as unknown as CalendarMonth}
      jobs={[job]}
      blocksOn={(of) => (of.date === '2025-03-24' ? [leila] : [])}
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
  ])
  expect(cell('2025-03-24')).toMatch(/jobMark[^>]*>Leila <br\/>8:40 AM/)
  expect(cell('2025-03-08')).toMatch(/doneMark[^>]*>Leila <br\/>8:30 AM/)
  expect(cell('2025-03-08')).not.toContain('jobMark')
  expect(cell('2025-03-22')).toContain('Booked out')
  expect(cell('2025-03-23')).toContain('>Imported<')
})
