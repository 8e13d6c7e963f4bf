import { type RawBuilder, sql } from 'kysely'

/** Start in microseconds and id of the last row. */
type After = { at: string; id: string }

export type CalendarPart = 'ahead' | 'past'
const CALENDAR_PAGE = 1_000
const CALENDAR_MOST = 20_000

/** Returns all rows of a calendar in pages, upcoming rows first. Stops after 20,000 rows and drops the oldest. */
export async function readCalendarPages<R extends { at: string; id: string | number }>(
  read: (part: CalendarPart, after: After | null, size: number) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = []
  for (const part of ['ahead', 'past'] as const) {
    let after: After | null = null
    while (rows.length < CALENDAR_MOST) {
      const page: R[] = await read(part, after, CALENDAR_PAGE)
      rows.push(...page)
      const last = page.at(-1)
      if (!last || page.length < CALENDAR_PAGE) break
      after = { at: last.at, id: String(last.id) }
    }
  }
  return rows
}

export const buildCalendarPartCondition = (
  {
    from,
    to,
    id,
    ids = 'uuid',
  }: { from: RawBuilder<unknown>; to: RawBuilder<unknown>; id: RawBuilder<unknown>; ids?: 'uuid' | 'bigint' },
  { part, now, since, after }: { part: CalendarPart; now: Date; since: Date; after: After | null },
) => {
  const span =
    part === 'ahead'
      ? sql<boolean>`${to} > ${now.toISOString()}::timestamptz`
      : sql<boolean>`${to} > ${since.toISOString()}::timestamptz and ${to} <= ${now.toISOString()}::timestamptz`
  if (!after) return span
  return sql<boolean>`${span} and (${from}, ${id}) ${sql.raw(part === 'ahead' ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::${sql.raw(ids)})`
}
