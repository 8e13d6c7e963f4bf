/** When a linked appointment may be: it ends at least so many hours before its booking, and starts at most so many months before it. */
export type SpanRule = { hours: number; months: number }

/** The span of every patch test. */
export const patchTestSpan = { hours: 48, months: 6 } as const satisfies SpanRule

/** Returns the earliest start and the latest end of a linked appointment, in milliseconds. Counts months as PostgreSQL does. */
export function getSpan(startsAt: number, { hours, months }: SpanRule): { from: number; until: number } {
  const from = new Date(startsAt)
  const day = from.getUTCDate()
  from.setUTCDate(1)
  from.setUTCMonth(from.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate()
  from.setUTCDate(Math.min(day, lastDay))
  return { from: from.getTime(), until: startsAt - hours * 3_600_000 }
}
