import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openPostgres } from './database.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'

const names = [`${process.pid}_timeline_1`, `${process.pid}_timeline_2`]
let timelines: Database[] = []

beforeAll(async () => {
  timelines = []
  for (const name of names) timelines.push(await openPostgres(await createCopy(name)))
})
afterAll(async () => {
  for (const database of timelines) await database.close()
  for (const name of names) await deleteCopy(name)
})

/** Pauses an artist and blocks a day of another. Returns the new versions. */
async function change({ db }: Database): Promise<number[]> {
  await sql`update provider set state = 'paused' where slug = 'temi-lark'`.execute(db)
  await sql`
    insert into busy (provider_id, kind, during, event_date)
    select id, 'booked_out', '[2027-06-12 00:00Z,2027-06-13 00:00Z)', '2027-06-12' from provider where slug = 'mia-hollis'`.execute(
    db,
  )
  const { rows } = await sql<{ version: number }>`
    select version from match_cell where cell = (select cell_of(lat, lng) from provider where slug = 'temi-lark')
    union all
    select version from busy_cell_day where day = '2027-06-12' and cell = (select cell_of(lat, lng) from provider where slug = 'mia-hollis')`.execute(
    db,
  )
  return rows.map(({ version }) => version)
}

test('a version is never issued twice across timelines, so data lost in a fail-over or restore is not mistaken for later data', async () => {
  const [one, other] = await Promise.all(timelines.map(change))
  expect(one).toHaveLength(2)
  expect(other).toHaveLength(2)
  expect(one?.filter((version) => other?.includes(version))).toEqual([])
  for (const version of [...(one ?? []), ...(other ?? [])]) expect(Number.isSafeInteger(version)).toBe(true)
})
