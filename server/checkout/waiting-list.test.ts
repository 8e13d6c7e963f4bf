import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestBusyTime, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { processReservedTime, notifyWaitingList } from '#server/search/index.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { holdFreedTime } from './freed-holds.ts'
import { expireHolds } from './release-holds.ts'

const day = '2027-06-13'
let rig: TestRig
const forget = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('freed_alert').where('email', 'like', '%@waits.example').execute()
  await rig.database.db.deleteFrom('outbox').where('address', 'like', '%@waits.example').execute()
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(forget)
afterAll(forget)

const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
const look = () => notifyWaitingList(createJobContext(rig, 'test'), holdFreedTime)
const lapse = () => expireHolds(createJobContext(rig, 'test'))
const mails = () =>
  rig.database.db
    .selectFrom('outbox')
    .select(['address', 'kind', 'body'])
    .where('address', 'like', '%@waits.example')
    .where('kind', 'like', 'waiting.%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const holds = (providerId: string) =>
  rig.database.db
    .selectFrom('hold')
    .select(['search_id', 'expires_at', 'freed'])
    .where('provider_id', '=', providerId)
    .where('state', '=', 'held')
    .execute()
/** Repeats the job until `told` customers are notified: it sees a freed time a moment later. */
const lookUntil = async (told: number) => {
  for (let i = 0; i < 50; i++) {
    await look()
    if ((await mails()).length >= told) return
    await new Promise((wait) => setTimeout(wait, 50))
  }
}

/** Creates an artist with a full day, and people on the waiting list in the given order. */
async function awaited(names: readonly string[], on = day) {
  const artist = await createTestProviderWithAccount(rig, { slug: 'waited-for' })
  await createTestBusyTime(rig, artist, `${on}T10:00:00Z`, `${on}T13:00:00Z`)
  const free = () =>
    rig.database.db.deleteFrom('busy').where('provider_id', '=', artist.id).where('kind', '=', 'appointment').execute()
  const people = []
  for (const [i, name] of names.entries()) {
    rig.at(new Date(testNow.getTime() + i * 1_000))
    const one = await createTestVisitor(rig, { eventDate: on })
    const email = `${name}@waits.example`
    await confirmTestAddress(rig, email, 'alert')
    const join = (more: object = {}) =>
      one.call(`/v1/quotes/${one.id}/waiting`, 'POST', { profileId: 'waited-for', type: 'mobile', email, ...more })
    const joined = await join()
    expect(joined.body.data, JSON.stringify(joined.body)).toEqual({ on: true, confirm: false, before: i })
    people.push({ ...one, join })
  }
  return { artist, free, people }
}

describe('Waiting list of an artist’s day', { timeout: 120_000 }, () => {
  test('freed time goes to the customer who has waited longest for twelve hours, then once to the next', async () => {
    const { artist, free, people } = await awaited(['a', 'b'])
    const [first, second] = people
    await free()
    rig.at(later(1))
    await lookUntil(1)
    await Promise.all([look(), look()])
    expect((await mails()).map(({ address, kind }) => `${kind} ${address}`)).toEqual([
      'waiting.offered a@waits.example',
    ])
    expect(await holds(artist.id)).toEqual([{ search_id: first?.id, expires_at: later(1 + 12 * 60), freed: true }])
    expect((await second?.hold('waited-for'))?.status).not.toBe(200)
    rig.at(later(2 + 12 * 60))
    await lapse()
    await lookUntil(2)
    await Promise.all([look(), look()])
    expect((await mails()).map(({ address }) => address)).toEqual(['a@waits.example', 'b@waits.example'])
    expect(await holds(artist.id)).toMatchObject([{ search_id: second?.id }])
  })

  test('the transaction that frees a time reserves it for the list, on every path, and nobody else can book it', async () => {
    const { artist, people } = await awaited(['a'])
    const { db } = rig.database
    const [first] = people
    const mine = await createTestClient(rig, artist.accountId)
    const clear = () => db.deleteFrom('busy').where('provider_id', '=', artist.id).execute()
    const kept = async () =>
      (await db.selectFrom('reserved_time').select('id').where('provider_id', '=', artist.id).execute()).length +
      (await holds(artist.id)).filter(({ freed }) => freed).length
    const again = async () => {
      await clear()
      await db.deleteFrom('hold').where('provider_id', '=', artist.id).where('freed', '=', true).execute()
      await db.deleteFrom('freed_turn').where('provider_id', '=', artist.id).execute()
      await db.updateTable('freed_alert').set({ told_at: null }).where('provider_id', '=', artist.id).execute()
      await db.deleteFrom('reserved_time').where('provider_id', '=', artist.id).execute()
    }
    await again()
    const booker = await createTestVisitor(rig, { eventDate: day })
    const booked = await booker.book('waited-for')
    const paths = {
      'a booking is cancelled': () =>
        booker.call(`/v1/bookings/${booked.id}/cancel`, 'POST', { refund: booked.refund.now }),
      'a hold is released': async () => {
        const { hold } = (await booker.hold('waited-for')).body.data
        return booker.call(`/v1/holds/${hold.id}/release`, 'POST', {})
      },
      'a day is opened': async () => {
        await mine(`/v1/providers/bookedoutdates/fullday/${day}`, 'PUT')
        return mine(`/v1/providers/bookedoutdates/fullday/${day}`, 'DELETE')
      },
      'the artist ends a pause': async () => {
        await mine('/v1/providers/me/pause', 'POST', { paused: true })
        return mine('/v1/providers/me/pause', 'POST', { paused: false })
      },
    }
    const strangers = []
    for (const _ of Object.keys(paths)) strangers.push(await createTestVisitor(rig, { eventDate: day }))
    for (const [path, free] of Object.entries(paths)) {
      const done = await free()
      expect([path, done.status, done.body.code]).toEqual([path, 200, undefined])
      expect([path, await kept()]).toEqual([path, 1])
      const stranger = await strangers.pop()?.hold('waited-for')
      expect([path, stranger?.status === 200]).toEqual([path, false])
      for (let i = 0; i < 50 && (await holds(artist.id)).length === 0; i++)
        await processReservedTime(createJobContext(rig, 'test'), holdFreedTime)
      expect([path, await holds(artist.id)]).toMatchObject([path, [{ search_id: first?.id, freed: true }]])
      await again()
    }
  })

  test('a freed time that nobody on the list can use opens to everyone at once', async () => {
    const { artist } = await awaited(['a'])
    const { db } = rig.database
    await createTestBusyTime(rig, artist, `${day}T18:00:00Z`, `${day}T19:00:00Z`)
    await db
      .deleteFrom('busy')
      .where('provider_id', '=', artist.id)
      .where(sql<boolean>`lower(during) = ${`${day}T18:00:00Z`}::timestamptz`)
      .execute()
    const reserved = () => db.selectFrom('reserved_time').select('id').where('provider_id', '=', artist.id).execute()
    expect(await reserved()).toHaveLength(1)
    await processReservedTime(createJobContext(rig, 'test'), holdFreedTime)
    expect(await reserved()).toEqual([])
    expect(await holds(artist.id)).toEqual([])
  })

  test('a customer who books that day leaves the list in the same transaction', async () => {
    const { people } = await awaited(['a', 'b'])
    const [first] = people
    await createTestProviderWithAccount(rig, { slug: 'instead' })
    await first?.book('instead')
    const left = await rig.database.db
      .selectFrom('freed_alert')
      .select('email')
      .where('email', 'like', '%@waits.example')
      .execute()
    expect(left).toEqual([{ email: 'b@waits.example' }])
  })

  test('declining by the emailed link, without an account, passes the time on', async () => {
    const { artist, free, people } = await awaited(['a', 'b'])
    await free()
    rig.at(later(1))
    await lookUntil(1)
    const [mail] = await mails()
    const key = /\/alerts\/off\/([0-9a-f]{32})/.exec(mail?.body ?? '')?.[1]
    expect((await rig.call(`/v1/alerts/${key}/off`, { method: 'POST', body: {} })).status).toBe(200)
    rig.at(later(2))
    await lapse()
    expect(await holds(artist.id)).toEqual([])
    await lookUntil(2)
    expect(await holds(artist.id)).toMatchObject([{ search_id: people[1]?.id }])
  })

  test('close to the day, the time is held for only two hours', async () => {
    const close = '2026-11-22'
    const { artist, free } = await awaited(['a'], close)
    await free()
    rig.at(later(1))
    await lookUntil(1)
    expect(await holds(artist.id)).toMatchObject([{ expires_at: later(121) }])
  })

  test('a customer who waits for this artist comes before those who wait for any artist', async () => {
    const { free, people } = await awaited(['a'])
    const anybody = await createTestVisitor(rig, { eventDate: day })
    await confirmTestAddress(rig, 'any@waits.example', 'alert')
    await anybody.call(`/v1/quotes/${anybody.id}/alert`, 'POST', { email: 'any@waits.example' })
    await rig.database.db
      .updateTable('freed_alert')
      .set({ created_at: new Date('2026-01-01') })
      .where('email', '=', 'any@waits.example')
      .execute()
    await free()
    rig.at(later(1))
    await lookUntil(1)
    expect((await mails()).map(({ address }) => address)).toEqual(['a@waits.example'])
    expect(people).toHaveLength(1)
  })

  test('the artist sees the list without full addresses, can put a customer first, and can close it', async () => {
    const { artist, free, people } = await awaited(['a', 'b'])
    const mine = await createTestClient(rig, artist.accountId)
    const path = `/v1/providers/calendar/waiting/${day}`
    const seen = (await mine(path)).body.data
    expect(JSON.stringify(seen)).not.toContain('a@waits.example')
    expect(seen).toMatchObject({ closed: false, people: [{ state: 'waiting' }, { state: 'waiting' }] })
    const second = seen.people[1].id
    expect(
      (await mine(`${path}/first`, 'POST', { id: second })).body.data.people.map((one: { id: number }) => one.id),
    ).toEqual([second, seen.people[0].id])
    expect((await mine(path, 'PUT', { closed: true })).body.data.closed).toBe(true)
    const late = await createTestVisitor(rig, { eventDate: day })
    const join = { profileId: 'waited-for', type: 'mobile', email: 'late@waits.example' }
    expect((await late.call(`/v1/quotes/${late.id}/waiting`, 'POST', join)).body.code).toBe('waiting_closed')
    expect((await mine(path, 'PUT', { closed: false })).body.data.closed).toBe(false)
    const other = await createTestClient(rig, await getAccountId(rig, 'mia@primp.test'))
    expect((await other(path)).body.data.people).toEqual([])
    expect((await other(`${path}/first`, 'POST', { id: second })).body.code).toBe('not_found')
    await free()
    rig.at(later(1))
    await lookUntil(1)
    expect(await holds(artist.id)).toMatchObject([{ search_id: people[1]?.id }])
  })

  test('the list entry is visible and removable in the account of its address only', async () => {
    const { people } = await awaited(['a'])
    const leila = await getAccountId(rig, 'leila@mail.example')
    const { db } = rig.database
    const { email, email_verified_at } = await db
      .selectFrom('account')
      .select(['email', 'email_verified_at'])
      .where('id', '=', leila)
      .executeTakeFirstOrThrow()
    await db.updateTable('account').set({ email_verified_at: testNow }).where('id', '=', leila).execute()
    await confirmTestAddress(rig, email, 'alert')
    try {
      const own = await createTestClient(rig, leila)
      const lists = async () => (await own('/v1/accounts/me/waiting')).body.data.lists
      expect(await lists()).toEqual([])
      expect((await people[0]?.join({ email }))?.body.data).toMatchObject({ on: true, before: 1 })
      const [one] = await lists()
      expect(one).toMatchObject({ slug: 'waited-for', eventDate: day, state: 'waiting', before: 1, letIn: false })
      await db.updateTable('freed_alert').set({ first_at: testNow }).where('email', '=', 'a@waits.example').execute()
      expect((await lists())[0]).toMatchObject({ before: 1, letIn: true })
      const other = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
      expect((await other(`/v1/accounts/me/waiting/${one.id}`, 'DELETE')).body.code).toBe('not_found')
      expect((await own(`/v1/accounts/me/waiting/${one.id}`, 'DELETE')).body.data).toEqual({ left: true })
      expect(await lists()).toEqual([])
    } finally {
      await db.updateTable('account').set({ email_verified_at }).where('id', '=', leila).execute()
      await db.deleteFrom('freed_alert').where('email', '=', email).execute()
    }
  })

  test('joining is refused if there is nothing to wait for, for another customer’s search, and above the maximum of lists', async () => {
    const { artist, free, people } = await awaited(['a'])
    const join = { profileId: 'waited-for', type: 'mobile', email: 'x@waits.example' }
    const stranger = await createTestVisitor(rig, { eventDate: day })
    expect((await stranger.call(`/v1/quotes/${people[0]?.id}/waiting`, 'POST', join)).body.code).toBe('not_yours')
    expect(
      (await stranger.call(`/v1/quotes/${stranger.id}/waiting`, 'POST', { ...join, profileId: 'nobody-at-all' })).body
        .code,
    ).toBe('not_found')
    expect((await stranger.call(`/v1/quotes/${stranger.id}/waiting`, 'POST', { ...join, email: 'x' })).body.code).toBe(
      'invalid_input',
    )
    const others = await rig.database.db
      .selectFrom('provider')
      .select('id')
      .where('id', '<>', artist.id)
      .limit(20)
      .execute()
    await rig.database.db
      .insertInto('freed_alert')
      .values(
        others.map(({ id }) => ({ search_id: stranger.id, email: 'x@waits.example', provider_id: id, mode: 'mobile' })),
      )
      .execute()
    expect((await stranger.call(`/v1/quotes/${stranger.id}/waiting`, 'POST', join)).body.code).toBe('too_many_lists')
    await rig.database.db.deleteFrom('freed_alert').where('email', '=', 'x@waits.example').execute()
    expect((await people[0]?.join({ on: false }))?.body.data).toEqual({ on: false, confirm: false, before: 0 })
    await free()
    await new Promise((wait) => setTimeout(wait, 300))
    expect((await stranger.call(`/v1/quotes/${stranger.id}/waiting`, 'POST', join)).body.code).toBe('still_free')
  })
})
