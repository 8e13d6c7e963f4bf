import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { joinBusyChanges } from '#server/search/search.queries.ts'
import { readBusyTimes, readVersions } from './square-queries.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const day = '2029-06-06'

test('each change gives the area’s day a new version, for every way of reading it, also after old changes are merged', async () => {
  const { database } = rig
  const { rows } = await sql<{ id: string; cell: number }>`
    select id, cell_of(lat, lng) as cell from provider where state = 'approved' order by slug limit 1`.execute(
    database.db,
  )
  const { id, cell } = rows[0] as { id: string; cell: number }
  const version = async () => {
    const { busy } = await readVersions(database, [cell], [day])
    const [times] = await readBusyTimes(database, [day], [cell])
    expect(times?.version).toBe(busy.get(day)?.get(cell) ?? 0)
    return times?.version ?? 0
  }
  const kept = async () =>
    Number(
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from busy_cell_day where day = ${day} and cell = ${cell}`.execute(database.db)
      ).rows[0]?.n,
    )
  const seen = new Set([await version()])
  for (let hour = 0; hour < 11; hour++) {
    await sql`insert into busy (provider_id, kind, during, event_date) values (${id}, 'booked_out',
      tstzrange(${`${day} ${String(hour).padStart(2, '0')}:00Z`}, ${`${day} ${String(hour).padStart(2, '0')}:30Z`}), ${day})`.execute(
      database.db,
    )
    seen.add(await version())
  }
  await sql`delete from busy where provider_id = ${id} and event_date = ${day} and upper(during) < ${`${day} 10:00Z`}`.execute(
    database.db,
  )
  for (let more = 0; more < 12; more++)
    await sql`update busy set during = tstzrange(${`${day} 12:00Z`}, ${`${day} ${13 + (more % 2)}:00Z`}) where provider_id = ${id} and event_date = ${day}`.execute(
      database.db,
    )
  const last = await version()
  seen.add(last)
  expect(seen.size).toBe(13)
  expect(await kept()).toBeGreaterThan(20)
  await joinBusyChanges(database.db)
  expect(await kept()).toBe(1)
  expect(await version()).toBe(last)
})
