import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApi } from '#server/api.ts'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import {
  clearTestTown,
  type createTestProvider,
  createTestProviderWithAccount,
  testTown,
} from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
// A second process with its own caches.
let elsewhere: ReturnType<typeof createApi>

beforeAll(async () => {
  rig = await openRig()
  elsewhere = createApi({ ...rig, database: Object.create(rig.database) })
}, 120_000)
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

const path = '/v1/providers/me/hours'
const span = (opens: string, closes: string) => ({ opens, closes })
const usual = [span('05:00', '22:00')]
/** A week with different hours on some days, 0 for Monday. */
const weekBut = (days: Record<number, ReturnType<typeof span>[]>) =>
  Array.from({ length: 7 }, (_, day) => days[day] ?? usual)

let made = 0
async function artist(more: Parameters<typeof createTestProvider>[1] | Record<string, never> = {}) {
  const own = await createTestProviderWithAccount(rig, { slug: `hours-${++made}`, ...more } as Parameters<
    typeof createTestProvider
  >[1])
  return { ...own, act: await createTestClient(rig, own.accountId) }
}

type Page = { counts: { people: Record<string, number> }; bookedOutPercentage: number }
/** Returns what two processes say about the only artist of the town. */
async function saidOf(asked: Record<string, unknown>) {
  const visitor = await createTestVisitor(rig, asked, { details: null })
  const there = await elsewhere.request(
    `/v1/quotes/${visitor.id}`,
    { headers: { cookie: visitor.cookie } },
    { address: visitor.address },
  )
  const pages = [(await visitor.call(`/v1/quotes/${visitor.id}`)).body, (await there.json()) as { data: Page }]
  return pages.map(({ data }: { data: Page }) => ({
    reason: Object.entries(data.counts.people).find(([, artists]) => artists === 1)?.[0],
    bookedOut: data.bookedOutPercentage,
  }))
}
const reasonsOn = async (asked: Record<string, unknown>) => (await saidOf(asked)).map(({ reason }) => reason)

describe('Weekly hours', () => {
  test('a closed weekday applies to searches in every process at once, does not count as booked, and can be opened again', async () => {
    const { act } = await artist()
    // 12 June 2027 is a Saturday.
    const asked = { eventDate: '2027-06-12', finishTime: '13:30' }
    expect(await reasonsOn(asked)).toEqual(['fits', 'fits'])
    const answer = await act(`${path}/week`, 'PUT', { days: weekBut({ 5: [] }) })
    expect(answer.status).toBe(200)
    expect(answer.body.data.week[5]).toEqual([])
    expect(await reasonsOn(asked)).toEqual(['otherHours', 'otherHours'])
    expect(await reasonsOn({ ...asked, eventDate: '2027-06-11' })).toEqual(['fits', 'fits'])
    await act(`${path}/week`, 'PUT', { days: weekBut({ 5: [span('09:00', '12:00'), span('12:00', '14:00')] }) })
    expect(await reasonsOn(asked)).toEqual(['fits', 'fits'])
    expect(await reasonsOn({ ...asked, finishTime: '14:30' })).toEqual(['otherHours', 'otherHours'])
  })

  test('working hours may end after midnight, and a ready-by time before 5 AM belongs to the night before', async () => {
    const { act } = await artist()
    const asked = { eventDate: '2027-06-11', finishTime: '01:30' }
    expect(await reasonsOn(asked)).toEqual(['otherHours', 'otherHours'])
    const { body } = await act(`${path}/week`, 'PUT', { days: weekBut({ 4: [span('18:00', '02:00')] }) })
    expect(body.data.week[4]).toEqual([span('18:00', '02:00')])
    expect(await reasonsOn(asked)).toEqual(['fits', 'fits'])
    expect(await reasonsOn({ ...asked, eventDate: '2027-06-12' })).toEqual(['otherHours', 'otherHours'])
  })

  test('hours that end after 5 AM the next morning, and an invalid week, are refused', async () => {
    const { act } = await artist()
    const late = await act(`${path}/week`, 'PUT', { days: weekBut({ 2: [span('08:00', '07:00')] }) })
    expect([late.status, late.body.code]).toEqual([422, 'hours_too_late'])
    expect(late.body.errors).toEqual([expect.objectContaining({ path: 'days.2.0.closes' })])
    expect((await act(`${path}/week`, 'PUT', { days: [usual] })).body.code).toBe('invalid_input')
    expect((await act(path)).body.data.week).toEqual(weekBut({}))
  })

  test('equal hours on all seven days are stored as one window', async () => {
    const { act, id } = await artist()
    const own = async () =>
      rig.database.db
        .selectFrom('provider')
        .select(['opens_minute', 'hours'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    await act(`${path}/week`, 'PUT', { days: weekBut({ 0: [] }) })
    expect((await own()).hours).not.toBeNull()
    await act(`${path}/week`, 'PUT', { days: Array(7).fill([span('07:00', '22:00')]) })
    expect(await own()).toEqual({ opens_minute: 420, hours: null })
  })

  test('other hours in the travel settings replace the weekly hours; the same hours leave them unchanged', async () => {
    const { act } = await artist()
    await act(`${path}/week`, 'PUT', { days: weekBut({ 0: [] }) })
    const travel = (await act('/v1/providers/me')).body.data.travel
    expect(travel.hours).toEqual(span('05:00', '22:00'))
    const kept = await act('/v1/providers/me/travel', 'PUT', { ...travel, bufferMinutes: 45 })
    expect(kept.status).toBe(200)
    expect((await act(path)).body.data.week[0]).toEqual([])
    await act('/v1/providers/me/travel', 'PUT', { ...travel, hours: span('06:00', '20:00') })
    expect((await act(path)).body.data.week).toEqual(Array(7).fill([span('06:00', '20:00')]))
  })
})

describe('Seasons', () => {
  const early = {
    yearly: true,
    name: 'December',
    from: '12-01',
    until: '12-31',
    week: Array(7).fill([span('04:00', '21:00')]),
  }
  test('a season has its own hours on its days, every year or once', async () => {
    const { act } = await artist()
    const asked = { eventDate: '2026-12-12', finishTime: '05:30' }
    expect(await reasonsOn(asked)).toEqual(['otherHours', 'otherHours'])
    const { body } = await act(`${path}/seasons`, 'PUT', { seasons: [early] })
    expect(body.data.seasons).toEqual([early])
    expect(await reasonsOn(asked)).toEqual(['fits', 'fits'])
    expect(await reasonsOn({ ...asked, eventDate: '2027-01-12' })).toEqual(['otherHours', 'otherHours'])
  })

  test('overlapping seasons, reversed dates and impossible dates are refused', async () => {
    const { act } = await artist()
    const newYear = { ...early, name: 'New Year', from: '12-31', until: '01-02' }
    const twice = await act(`${path}/seasons`, 'PUT', { seasons: [early, newYear] })
    expect([twice.status, twice.body.code]).toEqual([409, 'days_overlap'])
    const once = { ...early, yearly: false, from: '2027-06-10', until: '2027-06-01' }
    expect((await act(`${path}/seasons`, 'PUT', { seasons: [once] })).body.code).toBe('days_in_order')
    expect((await act(`${path}/seasons`, 'PUT', { seasons: [{ ...early, from: '02-30' }] })).body.code).toBe(
      'invalid_input',
    )
    const wrong = { ...early, week: Array(7).fill([span('09:00', '08:00')]) }
    expect((await act(`${path}/seasons`, 'PUT', { seasons: [wrong] })).body.code).toBe('hours_too_late')
    expect((await act(path)).body.data.seasons).toEqual([])
  })
})

describe('Exceptions', () => {
  const away = { from: '2027-06-10', until: '2027-06-14', label: 'Paris', windows: [] }
  test('an exception closes days or changes their hours, until it is removed', async () => {
    const { act } = await artist()
    const asked = { eventDate: '2027-06-12', finishTime: '13:30' }
    const { body } = await act(`${path}/exceptions`, 'POST', away)
    const again = await act(`${path}/exceptions`, 'POST', away)
    expect(again.body.data.exceptions).toEqual([{ ...away, id: body.data.exceptions[0].id, holiday: false }])
    expect(await reasonsOn(asked)).toEqual(['otherHours', 'otherHours'])
    expect((await act(`${path}/exceptions/${body.data.exceptions[0].id}`, 'DELETE')).status).toBe(200)
    expect(await reasonsOn(asked)).toEqual(['fits', 'fits'])
  })

  test('an exception is refused if it is past, too far ahead, reversed or overlapping; nobody else can remove an exception', async () => {
    const one = await artist()
    const other = await artist()
    const code = async (more: Partial<typeof away>) =>
      (await one.act(`${path}/exceptions`, 'POST', { ...away, ...more })).body.code
    expect(await code({ from: '2026-11-01', until: '2026-11-19' })).toBe('date_past')
    expect(await code({ until: '2029-06-14' })).toBe('date_too_far')
    expect(await code({ until: '2027-06-09' })).toBe('days_in_order')
    expect(await code({ windows: [span('09:00', '08:00')] as never })).toBe('hours_too_late')
    const { body } = await one.act(`${path}/exceptions`, 'POST', away)
    expect(await code({ from: '2027-06-14', until: '2027-06-20', label: 'Rome' })).toBe('days_overlap')
    const { id } = body.data.exceptions[0]
    expect((await other.act(`${path}/exceptions/${id}`, 'DELETE')).body.code).toBe('not_found')
    expect((await one.act(path)).body.data.exceptions).toHaveLength(1)
  })

  test('an artist has at most two hundred exceptions', async () => {
    const { act, id } = await artist()
    await rig.database.exec(`insert into hours_exception (provider_id, first_on, last_on, label)
      select '${id}', date '2027-01-01' + n, date '2027-01-01' + n, 'Away' from generate_series(1, 200) n`)
    const more = await act(`${path}/exceptions`, 'POST', { ...away, from: '2027-12-01', until: '2027-12-02' })
    expect([more.status, more.body.code]).toEqual([409, 'too_many_exceptions'])
  })

  test('one call adds the country’s holidays, except the days on which the artist works and existing exceptions', async () => {
    const { act } = await artist()
    await act(`${path}/exceptions`, 'POST', { from: '2026-12-24', until: '2026-12-26', label: 'Family', windows: [] })
    const known = (await act(path)).body.data.holidays as { date: string; name: string; closed: boolean }[]
    expect(known.find(({ date }) => date === '2026-12-25')).toMatchObject({ name: 'Christmas Day', closed: true })
    const { body } = await act(`${path}/holidays`, 'PUT', { closed: known.map(({ date }) => date) })
    expect(body.data.holidays.every(({ closed }: { closed: boolean }) => closed)).toBe(true)
    expect(body.data.exceptions.filter(({ holiday }: { holiday: boolean }) => holiday)).toHaveLength(known.length - 2)
    const asked = { eventDate: '2027-03-26', finishTime: '13:30' }
    expect(await reasonsOn(asked)).toEqual(['otherHours', 'otherHours'])
    await act(`${path}/holidays`, 'PUT', { closed: ['2027-03-29'] })
    expect(await reasonsOn(asked)).toEqual(['fits', 'fits'])
    expect((await act(path)).body.data.exceptions.map(({ label }: { label: string }) => label)).toEqual([
      'Family',
      'Easter Monday',
    ])
    expect((await act(`${path}/holidays`, 'PUT', { closed: ['2027-06-12'] })).body.code).toBe('no_holiday')
  })
})

describe('Recurring blocked time', () => {
  const school = {
    label: 'School run',
    weekdays: [4],
    opens: '12:00',
    closes: '13:00',
    from: null,
    until: '2027-06-30',
  }
  test('a recurring block leaves no room for a job on its weekdays, from its first to its last day', async () => {
    const { act } = await artist()
    const asked = { eventDate: '2027-06-11', finishTime: '13:30' }
    const { body } = await act(`${path}/blocks`, 'PUT', { blocks: [school] })
    expect(body.data.blocks).toEqual([school])
    expect(await reasonsOn(asked)).toEqual(['otherHours', 'otherHours'])
    expect(await reasonsOn({ ...asked, finishTime: '11:30' })).toEqual(['fits', 'fits'])
    expect(await reasonsOn({ ...asked, eventDate: '2027-07-02' })).toEqual(['fits', 'fits'])
  })
  test('a recurring block with reversed dates, or with hours that end after the night, is refused', async () => {
    const { act } = await artist()
    const code = async (more: object) =>
      (await act(`${path}/blocks`, 'PUT', { blocks: [{ ...school, ...more }] })).body.code
    expect(await code({ from: '2027-07-01' })).toBe('days_in_order')
    expect(await code({ opens: '09:00', closes: '08:00' })).toBe('hours_too_late')
    expect(await code({ weekdays: [] })).toBe('invalid_input')
  })
})

describe('Notice and horizon', () => {
  const lead = (typeId: string, noticeHours: number | null, horizonDays: number | null) => ({
    typeId,
    noticeHours,
    horizonDays,
  })
  test('a job with several categories has the longest notice and the shortest horizon', async () => {
    const { act } = await artist()
    // Two and a half days after the tests' date.
    const soon = { eventDate: '2026-11-22', finishTime: '13:30' }
    const { body } = await act(`${path}/leads`, 'PUT', {
      noticeHours: 12,
      horizonDays: 730,
      leads: [lead('hair', 336, null), lead('makeup', null, 100)],
    })
    expect(body.data.leads).toEqual([
      { ...lead('makeup', null, 100), label: 'Makeup' },
      { ...lead('hair', 336, null), label: 'Hair' },
    ])
    expect(await reasonsOn(soon)).toEqual(['fits', 'fits'])
    expect(await reasonsOn({ ...soon, services: ['updo'] })).toEqual(['shortNotice', 'shortNotice'])
    expect(await reasonsOn({ ...soon, services: ['makeup', 'updo'] })).toEqual(['shortNotice', 'shortNotice'])
    expect(await reasonsOn({ ...soon, eventDate: '2027-06-12' })).toEqual(['otherHours', 'otherHours'])
    expect(await reasonsOn({ ...soon, eventDate: '2027-06-12', services: ['updo'] })).toEqual(['fits', 'fits'])
  })
  test('notice or horizon is refused for an unknown or repeated category', async () => {
    const { act } = await artist()
    const code = async (leads: object[]) =>
      (await act(`${path}/leads`, 'PUT', { noticeHours: 12, horizonDays: 365, leads })).body.code
    expect(await code([lead('sword-swallowing', 1, null)])).toBe('unknown_type')
    expect(await code([lead('hair', 1, null), lead('hair', 2, null)])).toBe('unknown_type')
  })
})

describe('Effects of working hours', () => {
  test('a hold outside working hours is refused with this reason, moves must fit the hours, and existing bookings outside them are listed', async () => {
    const { act, slug } = await artist({ notice: 0 } as never)
    const leila = await createTestVisitor(rig, { eventDate: '2027-06-12', finishTime: '13:30' })
    const booked = await leila.book(slug)
    const { body } = await act(`${path}/week`, 'PUT', {
      days: weekBut({ 5: [], 6: [span('10:00', '12:00'), span('15:00', '17:00')] }),
    })
    expect(body.data.outside).toMatchObject([{ id: booked.id, eventDate: '2027-06-12', finishTime: '13:20' }])
    const late = await createTestVisitor(rig, { eventDate: '2027-06-19', finishTime: '13:30' })
    const refused = await late.hold(slug)
    expect([refused.body.code, refused.body.detail]).toEqual(['quote_expired', { why: 'otherHours' }])
    expect((await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment.state).toBe('booked')
    const free = async (date: string) =>
      (
        (await leila.call(`/v1/bookings/${booked.id}/free-times?eventDate=${date}`)).body.data.times as {
          finishTime: string
        }[]
      ).map(({ finishTime }) => finishTime)
    expect(await free('2027-06-19')).toEqual([])
    expect(await free('2027-06-20')).toEqual(['11:00', '11:30', '12:00', '16:00', '16:30', '17:00'])
  })

  test('a day off is missing from nearby availability and openings, and the calendar shows the reason', async () => {
    const { act } = await artist({ notice: 0 } as never)
    const near = `near=${testTown.coordinates.join(',')}`
    const soon = async () =>
      (await rig.call(`/v1/openings?${near}`, { address: '127.0.79.1' })).body.data.artists as { days: string[] }[]
    // A kilometre away, because answers for the usual point are cached for a minute.
    const [lng, lat] = testTown.coordinates
    const freeOn = async (...dates: string[]) => {
      const { start, free } = (await rig.call(`/v1/demand/days?near=${lng},${lat + 0.01}`)).body.data
      return dates.map((date) => free[(Date.parse(date) - Date.parse(start)) / 86_400_000])
    }
    expect(await freeOn('2026-11-21', '2026-11-22', '2026-11-23')).toEqual([1, 1, 1])
    await act(`${path}/exceptions`, 'POST', {
      from: '2026-11-20',
      until: '2026-11-22',
      label: 'Moving house',
      windows: [],
    })
    await act(`${path}/blocks`, 'PUT', {
      blocks: [{ label: 'School run', weekdays: [0], opens: '14:00', closes: '16:00', from: null, until: null }],
    })
    expect((await soon())[0]?.days[0]).toBe('2026-11-23')
    rig.at(new Date(testNow.getTime() + 61_000))
    expect(await freeOn('2026-11-21', '2026-11-22', '2026-11-23')).toEqual([0, 0, 1])
    rig.at(testNow)
    const month = (await act('/v1/providers/calendar?month=2026-11')).body.data.days as {
      date: string
      closed: { opens: string; closes: string; label: string | null }[]
    }[]
    const on = (date: string) => month.find((day) => day.date === date)?.closed
    expect(on('2026-11-21')).toEqual([{ opens: '05:00', closes: '05:00', label: 'Moving house' }])
    expect(on('2026-11-23')).toEqual([
      { opens: '14:00', closes: '16:00', label: 'School run' },
      { opens: '22:00', closes: '05:00', label: null },
    ])
  })

  test('a day off does not count as booked in the search meter', async () => {
    const { act } = await artist()
    await act(`${path}/week`, 'PUT', { days: weekBut({ 5: [] }) })
    const closed = { reason: 'otherHours', bookedOut: 0 }
    expect(await saidOf({ eventDate: '2027-06-12', finishTime: undefined })).toEqual([closed, closed])
    expect(await saidOf({ eventDate: '2027-06-12' })).toEqual([closed, closed])
  })

  test('a suspended artist cannot change hours', async () => {
    const { act, id } = await artist()
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', id)
      .execute()
    expect((await act(`${path}/week`, 'PUT', { days: weekBut({}) })).body.code).toBe('suspended')
  })
})
