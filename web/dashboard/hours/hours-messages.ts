import { formatDate, formatNightTime, formatTime } from '#contract/format.ts'
import type { HoursWindow } from '#contract/providers/hours.ts'
import { createTranslator } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'

const hoursMessages = {
  'hours.text': 'When people can book you. Searches follow at once; what is booked stands.',
  'hours.zone': 'Times are those of {zone}.',
  'hours.weeks': 'The coming four weeks',
  'hours.weeks.closed': 'Closed',
  'hours.weeks.day': '{date}: {hours}',
  'hours.weeks.why': '{date}: {hours}. {label}',
  'hours.weeks.span': '{clock} to {end}',
  'hours.outside': {
    one: 'One booking lies outside your hours. It stands; move it if you cannot keep it.',
    other: '{n} bookings lie outside your hours. They stand; move those that you cannot keep.',
  },
  'hours.outside.one': '{date}, {clock} to {end}',
  'hours.outside.more': { one: 'And one more.', other: 'And {n} more.' },
  'hours.week': 'The week',
  'hours.week.text': 'A day without hours is a day off. Hours may end in the night, at 5 AM at the latest.',
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
  'hours.seasons.text': 'Weeks of the year with hours of their own: an early December, a quiet January.',
  'hours.seasons.none': 'No seasons yet.',
  'hours.season.new': 'Add a season',
  'hours.season.name': 'Name',
  'hours.season.error': 'Give it a name.',
  'hours.season.repeats': 'How often',
  'hours.season.yearly': 'Every year',
  'hours.season.once': 'Once',
  'hours.season.from': 'First day',
  'hours.season.until': 'Last day',
  'hours.season.month': '{which}, month',
  'hours.season.day': '{which}, day',
  'hours.season.remove': 'Remove {name}',
  'hours.season.unnamed': 'New season',
  'hours.exceptions': 'Days unlike the others',
  'hours.exceptions.text': 'A training day, a holiday abroad, one Sunday that you do work.',
  'hours.exceptions.none': 'No such days ahead.',
  'hours.exception.label': 'What it is',
  'hours.exception.error': 'Say what it is.',
  'hours.exception.missing': 'Choose a day.',
  'hours.exception.closed': 'No jobs at all',
  'hours.exception.open': 'Other hours',
  'hours.exception.kind': 'That day',
  'hours.exception.add': 'Add these days',
  'hours.exception.added': 'Added. Searches know it already.',
  'hours.exception.remove': 'Remove',
  'hours.exception.remove.one': 'Remove {label}',
  'hours.exception.removed': '{label} is removed.',
  'hours.exception.those': 'Those days',
  'hours.days': '{first} to {last}',
  'hours.holidays': 'Public holidays',
  'hours.holidays.text': 'Ticked days are days off. Untick those that you work.',
  'hours.holidays.all': 'Tick all',
  'hours.holidays.none': 'Untick all',
  'hours.holiday': '{name}, {date}',
  'hours.blocks': 'Time that comes back',
  'hours.blocks.text': 'The school run, an evening class: kept free of jobs week after week.',
  'hours.blocks.none': 'Nothing comes back yet.',
  'hours.block.new': 'Add such a time',
  'hours.block.label': 'What it is',
  'hours.block.error': 'Say what it is.',
  'hours.block.days': 'On which days',
  'hours.block.days.error': 'Choose a day.',
  'hours.block.opens': 'From',
  'hours.block.closes': 'To',
  'hours.block.from': 'Not before',
  'hours.block.until': 'Not after',
  'hours.optional': 'optional',
  'hours.block.remove': 'Remove {label}',
  'hours.block.unnamed': 'this time',
  'hours.leads': 'Notice and horizon',
  'hours.leads.text': 'Of the services that somebody asks for, the longest notice and the nearest horizon hold.',
  'hours.leads.all': 'All work',
  'hours.lead.notice': '{type}: shortest notice',
  'hours.lead.horizon': '{type}: how far ahead',
  'hours.lead.same': 'As all work',
  'hours.lead.now': 'None',
  'hours.lead.hours': { one: '1 hour', other: '{n} hours' },
  'hours.lead.days': { one: '1 day', other: '{n} days' },
  'hours.lead.months': { one: '1 month', other: '{n} months' },
  'hours.travel': 'Hours, notice and how far ahead people can book are set under Hours.',
  'hours.travel.link': 'Go to Hours',
} as const

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
    /** Windows of a day as text. */
    said: (windows: readonly HoursWindow[]) =>
      windows.length ? windows.map(span).join(', ') : t('hours.weeks.closed'),
    span,
    weekday: (day: number) => t(`hours.day.${day as (typeof weekdays)[number]}`),
  }
}
