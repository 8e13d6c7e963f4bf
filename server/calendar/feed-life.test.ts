import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import type { CalendarReading } from '#server/gateways/calendars/calendars.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { findFeed } from './feeds.queries.ts'
import { readFeed, saveReading } from './read-feed.ts'
import { recheckFeeds, refreshFeeds } from './refresh-feeds.ts'

const DAY_MINUTES = 1440

let rig: TestRig
let artist: Awaited<ReturnType<typeof createTestProviderWithAccount>>
let call: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  artist = await createTestProviderWithAccount(rig, { slug: 'feed-life' })
  call = await createTestClient(rig, artist.accountId)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

/** Moves the clock to `minutes` after the start of the tests. */
function later(minutes: number) {
  rig.at(new Date(testNow.getTime() + minutes * 60_000))
  return createJobContext(rig, 'test')
}
beforeEach(() => rig.at(testNow))

/** Opens a calendar server with a replaceable answer. */
async function openServer() {
  const server = { reads: 0, url: '', answer: (() => {}) as RequestListener }
  const http = createServer((request, response) => {
    server.reads += 1
    server.answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => http.once('listening', done))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/${createTestKey()}.ics`
  return server
}
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, from: Date | string, minutes = 60, ...lines: string[]) => {
  const stamp = (at: Date) => `${at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
  const end = new Date(new Date(from).getTime() + minutes * 60_000)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${stamp(new Date(from))}`,
    `DTEND:${stamp(end)}`,
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
}
const answerWith =
  (text: string): RequestListener =>
  (_, response) =>
    response.end(text)
const answerStatus =
  (status: number, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end()

async function addFeed(url: string): Promise<string> {
  const added = await call('/v1/providers/me/feeds', 'POST', { url, name: 'Studio' })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const { id } = added.body.data.feed
  onTestFinished(() => void call(`/v1/providers/me/feeds/${id}`, 'DELETE'))
  return id
}
// biome-ignore lint/suspicious/noExplicitAny: the answer as it comes over the wire.
const shown = async (id: string): Promise<any> =>
  (await call('/v1/providers/me/feeds')).body.data.feeds.find((feed: { id: string }) => feed.id === id)
const busyOf = (id: string) =>
  rig.database.db.selectFrom('busy').select('during').where('feed_id', '=', id).orderBy('id').execute()
const mailsOf = async (id: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('fact', 'like', `feed.% ${id}%`)
      .where('channel', '=', 'mail')
      .orderBy('created_at')
      .execute()
  ).map(({ subject }) => subject)
const rowOf = async (id: string) => {
  const row = await findFeed(rig.database.db, artist.id, id)
  if (!row) throw new Error('the feed is missing')
  return row
}

test('a failed import of a feed shows its reason, and Retry-After delays every later one', async () => {
  const server = await openServer()
  server.answer = answerStatus(401)
  const refused = await call('/v1/providers/me/feeds', 'POST', { url: server.url, name: '' })
  expect(refused.body.errors).toEqual([{ path: 'url', message: expect.stringContaining('401') }])

  server.answer = answerWith(calendar(event('dentist', '2027-03-01T09:00:00Z')))
  const id = await addFeed(server.url)
  server.answer = answerStatus(503, { 'retry-after': `${25 * 60}` })
  await refreshFeeds(later(20))
  const failed = await shown(id)
  expect(failed).toMatchObject({
    error: expect.stringContaining('503'),
    failingSince: expect.any(String),
    warnings: [],
  })
  const waits = Date.parse(failed.nextReadAt) - rig.clock().getTime()
  expect(waits).toBeGreaterThan(24 * 60_000)
  expect(waits).toBeLessThanOrEqual(25 * 60_000)
  const { reads } = server
  await refreshFeeds(later(40))
  await recheckFeeds(later(30), artist.id)
  expect((await call(`/v1/providers/me/feeds/${id}/refresh`, 'POST', {})).body.data.feed).toMatchObject({
    nextReadAt: failed.nextReadAt,
  })
  await addFeedAgain(server.url)
  expect(server.reads).toBe(reads)
  server.answer = answerWith(calendar(event('dentist', '2027-03-01T09:00:00Z')))
  await refreshFeeds(later(46))
  expect(server.reads).toBe(reads + 1)
  expect(await shown(id)).toMatchObject({ error: '', failingSince: null, nextReadAt: null })
})
const addFeedAgain = (url: string) => call('/v1/providers/me/feeds', 'POST', { url, name: 'Studio' })

test('a feed that fails for 24 hours causes one email and shows a warning until it succeeds', async () => {
  const server = await openServer()
  server.answer = answerWith(calendar(event('dentist', '2027-03-01T09:00:00Z')))
  const id = await addFeed(server.url)
  server.answer = answerStatus(401)
  const read = async (minutes: number) => readFeed(later(minutes), await rowOf(id))
  await read(20)
  await read(20 + DAY_MINUTES - 1)
  expect(await mailsOf(id)).toEqual([])
  await read(20 + DAY_MINUTES)
  await read(21 + DAY_MINUTES)
  await read(20 + 2 * DAY_MINUTES)
  expect(await mailsOf(id)).toEqual(['We cannot read your calendar “Studio”'])
  expect(await shown(id)).toMatchObject({ warnings: ['failing'] })
  expect(await busyOf(id)).toHaveLength(1)
  server.answer = answerWith(calendar(event('dentist', '2027-03-01T09:00:00Z')))
  await call(`/v1/providers/me/feeds/${id}/refresh`, 'POST', {})
  expect(await shown(id)).toMatchObject({ warnings: [], failingSince: null })
})

test('a feed that suddenly has no events keeps its busy times until its owner confirms', async () => {
  const server = await openServer()
  const full = calendar(event('dentist', '2027-03-01T09:00:00Z'))
  server.answer = answerWith(full)
  const id = await addFeed(server.url)
  const refresh = () => call(`/v1/providers/me/feeds/${id}/refresh`, 'POST', {})
  const confirm = (as = call) => as(`/v1/providers/me/feeds/${id}/confirm-empty`, 'POST', {})
  expect((await confirm()).body.code).toBe('state_changed')

  server.answer = answerWith(calendar())
  for (let i = 0; i < 2; i++)
    expect((await refresh()).body.data.feed).toMatchObject({ warnings: ['empty'], events: 1, error: '' })
  expect(await busyOf(id)).toHaveLength(1)
  expect(await mailsOf(id)).toEqual(['Is your calendar “Studio” empty?'])

  server.answer = answerWith(full)
  expect((await refresh()).body.data.feed).toMatchObject({ warnings: [] })
  expect((await confirm()).body.code).toBe('state_changed')

  server.answer = answerWith(calendar())
  await refresh()
  const stranger = await createTestProviderWithAccount(rig, { slug: 'feed-stranger' })
  expect((await confirm(await createTestClient(rig, stranger.accountId))).body.code).toBe('not_found')
  expect((await confirm()).body.data.feed).toMatchObject({ warnings: [], events: 0 })
  expect(await busyOf(id)).toEqual([])
  expect((await refresh()).body.data.feed).toMatchObject({ warnings: [], events: 0, error: '' })
})

test('a first import without events is accepted', async () => {
  const server = await openServer()
  server.answer = answerWith(calendar())
  expect(await shown(await addFeed(server.url))).toMatchObject({ events: 0, warnings: [], error: '' })
})

test('a calendar that answers 304 for months still gets the events that enter the horizon meanwhile', async () => {
  const server = await openServer()
  const text = calendar(event('weekly', '2026-11-23T09:00:00Z', 60, 'RRULE:FREQ=WEEKLY'))
  server.answer = (request, response) =>
    request.headers['if-none-match'] === '"1"'
      ? response.writeHead(304).end()
      : response.writeHead(200, { etag: '"1"' }).end(text)
  const id = await addFeed(server.url)
  const last = async () => `${(await busyOf(id)).at(-1)?.during}`.slice(2, 12)
  expect(await last()).toBe('2028-11-13')
  const month = 30 * DAY_MINUTES
  for (const minutes of [60, month, month + 60, 6 * month]) await readFeed(later(minutes), await rowOf(id))
  expect(await last()).toBe('2029-05-14')
  const { reads } = server
  const before = (await rowOf(id)).read_at
  await readFeed(later(6 * month + 60), await rowOf(id))
  expect([server.reads, (await rowOf(id)).read_at]).toEqual([reads + 1, before])
})

const reading = (more: Partial<CalendarReading>): CalendarReading => ({
  times: [],
  events: 1,
  ownEvents: [],
  skipped: [],
  assumedZones: [],
  completeUntil: null,
  etag: null,
  ...more,
})
const save = async (id: string, more: Partial<CalendarReading>) => {
  const row = await rowOf(id)
  return later(0).transaction((tx) => saveReading(tx, row, { id: artist.id, tz: 'Europe/London' }, reading(more)))
}

test('the artist sees skipped events and unknown time zones', async () => {
  const server = await openServer()
  server.answer = answerWith(calendar())
  const id = await addFeed(server.url)
  const skipped = [{ title: 'Fitting', date: '2027-02-03', reason: 'start' as const }]
  await save(id, { skipped, assumedZones: ['Customised Zone'] })
  expect(await shown(id)).toMatchObject({ skipped, assumedZones: ['Customised Zone'] })
})

test('Instant Book is off on days for which a calendar was not imported', async () => {
  const server = await openServer()
  server.answer = answerWith(calendar())
  const id = await addFeed(server.url)
  const visitor = await createTestVisitor(rig)
  const status = async () => {
    const { offers, profiles } = (await visitor.call(`/v1/quotes/${visitor.id}`)).body.data
    const cards = [...offers.mobile.map(({ provider }: { provider: unknown }) => provider), ...profiles.mobile]
    const card = cards.find(({ slug }) => slug === 'feed-life')
    return [card.status, card.instant]
  }
  const locked = await visitor.quote('feed-life')
  const hold = () =>
    visitor.call('/v1/holds', 'POST', {
      quoteId: visitor.id,
      profileId: 'feed-life',
      type: 'mobile',
      hash: locked.hash,
    })
  expect(await status()).toEqual(['offered', true])
  await save(id, { completeUntil: Date.parse('2027-06-13T03:59:00Z') })
  expect(await status()).toEqual([null, false])
  expect((await hold()).body.code).toBe('not_instant')
  expect(await shown(id)).toMatchObject({ warnings: ['incomplete'], completeUntil: '2027-06-13T03:59:00.000Z' })
  await save(id, { completeUntil: Date.parse('2027-06-13T03:59:00Z') })
  expect(await mailsOf(id)).toEqual(['We can read only part of “Studio”'])
  // The event day ends at 5 AM the next morning in London.
  await save(id, { completeUntil: Date.parse('2027-06-13T04:00:00Z') })
  expect(await status()).toEqual(['offered', true])
  expect((await hold()).status).toBe(200)
  await save(id, { completeUntil: Date.parse('2027-01-01T00:00:00Z') })
  expect(await status()).not.toEqual(['offered', true])
  await call(`/v1/providers/me/feeds/${id}`, 'DELETE')
  const { instant_until } = await rig.database.db
    .selectFrom('provider')
    .select('instant_until')
    .where('id', '=', artist.id)
    .executeTakeFirstOrThrow()
  expect(instant_until).toBeNull()
})

test('a booking imported from its own artist’s calendar does not block its move; the same event in another artist’s calendar does', async () => {
  const server = await openServer()
  server.answer = answerWith(calendar())
  const id = await addFeed(server.url)
  await rig.database.db
    .updateTable('hold')
    .set({ state: 'lapsed', ended_at: testNow })
    .where('provider_id', '=', artist.id)
    .where('state', '=', 'held')
    .execute()
  const booked = await (await createTestVisitor(rig, { eventDate: '2027-06-19' })).book('feed-life')
  const minutes = (Date.parse(booked.endsAt) - Date.parse(booked.startsAt)) / 60_000
  const comesBackAs = async (uid: string) => {
    server.answer = answerWith(calendar(event(uid, booked.startsAt, minutes)))
    await readFeed(later(0), await rowOf(id))
    return (await busyOf(id)).length
  }
  for (const uid of [
    `${booked.id}@primp`,
    `${booked.id.toUpperCase()}@PRIMP`,
    `${booked.id}_R20270619T100000@primp`,
    `${booked.id}@primp_R20270619T100000Z`,
  ])
    expect([uid, await comesBackAs(uid)]).toEqual([uid, 0])
  const moved = await call(`/v1/providers/appointments/${booked.id}`, 'PATCH', {
    act: 'proposeMove',
    to: { eventDate: '2027-06-19', finishTime: '14:30' },
  })
  expect(moved.status, JSON.stringify(moved.body)).toBe(200)

  const other = await createTestProviderWithAccount(rig, { slug: 'feed-other' })
  const elsewhere = await (await createTestVisitor(rig, { eventDate: '2027-06-20' })).book('feed-other')
  expect(other.id).not.toBe(artist.id)
  const busyIdOf = async (ref: string) =>
    (await rig.database.db.selectFrom('busy').select('id').where('ref', '=', ref).executeTakeFirstOrThrow()).id
  const { clientId } = (await call('/v1/providers/me/own-clients', 'POST', { name: 'Priyanka' })).body.data
  const { rows } = await sql<{ id: string }>`
    insert into own_appointment (provider_id, client_id, event_date, tz, starts_at, ends_at, services, currency, created_at, changed_at)
    values (${artist.id}, ${clientId}, '2027-07-01', 'Europe/London', '2027-07-01T09:00Z', '2027-07-01T10:00Z', 'Makeup', 'GBP', now(), now())
    returning id`.execute(rig.database.db)
  // Other calendars still show a deleted entry, such as an expired hold, for hours.
  for (const uid of [`busy-${await busyIdOf(booked.id)}@primp`, 'busy-2000000000@primp', `OWN-${rows[0]?.id}@primp`])
    expect([uid, await comesBackAs(uid)]).toEqual([uid, 0])
  for (const uid of [
    `busy-${await busyIdOf(elsewhere.id)}@primp`,
    `${elsewhere.id}@primp`,
    'someone@primp',
    `${crypto.randomUUID()}@primp`,
  ])
    expect([uid, await comesBackAs(uid)]).toEqual([uid, 1])
})

test('an import replaces only the times that changed, and may exceed the parameter limit of one statement', async () => {
  const server = await openServer()
  server.answer = answerWith(calendar(event('a', '2027-03-01T09:00:00Z'), event('b', '2027-03-02T09:00:00Z')))
  const id = await addFeed(server.url)
  const ids = async () =>
    (await rig.database.db.selectFrom('busy').select('id').where('feed_id', '=', id).orderBy('during').execute()).map(
      (row) => row.id,
    )
  const before = await ids()
  server.answer = answerWith(calendar(event('a', '2027-03-01T09:00:00Z'), event('b', '2027-03-02T10:00:00Z')))
  await readFeed(later(DAY_MINUTES), await rowOf(id))
  const after = await ids()
  expect([after.length, after[0]]).toEqual([2, before[0]])
  expect(after[1]).not.toBe(before[1])

  const start = Date.parse('2027-01-01T00:00:00Z')
  const times = Array.from({ length: 14_000 }, (_, i) => ({
    from: start + i * 3_600_000,
    to: start + i * 3_600_000 + 60_000,
  }))
  const reading: CalendarReading = {
    times,
    events: times.length,
    ownEvents: [],
    skipped: [],
    assumedZones: [],
    completeUntil: null,
    etag: null,
  }
  const row = await rowOf(id)
  const provider = { id: artist.id, tz: 'Europe/London' }
  await createJobContext(rig, 'test').transaction((tx) => saveReading(tx, row, provider, reading))
  expect((await ids()).length).toBe(14_000)
})
