/** How long before its booking a visit stands: so many hours at least, and so many months at most. */
export type VisitRule = { hours: number; months: number }

/** A patch test stands so many hours before its booking at least, and so many months at most. */
export const patchTestSpan = { hours: 48, months: 6 } as const satisfies VisitRule

/** The span of instants in which a visit before a booking begins and ends, in milliseconds. */
export function spanBefore(startsAt: number, { hours, months }: VisitRule): { from: number; until: number } {
  const start = new Date(startsAt)
  const day = start.getUTCDate()
  const from = new Date(start)
  from.setUTCDate(1)
  from.setUTCMonth(from.getUTCMonth() - months)
  // The last day of a month that is shorter, as the database counts.
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate()
  from.setUTCDate(Math.min(day, last))
  return { from: from.getTime(), until: startsAt - hours * 3_600_000 }
}

/** The span of instants in which the patch test of a booking begins and ends, in milliseconds. */
export const testSpan = (startsAt: number): { from: number; until: number } => spanBefore(startsAt, patchTestSpan)
