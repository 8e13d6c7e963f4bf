import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { numberEvents } from '#server/platform/live/announce.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  finishTime: '13:30',
  services: ['makeup'],
  location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
}

/** Reads server-sent events until one has that name, or a second has passed. */
async function until(name: string, stream: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = stream.getReader()
  const late = setTimeout(() => reader.cancel(), 1_500)
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    text += new TextDecoder().decode(value)
    if (text.includes(`event: ${name}\n`)) {
      clearTimeout(late)
      await reader.cancel()
      return true
    }
  }
  return false
}

const saved = async (): Promise<string> =>
  (await rig.call('/v1/quotes/', { method: 'POST', body: search })).body.data.search.id
const open = async (id?: string, seen = '') => {
  const path = `/v1/quotes/${id ?? (await saved())}/live${seen && `?${new URLSearchParams({ seen })}`}`
  const response = await rig.api.request(path, {}, { address: '127.0.0.1' })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  return response.body as ReadableStream<Uint8Array>
}

const book = (city: string) =>
  sql`
  insert into busy (provider_id, kind, during, event_date)
  select id, 'appointment', tstzrange('2027-06-09 02:00Z', '2027-06-09 03:00Z'), '2027-06-09' from provider where city = ${city} and state = 'approved'
    and not exists (select from busy b where b.provider_id = provider.id and b.during && tstzrange('2027-06-09 02:00Z', '2027-06-09 03:00Z')) limit 1
  returning id`.execute(rig.database.db)

test('a booking near the search is announced within a second, and so is its end', async () => {
  const heard = until('changed', await open())
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { rows } = await book('London')
  expect(await heard).toBe(true)
  const freed = until('changed', await open())
  await new Promise((resolve) => setTimeout(resolve, 50))
  await sql`delete from busy where id = ${(rows[0] as { id: number }).id}`.execute(rig.database.db)
  expect(await freed).toBe(true)
})

test('changes between the loading of a page and the opening of its stream are announced on opening', async () => {
  // The first stream of a process does not know earlier changes.
  expect(await until('changed', await open(await saved(), rig.clock().toISOString()))).toBe(true)
  rig.at(new Date(testNow.getTime() + 60_000))
  const id = await saved()
  const { computedAt } = (await rig.call(`/v1/quotes/${id}`)).body.data.quote
  rig.at(new Date(testNow.getTime() + 63_000))
  const { rows } = await book('London')
  await numberEvents(rig.database)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await until('changed', await open(id, computedAt))).toBe(true)
  await sql`delete from busy where id = ${(rows[0] as { id: number }).id}`.execute(rig.database.db)
  await numberEvents(rig.database)
  await new Promise((resolve) => setTimeout(resolve, 100))
  rig.at(new Date(testNow.getTime() + 70_000))
  const after = (await rig.call(`/v1/quotes/${id}`)).body.data.quote.computedAt
  expect(await until('changed', await open(id, after))).toBe(false)
  rig.at(testNow)
})

test('changes in another city are not announced', async () => {
  const stream = await open()
  const heard = until('changed', stream)
  const { rows } = await book('Sydney')
  expect(await heard).toBe(false)
  await sql`delete from busy where id = ${(rows[0] as { id: number }).id}`.execute(rig.database.db)
})

test('an unknown search has no stream', async () => {
  expect((await rig.call('/v1/quotes/abcdefghijklmn/live')).status).toBe(404)
  expect((await rig.call('/v1/quotes/x/live')).status).toBe(404)
})
