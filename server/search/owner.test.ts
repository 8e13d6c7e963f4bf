import { confirmTestAddress } from '#server/testing/clients.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { notifyWaitingList } from './alerts.ts'
import { clearTestTown, createSearchInput, createTestProvider, testTown } from '#server/testing/providers.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('mail_confirmation').where('email', '=', details.email).execute()
})
afterAll(() => clearTestTown(rig))

async function search(more: Record<string, unknown> = {}) {
  const made = await rig.call('/v1/quotes/', { method: 'POST', body: createSearchInput(testTown, more) })
  const id = made.body.data.search.id as string
  return {
    id,
    cookie: made.cookie,
    read: async () => (await rig.call(`/v1/quotes/${id}`, { cookie: made.cookie })).body.data,
  }
}

const details = {
  name: 'Leila Haddad',
  email: 'leila@mail.example',
  event: 'Wedding',
  mobile: '07700 900142',
  timeConstraint: 'finish',
}

describe('Requester details', () => {
  test('details are saved for the owner and shown to nobody else', async () => {
    const { id, cookie, read } = await search()
    const saved = await rig.call(`/v1/quotes/${id}`, { method: 'PATCH', body: details, cookie })
    expect(saved.status).toBe(200)
    expect((await read()).details).toMatchObject(details)
    const stranger = await search()
    expect((await rig.call(`/v1/quotes/${id}`, { cookie: stranger.cookie })).body.data.details).toBeNull()
    expect((await rig.call(`/v1/quotes/${id}`)).body.data).toMatchObject({ details: null, search: { mine: false } })
  })
  test('saving details with another time changes the time of the search', async () => {
    await createTestProvider(rig, { slug: 'one' })
    const { id, cookie, read } = await search({ finishTime: null })
    await rig.call(`/v1/quotes/${id}`, {
      method: 'PATCH',
      body: { ...details, startTime: '10:00', timeConstraint: 'start' },
      cookie,
    })
    const page = await read()
    expect(page.search.appointmentSpot).toMatchObject({ startTime: '10:00', timeConstraint: 'start', readyBy: null })
    expect(page.profiles.mobile[0]).toMatchObject({
      plan: { arriveAt: '2027-06-12T10:00:00+01:00', doneAt: '2027-06-12T11:00:00+01:00' },
    })
  })
  test('a time skipped by the clock is refused with a message in every form', async () => {
    const { id, cookie } = await search({ eventDate: '2027-03-27', finishTime: '14:00' })
    const skipped = { code: 'time_skipped', errors: [{ message: expect.stringContaining('clocks go forward') }] }
    const sent = async (path: string, body: unknown) => (await rig.call(path, { method: 'PATCH', body, cookie })).body
    expect(await sent(`/v1/quotes/${id}`, { ...details, finishTime: '01:30' })).toMatchObject(skipped)
    const start = { ...details, startTime: '01:30', timeConstraint: 'start' }
    expect(await sent(`/v1/quotes/${id}`, start)).toMatchObject(skipped)
    const other = await rig.call(`/v1/quotes/${id}/time`, { method: 'POST', body: { finishTime: '01:30' }, cookie })
    expect(other.body).toMatchObject(skipped)
    expect(await sent(`/v1/quotes/${id}`, { ...details, finishTime: '02:00' })).not.toHaveProperty('code')
  })
  test('details are refused from another visitor, with a past time, and for an unknown search', async () => {
    const { id, cookie } = await search({ eventDate: '2026-11-20', finishTime: '18:00' })
    const stranger = await search()
    const patch = (at: string, body: unknown, cookie?: string) =>
      rig.call(`/v1/quotes/${at}`, { method: 'PATCH', body, cookie })
    expect((await patch(id, details, stranger.cookie)).body.code).toBe('not_yours')
    expect((await patch(id, { ...details, finishTime: '08:00' }, cookie)).body.code).toBe('time_past')
    expect((await patch('aaaaaaaaaaaaaaaa', details, cookie)).status).toBe(404)
    const empty = await patch(id, { name: '', email: 'x', event: '', mobile: '' }, cookie)
    expect(empty.body.errors.map((e: { message: string }) => e.message)).toEqual([
      'Name is required',
      'Email address is not valid',
      'Event is required',
      'Mobile is required',
    ])
  })
})

describe('Alert for a freed time', () => {
  test('only the owner can create and end an alert', async () => {
    const { id, cookie } = await search()
    const set = (on: boolean, by = cookie) =>
      rig.call(`/v1/quotes/${id}/alert`, { method: 'POST', body: { email: 'leila@mail.example', on }, cookie: by })
    const kept = () => rig.database.db.selectFrom('freed_alert').select('email').where('search_id', '=', id).execute()
    expect((await set(true)).body.data).toEqual({ on: true, confirm: true })
    expect((await set(true)).status).toBe(200)
    expect(await kept()).toHaveLength(1)
    expect((await set(false, (await search()).cookie)).body.code).toBe('not_yours')
    expect((await set(false)).body.data).toEqual({ on: false, confirm: false })
    expect(await kept()).toHaveLength(0)
  })
  test('an alert for a past day is refused, but can be ended', async () => {
    const { id, cookie } = await search()
    const set = (on: boolean) =>
      rig.call(`/v1/quotes/${id}/alert`, { method: 'POST', body: { email: 'leila@mail.example', on }, cookie })
    rig.at(new Date('2027-06-13T12:00:00Z'))
    const refused = await set(true)
    expect([refused.status, refused.body.code]).toEqual([422, 'date_past'])
    expect((await set(false)).body.data).toEqual({ on: false, confirm: false })
    rig.at(testNow)
  })
  test('an alert sends one email when an artist becomes free, and the link in it ends the alert', async () => {
    const { db } = rig.database
    const one = await createTestProvider(rig, { slug: 'one' })
    const { id, cookie } = await search()
    const busy = await db
      .insertInto('busy')
      .values({
        provider_id: one.id,
        kind: 'booked_out',
        during: '[2027-06-12 04:00+01,2027-06-13 04:00+01)',
        event_date: '2027-06-12',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await rig.call(`/v1/quotes/${id}/alert`, { method: 'POST', body: { email: 'leila@mail.example' }, cookie })
    await confirmTestAddress(rig, 'leila@mail.example', 'alert')
    const look = () => notifyWaitingList(createJobContext(rig, 'test'), async () => 'open')
    const mails = () =>
      db
        .selectFrom('outbox')
        .select(['subject', 'body'])
        .where('address', '=', 'leila@mail.example')
        .where('kind', '=', 'alert.freed')
        .execute()
    await look()
    expect(await mails()).toEqual([])
    await db.deleteFrom('busy').where('id', '=', busy.id).execute()
    await look()
    await look()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^Artist free near Lerwick: Sat 12 June 2027$/)
    expect(mail?.body).toContain(`/quotes/${id}`)
    const key = /\/alerts\/off\/([0-9a-f]{32})/.exec(mail?.body ?? '')?.[1]
    expect(
      (await rig.call(`/v1/alerts/${key}/off`, { method: 'POST', body: {}, address: '127.0.77.1' })).body.data,
    ).toEqual({ on: false })
    expect((await rig.call(`/v1/alerts/${key}/off`, { method: 'POST', body: {}, address: '127.0.77.2' })).status).toBe(
      404,
    )
    expect(
      (await rig.call('/v1/alerts/nonsense/off', { method: 'POST', body: {}, address: '127.0.77.3' })).status,
    ).toBe(400)
    await db.deleteFrom('outbox').where('address', '=', 'leila@mail.example').execute()
  })
})

describe('Comparison', () => {
  test('two to four artists are compared in the given order, by slug or id', async () => {
    const one = await createTestProvider(rig, { slug: 'one', reviews: [10, 50], skills: ['deep-skin-tones'] })
    await createTestProvider(rig, { slug: 'two', crew: [['makeup'], ['updo']] })
    const { id, cookie } = await search()
    const compare = (profiles: string) => rig.call(`/v1/quotes/${id}/compare?profiles=${profiles}`, { cookie })
    const { providers } = (await compare(`two,${one.id}`)).body.data
    expect(providers.map((p: { card: { slug: string } }) => p.card.slug)).toEqual(['two', 'one'])
    expect(providers[0]).toMatchObject({
      total: 52,
      artists: ['Artist 1', 'Artist 2'],
      policy: 'fair',
      cancelFreeUntil: '2027-06-05T12:20:00+01:00',
    })
    expect(providers[1].skills).toEqual(['Deep skin tones'])
    expect((await compare('one')).body.code).toBe('compare_two_to_four')
    expect((await compare('one,one')).body.code).toBe('compare_two_to_four')
    expect((await compare('a,b,c,d,e')).body.code).toBe('compare_two_to_four')
    expect((await compare('one,nobody')).status).toBe(404)
  })
})
