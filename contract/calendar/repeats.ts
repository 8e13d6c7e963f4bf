import { z } from 'zod'
import { EventDate } from '#contract/values.ts'

export const maxOccurrences = 104

/** The interval of a repeat rule: a number of weeks (same weekday), or of months (same day of the month). */
export const RepeatInterval = z.object({
  unit: z.enum(['week', 'month']),
  every: z.number().int().min(1, 'Choose how often it repeats').max(26),
})
export type RepeatInterval = z.infer<typeof RepeatInterval>

export const RepeatRule = RepeatInterval.extend({ until: EventDate })
export type RepeatRule = z.infer<typeof RepeatRule>

/**
 * Returns the days (YYYY-MM-DD) of a repeat rule, the first one included, at most `maxOccurrences`. Monthly repeats
 * from the 29th to 31st use the last day of shorter months.
 */
export function listRepeatDates(first: string, { unit, every, until }: RepeatRule): string[] {
  const dates: string[] = []
  for (let i = 0; dates.length < maxOccurrences; i++) {
    const date = unit === 'week' ? addDays(first, i * every * 7) : addMonthsWithin(first, i * every)
    if (date > until) break
    dates.push(date)
  }
  return dates
}

const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const addDays = (date: string, days: number): string => iso(Date.parse(date) + days * 86_400_000)

function addMonthsWithin(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return iso(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}
