import { formatClock, formatTime, zonedTime } from '#contract/format.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import type { Country } from '#contract/words.ts'

/** The times of a booking or of its proposed move; instants. `readyAt` is null if its start is fixed. */
export interface MoveTimes {
  startsAt: string
  endsAt: string
  readyAt: string | null
  timeZone: string
  mode: 'mobile' | 'studio'
}

const moveTimes = defineMessages({
  'move.times.mobile': '{day}, arrival {clock}, ready by {time}',
  'move.times.studio': '{day}, start {clock}, ready by {time}',
  'move.times.start': '{day}, start {clock}, done by {time}',
})

/** Returns both times of a booking with their labels: Sat 12 June, arrival 11:00 AM, ready by 1:30 PM. */
export function formatMoveTimes(day: string, times: MoveTimes, country: Country): string {
  const { startsAt, endsAt, readyAt, timeZone, mode } = times
  return createTranslator(moveTimes, country)(readyAt ? `move.times.${mode}` : 'move.times.start', {
    day,
    clock: formatClock(zonedTime(startsAt, timeZone)),
    time: formatTime(zonedTime(readyAt ?? endsAt, timeZone)),
  })
}
