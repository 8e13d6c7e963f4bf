import type { Catalogue } from '#contract/words.ts'

/** Words of calendars. */
export const calendarMessages = {
  'calendar.earlier': 'Earlier month',
  'calendar.later': 'Later month',
  'calendar.few': '{date}, few left',
  'calendar.told': '{date}, {told}',
  'calendar.legend.none': 'None free',
  'calendar.legend.all': 'Most free',
  'calendar.legend.few': 'Few left',
  'calendar.weekday.0': 'Sunday',
  'calendar.weekday.1': 'Monday',
  'calendar.weekday.2': 'Tuesday',
  'calendar.weekday.3': 'Wednesday',
  'calendar.weekday.4': 'Thursday',
  'calendar.weekday.5': 'Friday',
  'calendar.weekday.6': 'Saturday',
} as const satisfies Catalogue
