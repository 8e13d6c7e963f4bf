import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { calendar, events, eventOf: (id: string) => events.find(({ uid }) => uid === `${id}@primp`) }
}
const instantOf = (time: ICAL.Time | undefined) => time?.toJSDate().toISOString()

async function withBooking(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book(slug)
  const theirs = await createTestClient(rig, artist.accountId)
  const { address } = (await theirs('/v1/calendar-address', 'POST', { side: 'provider' })).body.data
  const asked = (tag?: string) => rig.call(new URL(address).pathname, tag ? { headers: { 'if-none-match': tag } } : {})
  return { leila, booked, theirs, asked }
}

test('a published feed has local times, the full time zone and alarms', async () => {
  const { booked, theirs, asked } = await withBooking('followed')
  await theirs('/v1/providers/bookedoutdates', 'POST', {
    eventDate: '2027-06-20',
    startTime: '09:00',
    finishTime: '11:00',
  })
  const { calendar, events, eventOf } = read((await asked()).body)
  expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H')
  expect(calendar.getFirstPropertyValue('x-published-ttl')?.toString()).toBe('PT1H')
  expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('Europe/London')
  expect(calendar.getFirstPropertyValue('method')).toBeNull()
  expect(calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid'))).toEqual([
    'Europe/London',
  ])
  expect(events).toHaveLength(2)
  for (const { startDate, endDate } of events)
    expect([startDate.zone?.tzid, endDate.zone?.tzid]).toEqual(['Europe/London', 'Europe/London'])

  const job = eventOf(booked.id)
  expect([instantOf(job?.startDate), instantOf(job?.endDate)]).toEqual([
    new Date(booked.startsAt).toISOString(),
    new Date(booked.endsAt).toISOString(),
  ])
  const alarms = job?.component.getAllSubcomponents('valarm') ?? []
  expect(
    alarms.map((alarm) => [alarm.getFirstPropertyValue('action'), alarm.getFirstPropertyValue('trigger')?.toString()]),
  ).toEqual([
    ['DISPLAY', '-P1D'],
    ['DISPLAY', '-PT2H'],
  ])
  const stamp = job?.component.getFirstPropertyValue('dtstamp') as ICAL.Time
  expect([stamp.zone?.tzid, instantOf(stamp)]).toEqual(['UTC', testNow.toISOString()])
})

test('an unchanged feed has identical bytes, and a conditional request gets 304', async () => {
  const { leila, booked, asked } = await withBooking('unchanged')
  const first = await asked()
  const tag = first.headers.get('etag') as string
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  rig.at(new Date(testNow.getTime() + 5 * 3_600_000))
  expect((await asked()).body).toBe(first.body)
  for (const known of [tag, `"other", W/${tag}`, '*']) {
    const again = await asked(known)
    expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, tag, ''])
  }
  expect((await asked('"other"')).status).toBe(200)

  await leila.call(`/v1/bookings/${booked.id}`, 'PATCH', { day: { address: '2 Church Lane' } })
  const changed = await asked(tag)
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  const [before, after] = [first, changed].map(({ body }) => read(body).eventOf(booked.id))
  expect(after?.sequence).toBeGreaterThan(before?.sequence as number)
  expect(after?.location).toContain('2 Church Lane')
  expect(instantOf(after?.component.getFirstPropertyValue('dtstamp') as ICAL.Time)).toBe(
    new Date(testNow.getTime() + 5 * 3_600_000).toISOString(),
  )
})

test('a cancelled event is marked as cancelled and has no alarm', async () => {
  const { leila, booked, asked } = await withBooking('called-off')
  const { refund } = (await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment
  expect((await leila.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
  const job = read((await asked()).body).eventOf(booked.id)
  expect(job?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(job?.component.getAllSubcomponents('valarm')).toEqual([])
})

test('a feed has all future events, however many past ones there are', async () => {
  const { asked, theirs, booked } = await withBooking('busy-for-years')
  const { clientId: id } = (await theirs('/v1/providers/me/own-clients', 'POST', { name: 'Priyanka' })).body.data
  await theirs('/v1/providers/bookedoutdates', 'POST', {
    eventDate: '2027-06-20',
    startTime: '09:00',
    finishTime: '11:00',
  })
  const from = new Date(testNow.getTime() - 60 * 86_400_000).toISOString()
  await sql`
    insert into own_appointment (provider_id, client_id, event_date, tz, starts_at, ends_at, services, currency, created_at, changed_at)
    select c.provider_id, c.id, (t.at)::date, 'Europe/London', t.at, t.at + interval '30 minutes', 'Past', 'GBP', now(), now()
    from own_client c cross join (select ${from}::timestamptz + n * interval '1 hour' as at from generate_series(1, 1030) n) t where c.id = ${id}
    union all select c.provider_id, c.id, '2027-06-22', 'Europe/London', '2027-06-22T09:00Z', '2027-06-22T10:00Z', 'Ahead', 'GBP', now(), now()
    from own_client c where c.id = ${id}`.execute(rig.database.db)
  await sql`
    insert into busy (provider_id, provider_no, kind, during, event_date, cell)
    select b.provider_id, b.provider_no, 'booked_out', tstzrange(t.at, t.at + interval '30 minutes'), t.at::date, b.cell
    from busy b cross join (select ${from}::timestamptz - n * interval '1 hour' as at from generate_series(1, 1030) n) t
    where b.kind = 'booked_out' and b.event_date = '2027-06-20' and b.provider_id = (select provider_id from own_client where id = ${id})`.execute(
    rig.database.db,
  )
  const { events, eventOf } = read((await asked()).body)
  expect(eventOf(booked.id)).toBeTruthy()
  // One booking, and for both other kinds one future and 1,030 past entries.
  expect(events).toHaveLength(1 + 2 * 1_031)
  const ahead = events.filter(({ startDate }) => startDate.toJSDate() > testNow)
  expect(ahead).toHaveLength(3)
})
