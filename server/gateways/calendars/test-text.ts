import { expect } from 'vitest'
import { parseCalendar } from './parse-calendar.ts'

export const [from, until] = [Date.parse('2026-11-19T09:00:00Z'), Date.parse('2028-11-19T09:00:00Z')]
export const wrap = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
export const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@made.up', ...lines, 'END:VEVENT']
export const hour = ['DTSTART:20261207T090000Z', 'DTEND:20261207T100000Z']
export const read = (text: string, zone = 'UTC') => parseCalendar(text, { from, until, zone })
export const short = (instant: number) => new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
export const format = (times: { from: number; to: number }[]) =>
  times.map((time) => {
    const [start, end] = [short(time.from), short(time.to)]
    return `${start} - ${end.startsWith(start.slice(0, 10)) ? end.slice(11) : end}`
  })
export const times = (lines: string[], zone?: string) => format(read(wrap(...lines), zone).times)
export const DEC_7 = '2026-12-07 09:00 - 10:00'
export const ALL_DEC_7 = '2026-12-07 00:00 - 2026-12-08 00:00'

export type Case = [name: string, lines: string[], expected: string[], zone?: string]

export function expectTimes(lines: string[], expected: string[], zone?: string): void {
  const serverZone = process.env['TZ']
  expect(times(lines, zone)).toEqual(expected)
  for (const own of ['America/Los_Angeles', 'Pacific/Auckland']) {
    process.env['TZ'] = own
    expect(times(lines, zone)).toEqual(expected)
  }
  if (serverZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = serverZone
  const components = wrap(...lines).split(/(?=BEGIN:V(?:EVENT|FREEBUSY))/)
  if (components.length < 3 || lines.includes('BEGIN:VCALENDAR')) return
  const [head = '', ...rest] = components
  const reversed = rest.map((one) => one.replace('END:VCALENDAR\r\n', '')).reverse()
  expect(format(read(head + reversed.join(''), zone).times)).toEqual(expected)
}
