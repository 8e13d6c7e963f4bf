import { sql } from 'kysely'
import { confirmTestAddress } from '#server/testing/clients.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nobody, openContext } from '#server/platform/context.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { refreshChangedDemand, refreshOldDemand } from './demand.ts'
import {
  clearTestTown,
  createSearchInput,
  createTestBusyTime,
  createTestProvider,
  testTown,
} from '#server/testing/providers.ts'
import { notifyWaitingList } from './alerts.ts'

let rig: TestRig
let operator = ''
const made: string[] = []
beforeAll(async () => {
  rig = await openRig()
  operator = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'olu@primp.test', password: 'primp-sample-1' },
      address: '127.0.201.1',
    })
  ).body.data.token
})
const forget = async () => {
  const { db } = rig.database
  await clearTestTown(rig)
  await db.deleteFrom('demand_day').where('place', '=', 'Lerwick').execute()
  for (const table of ['freed_alert', 'quote'] as const)
    await db
      .deleteFrom(table)
      .where('search_id', 'in', made.length ? made : ['none'])
      .execute()
  await db
    .deleteFrom('search')
    .where('id', 'in', made.length ? made : ['none'])
    .execute()
  made.length = 0
}
beforeEach(forget)
afterAll(async () => {
  rig.at(testNow)
  await forget()
})

const ctx = () => openContext(rig, { viewer: nobody, requestId: 'test', address: '' })
const day = '2027-08-14'
async function search(n = 1): Promise<{ id: string; cookie: string }[]> {
  const all = []
  for (let i = 0; i < n; i++) {
    const { body, cookie } = await rig.call('/v1/quotes/', {
      method: 'POST',
      body: createSearchInput(testTown, { eventDate: day }),
      address: `127.0.202.${(made.length % 250) + 1}`,
    })
    made.push(body.data.search.id)
    await rig.database.db
      .updateTable('search')
      .set({ created_at: testNow })
      .where('id', '=', body.data.search.id)
      .execute()
    all.push({ id: body.data.search.id as string, cookie: cookie as string })
  }
  return all
}
const areas = async () =>
  (await rig.call('/v1/operator/demand', { bearer: operator })).body.data.areas.filter(
    (area: { place: string }) => area.place === 'Lerwick',
  )
// Other files of this worker search here too, on other days.
const dayThere = async () =>
  (await areas())
    .flatMap((area: { days: { eventDate: string }[] }) => area.days)
    .find((each: { eventDate: string }) => each.eventDate === day)
const daysNear = async () => (await rig.call(`/v1/demand/days?near=${testTown.coordinates.join()}`)).body.data

test('demand is shown for ten people or more, with the searches that found no artist', async () => {
  await search(9)
  await refreshChangedDemand(ctx())
  expect(await dayThere()).toBeUndefined()
  await search(1)
  const later = new Date(testNow.getTime() + 60_000)
  rig.at(later)
  await rig.database.db.updateTable('search').set({ created_at: later }).where('id', 'in', made).execute()
  await refreshChangedDemand(ctx())
  expect(await dayThere()).toMatchObject({ people: 10, searches: 10, bookedPercent: null, withoutArtist: 10 })
  expect(await daysNear()).toMatchObject({ place: 'Lerwick', artists: 0, asked: 0, free: [], from: [], few: [] })
  rig.at(testNow)
})

test('the nightly job counts every group, whatever their number, and none twice', async () => {
  const { db } = rig.database
  const [one] = await search()
  const ids = Array.from({ length: 250 }, (_, i) => `many${String(i + 1).padStart(12, '0')}`)
  made.push(...ids)
  await sql`insert into search (id, category_id, country_code, place_name, location, lat, lng, tz, event_date, people, area, created_at)
    select n.id, category_id, country_code, place_name, location, lat, lng, tz, event_date + n.ordinality::int, people, area, created_at
    from search, unnest(${sql.val(ids)}::text[]) with ordinality n(id) where search.id = ${one?.id}`.execute(db)
  const days = () =>
    db
      .selectFrom('demand_day')
      .select(['event_date', 'searches', 'people', 'refreshed_at'])
      .where('place', '=', 'Lerwick')
      .where('event_date', '>=', day)
      .orderBy('event_date')
      .execute()
  await refreshOldDemand(ctx())
  const first = await days()
  expect(first.length).toBeGreaterThanOrEqual(251)
  expect(first.at(-1)).toMatchObject({ searches: 1, people: 1, refreshed_at: testNow })
  rig.at(new Date(testNow.getTime() + 60_000))
  await refreshOldDemand(ctx())
  expect(await days()).toEqual(first)
  rig.at(testNow)
})

test('a day has few artists left if most of at least ten artists are booked, with or without searches', async () => {
  for (let i = 0; i < 10; i++) {
    const artist = await createTestProvider(rig, { slug: `few-${i}`, costs: { makeup: 4_400 + 850 * i, updo: 9_000 } })
    if (i < 7) await createTestBusyTime(rig, artist, `${day}T11:00:00Z`, `${day}T12:00:00Z`)
  }
  // The cached answer is a minute old.
  rig.at(new Date(testNow.getTime() + 120_000))
  const near = await daysNear()
  const at = (date: string) => (Date.parse(date) - Date.parse(near.start)) / 86_400_000
  expect(near).toMatchObject({ artists: 10, asked: 10, start: '2026-11-21', few: [day], currency: 'GBP' })
  expect([near.free[at(day)], near.from[at(day)]]).toEqual([3, 106])
  expect([near.free[at('2027-08-15')], near.from[at('2027-08-15')]]).toEqual([10, 52])
  rig.at(testNow)
  await search(10)
  await refreshOldDemand(ctx())
  expect(await dayThere()).toMatchObject({ reaching: 10, bookedPercent: 70, withoutArtist: 0 })
})

test('the first day is tomorrow at the place, which may be two days after today in London', async () => {
  rig.at(new Date('2026-11-20T20:00:00Z'))
  const firstDay = async (near: string) => (await rig.call(`/v1/demand/days?near=${near}`)).body.data.start
  expect([await firstDay('151.2093,-33.8688'), await firstDay('-0.055,51.545')]).toEqual(['2026-11-22', '2026-11-21'])
  rig.at(testNow)
})

test('only operators can see demand, and a point outside all markets is refused', async () => {
  expect((await rig.call('/v1/operator/demand')).status).toBe(401)
  const days = async (query: string) => {
    const { status, body } = await rig.call(`/v1/demand/days?${query}`)
    return [status, body.code]
  }
  expect(await days('near=999,10')).toEqual([422, 'location_out_of_range'])
  expect((await days('near=here'))[0]).toBe(400)
  expect(await days('near=2.35,48.86')).toEqual([422, 'place_too_remote'])
  expect(await days('near=-0.05,51.54&categorySlug=plumbing')).toEqual([422, 'unknown_category'])
})

test('a freed time is announced to one customer at a time, first to the customer who has waited longest', async () => {
  const artist = await createTestProvider(rig, { slug: 'freed' })
  await createTestBusyTime(rig, artist, `${day}T11:00:00Z`, `${day}T12:00:00Z`)
  const [first, second] = await search(2)
  for (const who of ['first', 'second']) await confirmTestAddress(rig, `${who}@turn.example`, 'alert')
  const wait = ({ id, cookie }: { id: string; cookie: string }, email: string) =>
    rig.call(`/v1/quotes/${id}/alert`, { method: 'POST', body: { email }, cookie, address: '127.0.203.1' })
  await wait(first as never, 'first@turn.example')
  rig.at(new Date(testNow.getTime() + 60_000))
  await wait(second as never, 'second@turn.example')
  await rig.database.db.deleteFrom('busy').where('provider_id', '=', artist.id).execute()
  const told = async () =>
    (
      await rig.database.db
        .selectFrom('outbox')
        .select('address')
        .where('address', 'like', '%@turn.example')
        .orderBy('created_at')
        .execute()
    ).map(({ address }) => address)
  await notifyWaitingList(ctx(), async () => 'open')
  expect(await told()).toEqual(['first@turn.example'])
  rig.at(new Date(testNow.getTime() + 20 * 60_000))
  await notifyWaitingList(ctx(), async () => 'open')
  expect(await told()).toHaveLength(1)
  rig.at(new Date(testNow.getTime() + 32 * 60_000))
  await notifyWaitingList(ctx(), async () => 'open')
  expect(await told()).toEqual(['first@turn.example', 'second@turn.example'])
  await rig.database.db.deleteFrom('outbox').where('address', 'like', '%@turn.example').execute()
  rig.at(testNow)
})
