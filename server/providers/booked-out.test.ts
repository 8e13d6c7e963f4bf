import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getEventDay } from '#server/platform/event-day.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { mergeSpan, parseDaySpan } from './booked-out.ts'

let rig: TestRig
let mia: string
let ana: string
let own: { id: string; no: number; tz: string }

const path = '/v1/providers/bookedoutdates'
const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: '127.0.62.1',
    })
  ).body.data.token as string
const call = (method: string, more = '', body?: unknown, bearer: string = mia) =>
  rig.call(`${path}${more}`, { method, body, bearer })

// Days that the sample market leaves free in this diary.
const saturday = '2027-06-12'
const clocksBack = '2027-10-30'
const clocksOn = '2027-03-27'
const days = [saturday, '2027-06-13', '2027-06-11', clocksBack, clocksOn]

beforeAll(async () => {
  rig = await openRig()
  mia = await signIn('mia@primp.test')
  ana = await signIn('ana@primp.test')
  own = await rig.database.db
    .selectFrom('provider')
    .select(['id', 'no', 'tz'])
    .where('slug', '=', 'mia-hollis')
    .executeTakeFirstOrThrow()
})
type Kept = {
  provider_id: string
  provider_no: number
  cell: number
  kind: string
  during: string
  event_date: string
  whole_day: boolean
}
let kept: Kept[] = []
beforeAll(async () => {
  kept = await rig.database.db
    .selectFrom('busy')
    .select(['provider_id', 'provider_no', 'cell', 'kind', 'during', 'event_date', 'whole_day'])
    .where('provider_id', '=', own.id)
    .where('event_date', 'in', days)
    .execute()
})
const clear = () =>
  rig.database.db.deleteFrom('busy').where('provider_id', '=', own.id).where('event_date', 'in', days).execute()
beforeEach(() => clear() as unknown as Promise<void>)
afterAll(async () => {
  await clear()
  if (kept.length) await rig.database.db.insertInto('busy').values(kept).execute()
})

const job = (from: string, to: string, eventDate = saturday) =>
  rig.database.db
    .insertInto('busy')
    .values({ provider_id: own.id, kind: 'appointment', during: `[${from},${to})`, event_date: eventDate })
    .execute()
const list = async () =>
  (await call('GET')).body.data.dates.filter((d: { eventDate: string }) => days.includes(d.eventDate))

async function reason(more: Record<string, unknown>): Promise<string | undefined> {
  const made = await rig.call('/v1/quotes/', {
    method: 'POST',
    address: '127.0.62.2',
    body: {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      services: ['makeup'],
      eventDate: saturday,
      location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
      ...more,
    },
  })
  const { body } = await rig.call(`/v1/quotes/${made.body.data.search.id}/@/mia-hollis?type=mobile`, {
    cookie: made.cookie,
  })
  return body.data.card.reason
}

describe('Whole blocked days', () => {
  test('a blocked day lasts until 5 AM the next morning, also when the clocks change', async () => {
    const spans = await Promise.all(
      [saturday, clocksBack, clocksOn].map(async (day) => (await call('PUT', `/fullday/${day}`)).body.data.date),
    )
    expect(spans[0]).toMatchObject({
      eventDate: saturday,
      whole: true,
      from: `${saturday}T05:00:00+01:00`,
      to: '2027-06-13T05:00:00+01:00',
      startTime: null,
      finishTime: null,
    })
    expect(spans[1]).toMatchObject({ from: '2027-10-30T05:00:00+01:00', to: '2027-10-31T05:00:00+00:00' })
    expect(spans[2]).toMatchObject({ from: '2027-03-27T05:00:00+00:00', to: '2027-03-28T05:00:00+01:00' })
    const hours = spans.map((d) => (Date.parse(d.to) - Date.parse(d.from)) / 3_600_000)
    expect(hours).toEqual([24, 25, 23])
  })

  test('a blocked day applies to the next search, and so does unblocking it', async () => {
    expect(await reason({ finishTime: '13:30' })).toBe('fits')
    await call('PUT', `/fullday/${saturday}`)
    expect(await reason({ finishTime: '13:30' })).toBe('booked')
    expect(await reason({ finishTime: '13:30', eventDate: '2027-06-13' })).toBe('fits')
    expect((await call('DELETE', `/fullday/${saturday}`)).status).toBe(200)
    expect(await reason({ finishTime: '13:30' })).toBe('fits')
  })

  test('blocking a day leaves its jobs unchanged and lists them, and replaces blocked parts', async () => {
    await job('2027-06-12T08:00:00Z', '2027-06-12T10:00:00Z')
    await call('POST', '', { eventDate: saturday, startTime: '14:00', finishTime: '16:00' })
    const { body } = await call('PUT', `/fullday/${saturday}`)
    expect(body.data.standing).toEqual([
      { from: '2027-06-12T09:00:00+01:00', to: '2027-06-12T11:00:00+01:00', startTime: '09:00', finishTime: '11:00' },
    ])
    expect(await list()).toHaveLength(1)
    expect((await call('PUT', `/fullday/${saturday}`)).body.data.date.id).toBe(body.data.date.id)
    await call('DELETE', `/fullday/${saturday}`)
    expect(await list()).toEqual([])
    expect(
      await rig.database.db
        .selectFrom('busy')
        .select('kind')
        .where('provider_id', '=', own.id)
        .where('event_date', '=', saturday)
        .execute(),
    ).toEqual([{ kind: 'appointment' }])
  })

  test('a date without times means the whole day', async () => {
    expect((await call('POST', '', { eventDate: saturday })).body.data.date).toMatchObject({ whole: true })
    expect(
      (await call('POST', '', { eventDate: '2027-06-13', startTime: '05:00', finishTime: '05:00' })).body.data.date,
    ).toMatchObject({ whole: true })
  })
})

describe('Blocked parts of a day', () => {
  test('a blocked part covers only its hours; hours before 5 AM belong to the night after the day', async () => {
    await call('POST', '', { eventDate: saturday, startTime: '12:00', finishTime: '15:00' })
    expect(await reason({ finishTime: '13:30' })).toBe('booked')
    expect(await reason({ finishTime: '10:00' })).toBe('fits')
    const { body } = await call('POST', '', { eventDate: saturday, startTime: '23:30', finishTime: '02:00' })
    expect(body.data.date).toMatchObject({
      whole: false,
      from: '2027-06-12T23:30:00+01:00',
      to: '2027-06-13T02:00:00+01:00',
      startTime: '23:30',
      finishTime: '02:00',
    })
    expect((await call('DELETE', `/${body.data.date.id}`)).status).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  test('overlapping parts are merged', async () => {
    for (const [startTime, finishTime] of [
      ['08:00', '10:00'],
      ['12:00', '14:00'],
      ['18:00', '19:00'],
      ['10:00', '13:00'],
    ])
      await call('POST', '', { eventDate: saturday, startTime, finishTime })
    expect((await list()).map((d: { startTime: string; finishTime: string }) => [d.startTime, d.finishTime])).toEqual([
      ['08:00', '14:00'],
      ['18:00', '19:00'],
    ])
  })

  test('blocking a part of a day that is already booked is refused', async () => {
    await job('2027-06-12T08:00:00Z', '2027-06-12T10:00:00Z')
    const { status, body } = await call('POST', '', { eventDate: saturday, startTime: '10:30', finishTime: '12:00' })
    expect([status, body.code]).toEqual([409, 'day_has_bookings'])
    expect((await call('POST', '', { eventDate: saturday, startTime: '11:00', finishTime: '12:00' })).status).toBe(200)
  })

  test('a blocked part is moved and resized; a refused time changes nothing', async () => {
    await job('2027-06-12T16:00:00Z', '2027-06-12T17:00:00Z')
    const { id } = (await call('POST', '', { eventDate: saturday, startTime: '10:00', finishTime: '12:00' })).body.data
      .date
    const move = (times: object, of = id) => call('PATCH', `/${of}`, { eventDate: saturday, ...times })
    const times = async () =>
      (await list()).map((out: { startTime: string; finishTime: string }) => [out.startTime, out.finishTime])
    const refused = await move({ startTime: '16:00', finishTime: '19:00' })
    expect([refused.status, refused.body.code]).toEqual([409, 'day_has_bookings'])
    expect((await move({ startTime: '12:00', finishTime: '11:00' })).body.code).toBe('times_in_order')
    expect(await times()).toEqual([['10:00', '12:00']])
    const moved = await move({ startTime: '13:15', finishTime: '16:45' })
    expect(moved.body.data.date).toMatchObject({ startTime: '13:15', finishTime: '16:45', whole: false })
    expect(await times()).toEqual([['13:15', '16:45']])
    expect((await move({ startTime: '08:00', finishTime: '09:00' })).status).toBe(404)
    expect(
      (
        await call(
          'PATCH',
          `/${moved.body.data.date.id}`,
          { eventDate: saturday, startTime: '08:00', finishTime: '09:00' },
          ana,
        )
      ).status,
    ).toBe(403)
  })

  test('a part must end after it starts, on a future day within two years', async () => {
    expect(
      (await call('POST', '', { eventDate: saturday, startTime: '14:00', finishTime: '12:00' })).body,
    ).toMatchObject({ code: 'times_in_order', errors: [{ path: 'finishTime' }] })
    expect((await call('POST', '', { eventDate: '2026-11-19' })).body.code).toBe('date_past')
    expect((await call('PUT', '/fullday/2029-01-01')).body.code).toBe('date_too_far')
    expect((await call('PUT', '/fullday/2027-02-30')).body.code).toBe('invalid_input')
    expect((await call('DELETE', '/2147483647')).body.code).toBe('not_found')
  })
})

describe('Rules of blocked times', () => {
  const minute = fc.integer({ min: 300, max: 1739 })
  const said = (m: number) =>
    `${String(Math.floor((m % 1440) / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
  test('a span equals the entered hours, by the clock of the event’s day', () => {
    fc.assert(
      fc.property(minute, minute, (a, b) => {
        fc.pre(a < b)
        expect(parseDaySpan(said(a), said(b))).toEqual({ from: a, to: b, whole: false })
        if (a > 300) expect(() => parseDaySpan(said(b), said(a))).toThrow()
      }),
    )
  })
  test('merged parts cover the originals and touch no other part', () => {
    const part = fc
      .tuple(minute, minute)
      .filter(([a, b]) => a < b)
      .map(([from, to]) => ({ from, to }))
    fc.assert(
      fc.property(part, fc.array(part, { maxLength: 6 }), (asked, others) => {
        const rows = others.map((o, id) => ({ ...o, id }))
        const { from, to, swallowed } = mergeSpan(asked, rows)
        for (const row of rows) {
          if (swallowed.includes(row.id)) expect(from <= row.from && to >= row.to).toBe(true)
          else expect(row.to < from || row.from > to).toBe(true)
        }
        expect([asked, ...rows.filter((r) => swallowed.includes(r.id))].some((r) => r.from === from)).toBe(true)
      }),
    )
  })
  test('the length of a whole day depends on clock changes', () => {
    for (const [tz, date, hours] of [
      ['Europe/London', '2027-03-27', 23],
      ['America/New_York', '2027-11-06', 25],
      ['Australia/Sydney', '2027-10-02', 23],
      ['Australia/Brisbane', '2027-10-02', 24],
    ] as const) {
      const { from, to } = parseDaySpan(null, null)
      expect((getEventDay(date, tz).at(to) - getEventDay(date, tz).at(from)) / 3_600_000).toBe(hours)
    }
  })
})

describe('Access to the diary', () => {
  test('nobody else can read or change a diary', async () => {
    expect((await rig.call(path)).body.code).toBe('not_signed_in')
    const theirs = await rig.database.db
      .selectFrom('busy')
      .innerJoin('provider', 'provider.id', 'busy.provider_id')
      .select(['busy.id', 'busy.kind'])
      .where('slug', '!=', 'mia-hollis')
      .where('kind', '=', 'booked_out')
      .executeTakeFirstOrThrow()
    expect((await call('DELETE', `/${theirs.id}`)).body.code).toBe('not_found')
    await job('2027-06-12T08:00:00Z', '2027-06-12T10:00:00Z')
    const booked = await rig.database.db
      .selectFrom('busy')
      .select('id')
      .where('provider_id', '=', own.id)
      .where('event_date', '=', saturday)
      .executeTakeFirstOrThrow()
    expect((await call('DELETE', `/${booked.id}`)).body.code).toBe('not_found')
    for (const [method, more, body] of [
      ['GET', ''],
      ['POST', '', { eventDate: saturday }],
      ['DELETE', `/${theirs.id}`],
      ['PUT', `/fullday/${saturday}`],
      ['DELETE', `/fullday/${saturday}`],
    ] as const)
      expect((await call(method, more, body, ana)).body.code).toBe('not_yours')
  })
})
