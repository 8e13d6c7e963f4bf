import { formatDate, formatNightTime, formatTime } from '#contract/format.ts'
import type { HoursWindow } from '#contract/providers/hours.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'

const hoursMessages = defineMessages({
  'hours.text':
    'When customers can book you. Changes apply to searches immediately. Existing bookings are not affected.',
  'hours.zone': 'Times are in {zone}.',
  'hours.weeks': 'Next four weeks',
  'hours.weeks.closed': 'Closed',
  'hours.weeks.day': '{date}: {hours}',
  'hours.weeks.why': '{date}: {hours}. {label}',
  'hours.weeks.span': '{clock} to {end}',
  'hours.outside':
    '{n, plural, one {1 booking is outside your hours. It stays booked. Move it if you cannot make it.} other {{n} bookings are outside your hours. They stay booked. Move those you cannot make.}}',
  'hours.outside.one': '{date}, {clock} to {end}',
  'hours.outside.more': '{n, plural, one {And 1 more.} other {And {n} more.}}',
  'hours.week': 'Weekly hours',
  'hours.week.text': 'A day without hours is a day off. Hours can run past midnight, until 5 AM.',
  'hours.day.0': 'Monday',
  'hours.day.1': 'Tuesday',
  'hours.day.2': 'Wednesday',
  'hours.day.3': 'Thursday',
  'hours.day.4': 'Friday',
  'hours.day.5': 'Saturday',
  'hours.day.6': 'Sunday',
  'hours.off': 'Day off',
  'hours.opens': '{day}, hours {n}: from',
  'hours.closes': '{day}, hours {n}: to',
  'hours.next': '{time}, next day',
  'hours.add': 'Add hours',
  'hours.add.on': 'Add hours on {day}',
  'hours.remove': 'Remove hours {n} of {day}',
  'hours.copy': 'Copy',
  'hours.copy.on': 'Copy the hours of {day} to other days',
  'hours.copy.title': 'Copy the hours of {day} to',
  'hours.copy.act': 'Copy',
  'hours.back': 'Back',
  'hours.seasons': 'Seasons',
  'hours.seasons.text': 'Times of the year with different hours, such as a busy December or a quiet January.',
  'hours.seasons.count': '{n, plural, =0 {No seasons yet} one {1 season} other {{n} seasons}}',
  'hours.season.new': 'Add a season',
  'hours.season.name': 'Name',
  'hours.season.error': 'Enter a name.',
  'hours.season.repeats': 'How often',
  'hours.season.yearly': 'Every year',
  'hours.season.once': 'Once',
  'hours.season.from': 'First day',
  'hours.season.until': 'Last day',
  'hours.season.month': '{which}, month',
  'hours.season.day': '{which}, day',
  'hours.season.remove': 'Remove {name}',
  'hours.season.unnamed': 'New season',
  'hours.exceptions': 'Days with different hours',
  'hours.exceptions.text': 'A training day, a holiday or a Sunday when you work.',
  'hours.exceptions.count': '{n, plural, =0 {None planned} one {1 planned} other {{n} planned}}',
  'hours.exception.label': 'Description',
  'hours.exception.error': 'Enter a description.',
  'hours.exception.missing': 'Choose a day.',
  'hours.exception.closed': 'Closed',
  'hours.exception.open': 'Different hours',
  'hours.exception.kind': 'On that day',
  'hours.exception.add': 'Add these days',
  'hours.exception.added': 'Added. It applies to searches now.',
  'hours.exception.remove': 'Remove',
  'hours.exception.remove.one': 'Remove {label}',
  'hours.exception.removed': '{label} removed.',
  'hours.exception.those': 'These days',
  'hours.days': '{first} to {last}',
  'hours.holidays': 'Public holidays',
  'hours.holidays.text': 'Selected holidays are days off. Clear any that you work on.',
  'hours.holidays.count': '{n, plural, =0 {You work on all of them} other {{n} of {all} off}}',
  'hours.holidays.all': 'Select all',
  'hours.holidays.none': 'Clear all',
  'hours.holiday': '{name}, {date}',
  'hours.blocks': 'Weekly breaks',
  'hours.blocks.text': 'Times you keep free every week, such as the school run or an evening class.',
  'hours.blocks.count': '{n, plural, =0 {No weekly breaks yet} one {1 weekly break} other {{n} weekly breaks}}',
  'hours.block.new': 'Add a weekly break',
  'hours.block.label': 'Description',
  'hours.block.error': 'Enter a description.',
  'hours.block.days': 'Days',
  'hours.block.days.error': 'Choose a day.',
  'hours.block.opens': 'From',
  'hours.block.closes': 'To',
  'hours.block.from': 'Starting on',
  'hours.block.until': 'Ending on',
  'hours.optional': 'optional',
  'hours.block.remove': 'Remove {label}',
  'hours.block.unnamed': 'this time',
  'hours.leads': 'Minimum notice and booking period',
  'hours.leads.text':
    'If a customer chooses several services, the longest notice and the shortest booking period apply.',
  'hours.leads.note': 'Notice: {notice}. Bookings up to {horizon} ahead.',
  'hours.leads.all': 'All work',
  'hours.lead.notice': '{type}: minimum notice',
  'hours.lead.horizon': '{type}: booking period',
  'hours.lead.same': 'Same as all work',
  'hours.lead.now': 'None',
  'hours.lead.hours': '{n, plural, one {1 hour} other {{n} hours}}',
  'hours.lead.days': '{n, plural, one {1 day} other {{n} days}}',
  'hours.lead.months': '{n, plural, one {1 month} other {{n} months}}',
  'hours.travel': 'Set your hours, minimum notice and booking period under Hours.',
  'hours.travel.link': 'Go to Hours',
})

/** Days in the order of hours: Monday first. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** Returns the translate function with day and time formats for hours. */
export function useHoursMessages() {
  const { countryCode } = useOwn().profile
  const t = createTranslator(hoursMessages, countryCode)
  const on = (day: string) => formatDate(day, countryCode, new Date().getFullYear())
  const span = ({ opens, closes }: HoursWindow) =>
    t('hours.weeks.span', { clock: formatTime(opens), end: formatNightTime(closes) })
  return {
    t,
    on,
    days: (first: string, last: string) =>
      first === last ? on(first) : t('hours.days', { first: on(first), last: on(last) }),
    said: (windows: readonly HoursWindow[]) =>
      windows.length ? windows.map(span).join(', ') : t('hours.weeks.closed'),
    span,
    weekday: (day: number) => t(`hours.day.${day as (typeof weekdays)[number]}`),
  }
}
