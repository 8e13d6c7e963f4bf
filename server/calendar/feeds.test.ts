import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { createTestClient, createTestKey } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { readFeed } from './read-feed.ts'
import { HOLD_WAIT_MS, recheckFeeds, refreshFeeds } from './refresh-feeds.ts'

const WAIT_MS = 100

let rig: TestRig
let artist: Awaited<ReturnType<typeof createTestProviderWithAccount>>
let call: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  artist = await createTestProviderWithAccount(rig, { slug: 'feeds-artist' } as never)
  call = await createTestClient(rig, artist.accountId)
})
afterAll(() => clearTestTown(rig))

const ctx = () => createJobContext(rig, 'test')

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${createTestKey()}.ics`
}

async function insertFeed(url: string, name = 'Studio'): Promise<string> {
  const { id } = await rig.database.db
    .insertInto('calendar_feed')
    .values({ provider_id: artist.id, url, name, created_at: rig.clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  onTestFinished(async () => {
    await rig.database.db.deleteFrom('calendar_feed').where('id', '=', id).execute()
  })
  return id
}
const feedRow = (id: string) =>
  rig.database.db.selectFrom('calendar_feed').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const feedMails = (id: string) =>
  rig.database.db
    .selectFrom('outbox')
    .select('kind')
    .where('fact', 'like', `feed.% ${id}%`)
    .where('channel', '=', 'mail')
    .execute()

test('a booking waits at most two seconds for slow feeds, however many there are', async () => {
  let answer: (() => void) | undefined
  const url = await serve((_, response) => {
    answer = () => response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
  })
  const id = await insertFeed(url)
  const silent = await serve(() => {})
  await insertFeed(silent)
  const started = performance.now()
  await Promise.all([recheckFeeds(ctx(), artist.id), recheckFeeds(ctx(), artist.id)])
  const waited = performance.now() - started
  expect(waited).toBeGreaterThan(HOLD_WAIT_MS - 100)
  expect(waited).toBeLessThan(HOLD_WAIT_MS + 1_000)
  expect((await feedRow(id)).checked_at).toBeNull()
  answer?.()
  await vi.waitFor(async () => expect((await feedRow(id)).checked_at).not.toBeNull(), 5_000)
})

test('a feed that responds immediately does not delay a booking', async () => {
  const url = await serve((_, response) => response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'))
  const id = await insertFeed(url)
  const started = performance.now()
  await recheckFeeds(ctx(), artist.id)
  expect(performance.now() - started).toBeLessThan(HOLD_WAIT_MS - 500)
  expect((await feedRow(id)).checked_at).not.toBeNull()
})

/** Opens a calendar server that can stop answering, and counts its requests. */
async function openElsewhere() {
  const elsewhere = { silent: true, reads: 0, url: '' }
  elsewhere.url = await serve((_, response) => {
    elsewhere.reads += 1
    if (!elsewhere.silent) response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
  })
  return elsewhere
}
const later = (minutes: number) => ({ ...ctx(), now: new Date(rig.clock().getTime() + minutes * 60_000) })

test('the third timeout in a row pauses a feed without an email; a manual update ends the pause', async () => {
  const elsewhere = await openElsewhere()
  const id = await insertFeed(elsewhere.url)
  for (const minutes of [0, 20]) await refreshFeeds(later(minutes), WAIT_MS)
  expect(await feedRow(id)).toMatchObject({ timeouts: 2, paused_at: null })
  await refreshFeeds(later(40), WAIT_MS)
  expect(await feedRow(id)).toMatchObject({ timeouts: 3, paused_at: expect.any(Date) })
  expect(await feedMails(id)).toEqual([])

  await refreshFeeds(later(60), WAIT_MS)
  await recheckFeeds(later(60), artist.id)
  expect(elsewhere.reads).toBe(3)
  const { feeds } = (await call('/v1/providers/me/feeds')).body.data
  expect(feeds.find((feed: { id: string }) => feed.id === id)).toMatchObject({
    error: 'It took too long to read three times in a row. We will try again every six hours.',
    warnings: ['failing'],
  })

  await refreshFeeds(later(40 + 6 * 60 + 1), WAIT_MS)
  expect(elsewhere.reads).toBe(4)
  elsewhere.silent = false
  expect((await call(`/v1/providers/me/feeds/${id}/refresh`, 'POST', {})).status).toBe(200)
  expect(await feedRow(id)).toMatchObject({ timeouts: 0, paused_at: null, error: '' })
})

test('bookings that wait for a slow feed do not count towards its pause', async () => {
  const elsewhere = await openElsewhere()
  const id = await insertFeed(elsewhere.url)
  for (let i = 0; i < 4; i++) await readFeed(later(i * 2), await feedRow(id), WAIT_MS)
  expect(await feedRow(id)).toMatchObject({ timeouts: 0, paused_at: null, error: expect.stringMatching(/time|long/) })
})

test('an outage in which most feeds time out pauses none of them', async () => {
  const elsewhere = await openElsewhere()
  const ids = []
  for (let i = 0; i < 5; i++) ids.push(await insertFeed(`${elsewhere.url}?n=${i}`))
  for (const minutes of [0, 20, 40]) await refreshFeeds(later(minutes), WAIT_MS)
  for (const id of ids) expect(await feedRow(id)).toMatchObject({ timeouts: 0, paused_at: null })
})

test('timeouts that are not in a row do not pause a feed', async () => {
  const elsewhere = await openElsewhere()
  const id = await insertFeed(elsewhere.url)
  for (const [i, silent] of [true, true, false, true].entries()) {
    elsewhere.silent = silent
    await refreshFeeds(later(i * 20), WAIT_MS)
  }
  expect(await feedRow(id)).toMatchObject({ timeouts: 1, paused_at: null })
})
