import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openRig } from '#server/test-rig.ts'

// The losers of a deadlock wait for a second each.
const rounds = process.env['PROVE'] ? 40 : 2

let database: Database
let providers: string[]
beforeAll(async () => {
  database = (await openRig()).database
  providers = (
    await sql<{ id: string }>`select id from provider where state = 'approved' order by no limit 4`.execute(database.db)
  ).rows.map((row) => row.id)
})
afterAll(() => sql`delete from busy where note = 'storm'`.execute(database.db))

const book = (provider: string, minute: number) =>
  sql`
  insert into busy (provider_id, kind, during, event_date, note)
  values (${provider}, 'appointment', tstzrange('2028-02-05 10:00Z'::timestamptz + ${minute} * interval '1 minute', '2028-02-05 11:00Z'::timestamptz + ${minute} * interval '1 minute'), '2028-02-05', 'storm')`
    .execute(database.db)
    .then(
      () => 'booked' as const,
      (fault: { code?: string }) => fault.code,
    )

test('concurrent bookings of overlapping hours of one artist: never two succeed', async () => {
  for (let round = 0; round < rounds; round++) {
    await sql`delete from busy where note = 'storm'`.execute(database.db)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => book(providers[i % providers.length] as string, (i * 17) % 90)),
    )
    // Refused by the constraint or ended by a deadlock.
    expect(answers.filter((a) => a !== 'booked' && a !== '23P01' && a !== '40P01')).toEqual([])
    const { rows } = await sql<{ overlaps: number; stand: number }>`
      select (select count(*)::int from busy a join busy b on a.provider_id = b.provider_id and a.id < b.id and a.during && b.during where a.note = 'storm' and b.note = 'storm') as overlaps,
             (select count(*)::int from busy where note = 'storm') as stand`.execute(database.db)
    expect(rows[0]?.overlaps).toBe(0)
    expect(rows[0]?.stand).toBe(answers.filter((a) => a === 'booked').length)
    expect(rows[0]?.stand).toBeGreaterThanOrEqual(providers.length)
  }
})

test('concurrent changes of neighbours keep every wide row correct and invalidate each cell', async () => {
  const neighbours = (
    await sql<{ id: string; cell: number }>`
    select provider_id as id, cell from provider_match where cell = (select cell from provider_match group by cell order by count(*) desc limit 1)`.execute(
      database.db,
    )
  ).rows
  const cell = neighbours[0]?.cell
  const version = async () =>
    (await sql<{ version: number }>`select version from match_cell where cell = ${cell}`.execute(database.db)).rows[0]
      ?.version ?? 0
  const before = await version()
  let told = 0
  const heard = (payload: string) => {
    if (payload === String(cell)) told++
  }
  await database.listening.subscribe('cell_changed', heard, () => {})
  await Promise.all(
    neighbours
      .slice(0, 12)
      .flatMap(({ id }, i) =>
        [10, 20, 30].map((n) =>
          sql`update provider set booking_count = booking_count + ${n + i} where id = ${id}`.execute(database.db),
        ),
      ),
  )
  expect(await version()).not.toBe(before)
  await expect.poll(() => told).toBeGreaterThanOrEqual(12 * 3)
  const { rows } = await sql<{
    untrue: number
  }>`select count(*)::int as untrue from provider p join provider_match m on m.provider_id = p.id where m.booking_count <> p.booking_count`.execute(
    database.db,
  )
  expect(rows[0]?.untrue).toBe(0)
  await Promise.all(
    neighbours
      .slice(0, 12)
      .map(({ id }, i) =>
        sql`update provider set booking_count = booking_count - ${60 + 3 * i} where id = ${id}`.execute(database.db),
      ),
  )
})

test('a limit counts every concurrent call', async () => {
  const { countCall } = await import('#server/platform/http/limits.ts')
  const [caller, now] = [crypto.randomUUID(), new Date('2026-11-20T10:00:30Z')]
  const hits = await Promise.all(Array.from({ length: 80 }, () => countCall(database.db, caller, now)))
  expect([...hits].sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1))
})
