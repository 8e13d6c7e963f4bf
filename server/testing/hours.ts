import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { addDays, getEventDay } from '#server/platform/event-day.ts'

type Windows = readonly (readonly [number, number])[]
const windowsIn = (multirange: string): Windows =>
  [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])
const daysOf = (week: string) => JSON.parse(week) as string[]

export async function readTestHours(db: Db) {
  const { rows: weeks } = await sql<{ id: string; week: string }>`
    select id, array_to_json(week)::text as week from provider where week is not null`.execute(db)
  const { rows: seasons } = await sql<{
    provider_id: string
    yearly: boolean
    first_on: string
    last_on: string
    week: string
  }>`
    select provider_id, yearly, first_on::text, last_on::text, array_to_json(week)::text as week from hours_season`.execute(
    db,
  )
  const exceptions = await db.selectFrom('hours_exception').selectAll().execute()
  const blocks = await db.selectFrom('hours_block').selectAll().execute()
  const leads = await db.selectFrom('service_lead').selectAll().execute()
  const own = new Set([
    ...weeks.map(({ id }) => id),
    ...[...seasons, ...exceptions, ...blocks].map((row) => row.provider_id),
  ])
  return {
    weeks: new Map(weeks.map(({ id, week }) => [id, daysOf(week).map(windowsIn)])),
    seasons,
    exceptions,
    blocks,
    leads,
    own,
  }
}

type TestHours = Awaited<ReturnType<typeof readTestHours>>
type Usual = { id: string; opens_minute: number; closes_minute: number }

const quarter = 15
const weekday = (date: string) => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7

/**
 * Returns a provider's open times on a day as starts and ends in epoch milliseconds. An independent model, in quarters
 * of an hour.
 */
export function listOpenQuarters(p: Usual, hours: TestHours, date: string, tz: string): number[] {
  const of = <T extends { provider_id: string }>(rows: readonly T[]) => rows.filter((row) => row.provider_id === p.id)
  const day = getEventDay(date, tz)
  const inSeason = (s: TestHours['seasons'][number]) =>
    s.yearly
      ? s.first_on.slice(5) <= s.last_on.slice(5)
        ? s.first_on.slice(5) <= date.slice(5) && date.slice(5) <= s.last_on.slice(5)
        : date.slice(5) >= s.first_on.slice(5) || date.slice(5) <= s.last_on.slice(5)
      : s.first_on <= date && date <= s.last_on
  const exception = of(hours.exceptions).find((e) => e.first_on <= date && date <= e.last_on)
  const season = of(hours.seasons).find((s) => !s.yearly && inSeason(s)) ?? of(hours.seasons).find(inSeason)
  const usual: Windows = hours.weeks.get(p.id)?.[weekday(date)] ?? [[p.opens_minute, p.closes_minute]]
  const said = exception
    ? windowsIn(exception.windows)
    : season
      ? windowsIn(daysOf(season.week)[weekday(date)] as string)
      : usual
  const isOpen = (minute: number) =>
    said.some(([from, to]) => from <= minute && minute < to) &&
    !of(hours.blocks).some((b) =>
      [-1, 0, 1].some((by) => {
        const on = addDays(date, by)
        const at = minute - by * 1440
        return (
          (b.weekdays >> weekday(on)) % 2 === 1 &&
          (b.first_on ?? on) <= on &&
          on <= (b.last_on ?? on) &&
          b.from_minute <= at &&
          at < b.to_minute
        )
      }),
    )
  const open: number[] = []
  for (let minute = 0; minute < 1740; minute += quarter) {
    if (!isOpen(minute)) continue
    const [from, to] = [day.at(minute), day.at(minute + quarter)]
    if (open.at(-1) === from) open[open.length - 1] = to
    else open.push(from, to)
  }
  return open
}

const weeks = [
  ['{}', '{[540,1080)}', '{[540,1080)}', '{[540,780),[840,1260)}', '{[540,1080)}', '{[480,1020)}', '{}'],
  ['{[600,900)}', '{[600,900)}', '{}', '{[600,900)}', '{[960,1560)}', '{[300,1620)}', '{[300,780)}'],
  ['{}', '{}', '{}', '{}', '{}', '{[300,1320)}', '{[300,1320)}'],
]
const toArray = (week: readonly string[]) => sql`${week}::int4multirange[]`

/** Gives every n-th approved provider working hours of each kind. Returns a function that removes them. */
export async function createMixedTestHours(db: Db, every: number): Promise<() => Promise<void>> {
  const live = await db
    .selectFrom('provider')
    .select('id')
    .where('state', '=', 'approved')
    .where('hours', 'is', null)
    .orderBy('no')
    .execute()
  const chosen = live.filter((_, i) => i % every === 0).map(({ id }) => id)
  for (const [i, id] of chosen.entries()) {
    const week = weeks[i % weeks.length] as string[]
    if (i % 5 < 3) await sql`update provider set week = ${toArray(week)} where id = ${id}`.execute(db)
    if (i % 4 === 0)
      await sql`insert into hours_season (provider_id, name, yearly, first_on, last_on, week) values
        (${id}, 'Winter', true, '2000-12-01', '2000-01-06', ${toArray(Array(7).fill('{[300,1260)}'))}),
        (${id}, 'Weddings', false, '2027-06-01', '2027-06-30', ${toArray(weeks[(i + 1) % weeks.length] as string[])})`.execute(
        db,
      )
    if (i % 4 === 1)
      await sql`insert into hours_exception (provider_id, first_on, last_on, label, windows) values
        (${id}, '2026-12-20', '2027-01-04', 'Away', '{}'), (${id}, '2027-06-12', '2027-06-12', 'Short', '{[300,720)}')`.execute(
        db,
      )
    if (i % 4 === 2)
      await sql`insert into hours_block (provider_id, label, weekdays, from_minute, to_minute, first_on) values
        (${id}, 'School run', 31, 840, 960, null), (${id}, 'Choir', 64, 1080, 1500, '2027-01-01')`.execute(db)
    if (i % 3 === 1)
      await sql`insert into service_lead (provider_id, service_type_id, notice_hours, horizon_days) values
        (${id}, 'makeup', ${i % 2 ? 336 : 3}, ${i % 2 ? 548 : 60}), (${id}, 'hair', null, 30)`.execute(db)
  }
  return async () => {
    for (const table of ['hours_season', 'hours_exception', 'hours_block', 'service_lead'] as const)
      await db.deleteFrom(table).where('provider_id', 'in', chosen).execute()
    await db.updateTable('provider').set({ week: null }).where('id', 'in', chosen).execute()
  }
}
