import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { openOwnRig, type TestRig, testNow } from '#server/test-rig.ts'
import { listEarnedMonths, storeEarnedMonths } from './earnings.ts'

let rig: TestRig
let artists: { id: string; tz: string; currency: string }[]
beforeAll(async () => {
  rig = await openOwnRig()
  const { rows } = await sql<(typeof artists)[number]>`
    select p.id, p.tz, k.currency from provider p join market k on k.country_code = p.country_code
    where p.id in (select provider_id from ledger_movement) order by p.id`.execute(rig.database.db)
  artists = rows
  await countBookings(200)
})
afterAll(() => rig.database.close())

const countBookings = (n: number) =>
  sql`update provider set booking_count = case when id in (select provider_id from ledger_movement) then ${n}::int else 0 end`.execute(
    rig.database.db,
  )
const context = () => createJobContext(rig, 'store-earned-months')
const readAll = () => Promise.all(artists.map((artist) => listEarnedMonths(context(), artist)))
const countStored = async () =>
  Number((await rig.database.db.selectFrom('earned_month').select(sql<number>`count(*)`.as('n')).executeTakeFirst())?.n)
const post = (id: string, fact: string, at: Date) =>
  sql`with posted as (insert into ledger_movement (kind, fact, provider_id, at) values ('cash', ${fact}, ${id}, ${at}) returning id)
    insert into ledger_entry (movement_id, account, currency, amount_minor)
    select id, account, 'GBP', amount from posted, (values ('cash', 5000), (${`earned:${id}`}, -5000)) entries (account, amount)`.execute(
    rig.database.db,
  )

test('stored months are what the ledger says, also at the turn of a month', async () => {
  expect(artists.length).toBeGreaterThan(0)
  for (const at of ['2026-11-20T09:00Z', '2026-12-01T12:00Z', '2026-12-03T12:00Z', '2027-02-15T09:00Z']) {
    rig.at(new Date(at))
    await sql`delete from earned_month`.execute(rig.database.db)
    const before = await readAll()
    await storeEarnedMonths(context())
    expect(await countStored()).toBe(12 * artists.length)
    expect(await readAll()).toEqual(before)
    expect(before.some((months) => months.some(({ yours }) => yours > 0))).toBe(true)
  }
  rig.at(testNow)
})

test('a month that is over is no longer read from the ledger', async () => {
  const [artist] = artists as [(typeof artists)[number]]
  await storeEarnedMonths(context())
  await sql`update earned_month set categories = '[{"category_id": null, "yours": 123400, "fee": 0, "bookings": 1}]' where provider_id = ${artist.id} and month = '2026-03'`.execute(
    rig.database.db,
  )
  const march = (await listEarnedMonths(context(), artist)).find(({ month }) => month === '2026-03')
  expect(march).toMatchObject({ yours: 1234, bookings: 1 })
})

test('a movement that is posted into the past is counted at once', async () => {
  const [artist] = artists as [(typeof artists)[number]]
  await sql`delete from earned_month`.execute(rig.database.db)
  const yoursIn = async (wanted: string) =>
    (await listEarnedMonths(context(), artist)).find(({ month }) => month === wanted)?.yours ?? 0
  const before = await yoursIn('2026-05')
  await storeEarnedMonths(context())
  await post(artist.id, 'posted late', new Date('2026-05-09T10:00Z'))
  expect(await yoursIn('2026-05')).toBe(before + 50)
})

test('only artists with many bookings have stored months', async () => {
  await sql`delete from earned_month`.execute(rig.database.db)
  await countBookings(199)
  await storeEarnedMonths(context())
  expect(await countStored()).toBe(0)
})
