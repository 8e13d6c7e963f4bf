import { confirmedAddress } from '#server/notifications/confirming/confirmed-address.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nobody, openContext } from '#server/platform/context.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { refreshChangedDemand, refreshOldDemand } from './refresh-demand.ts'
import { abandon, insertBusy, lerwick, partyIn, settle } from '#server/search/matching/small-town.ts'
import { tellFreed } from '#server/search/alerts/tell-freed.ts'

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
  await abandon(rig)
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
      body: partyIn(lerwick, { eventDate: day }),
      address: `127.0.202.${(made.length % 250) + 1}`,
    })
    made.push(body.data.search.id)
    all.push({ id: body.data.search.id as string, cookie: cookie as string })
  }
  return all
}
const areas = async () =>
  (await rig.call('/v1/operator/demand', { bearer: operator })).body.data.areas.filter(
    (area: { place: string }) => area.place === 'Lerwick',
  )
// Other files of this worker search here too, on days of their own.
const dayThere = async () =>
  (await areas())
    .flatMap((area: { days: { eventDate: string }[] }) => area.days)
    .find((each: { eventDate: string }) => each.eventDate === day)
const few = async () => (await rig.call(`/v1/demand/few-left?near=${lerwick.coordinates.join()}`)).body.data.days

test('demand is shown from ten people on, with the searches that found nobody', async () => {
  await search(9)
  await refreshChangedDemand(ctx())
  expect(await dayThere()).toBeUndefined()
  await search(1)
  rig.at(new Date(testNow.getTime() + 60_000))
  await rig.database.db.updateTable('search').set({ created_at: new Date() }).where('id', 'in', made).execute()
  await refreshChangedDemand(ctx())
  expect(await dayThere()).toMatchObject({ people: 10, searches: 10, bookedPercent: null, withoutArtist: 10 })
  expect(await few()).not.toContain(day)
  rig.at(testNow)
})

test('a day has few artists left where most of at least ten are booked', async () => {
  for (let i = 0; i < 10; i++) {
    const artist = await settle(rig, { slug: `few-${i}` })
    if (i < 7) await insertBusy(rig, artist, `${day}T11:00:00Z`, `${day}T12:00:00Z`)
  }
  await search(10)
  await refreshOldDemand(ctx())
  expect(await few()).toContain(day)
  expect(await dayThere()).toMatchObject({ reaching: 10, bookedPercent: 70, withoutArtist: 0 })
})

test('is for operators alone, and a point that is none is not found', async () => {
  expect((await rig.call('/v1/operator/demand')).status).toBe(401)
  expect((await rig.call('/v1/demand/few-left?near=999,10')).status).toBe(404)
  expect((await rig.call('/v1/demand/few-left?near=here')).status).toBe(400)
})

test('a freed time is told to one person at a time, the longest waiting first', async () => {
  const artist = await settle(rig, { slug: 'freed' })
  await insertBusy(rig, artist, `${day}T11:00:00Z`, `${day}T12:00:00Z`)
  const [first, second] = await search(2)
  for (const who of ['first', 'second']) await confirmedAddress(rig, `${who}@turn.example`, 'alert')
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
  await tellFreed(ctx(), async () => 'open')
  expect(await told()).toEqual(['first@turn.example'])
  rig.at(new Date(testNow.getTime() + 20 * 60_000))
  await tellFreed(ctx(), async () => 'open')
  expect(await told()).toHaveLength(1)
  rig.at(new Date(testNow.getTime() + 32 * 60_000))
  await tellFreed(ctx(), async () => 'open')
  expect(await told()).toEqual(['first@turn.example', 'second@turn.example'])
  await rig.database.db.deleteFrom('outbox').where('address', 'like', '%@turn.example').execute()
  rig.at(testNow)
})
