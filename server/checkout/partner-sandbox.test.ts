import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { partnerLinks, sandboxDays } from '#contract/checkout/lifecycle-hold.ts'
import { retentionDays } from '#contract/constants.ts'
import { testCards } from '#contract/payments/test-cards.ts'
import { countTrade } from '#server/content/place-pages.queries.ts'
import { listFunnelRows } from '#server/operator/business.queries.ts'
import { computeLimits } from '#server/operator/settings.ts'
import { purgeOldRecords } from '#server/operator/retention.queries.ts'
import { listChangedGroups, listOldGroups } from '#server/search/demand.queries.ts'
import { createRequester, createTestAddress, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { createPartnerClients, deleteTestMails } from '#server/testing/requests.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let house: Awaited<ReturnType<typeof createPartnerClients>>
let partnerId: string
let live: string
let token: string
let artist: Awaited<ReturnType<typeof createInstantTestProvider>>
let days = 11
const path = '/v1/partners/me/holds'

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  artist = await createInstantTestProvider(rig, { slug: 'sandboxed' })
})
beforeEach(async () => {
  rig.at(testNow)
  house = await createPartnerClients(rig)
  partnerId = (await house.made()).id
  live = (await house.key(partnerId)).token
  token = (await house.key(partnerId, { sandbox: true })).token
})
afterEach(async () => {
  await rig.database.db.deleteFrom('sandbox_hold').execute()
  await house.forget()
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
})

const { event: _, ...customer } = createRequester()

const quoted = async (by = token, eventDate = `2027-07-${++days}`) => ({
  ...(await house.quote(by, artist.slug, eventDate)),
  customer,
})
const post = (to: string, body: object, by = token, key: string = createTestKey()) =>
  house.byKey(by, to, { method: 'POST', body, key })
const pay = (id: string, card: string = testCards.success, by = token) =>
  post(`/v1/partners/me/sandbox/holds/${id}/payment`, { card }, by)
const advance = (id: string, event: string, by = token) =>
  post(`/v1/partners/me/sandbox/bookings/${id}/events`, { event }, by)

/** Counts the rows of every table that real holds, bookings and money write, apart from webhooks of partners. */
async function countMarket(): Promise<string[]> {
  const tables = ['hold', 'appointment', 'payment', 'ledger_entry', 'busy', 'artist_day', 'quote_act']
  const counted = [...tables.map((table) => [table, 'true']), ['outbox', "channel <> 'webhook'"]]
  const { rows } = await sql<{ at: string }>`${sql.raw(
    counted
      .map(([table, where]) => `select '${table} ' || count(*) as at from ${table} where ${where}`)
      .join(' union all '),
  )}`.execute(rig.database.db)
  return rows.map(({ at }) => at)
}

test('the prefix of a sandbox key says what it is, also after it was replaced', async () => {
  expect(token).toMatch(/^primp_test_/)
  expect(live).not.toMatch(/^primp_test_/)
  const { keys } = (await house.call(`/${partnerId}`, 'GET')).body.data
  expect(
    keys.map(({ sandbox, begins }: { sandbox: boolean; begins: string }) => [sandbox, begins.slice(0, 11)]),
  ).toEqual(
    expect.arrayContaining([
      [true, 'primp_test_'],
      [false, live.slice(0, 10)],
    ]),
  )
  const id = keys.find(({ sandbox }: { sandbox: boolean }) => sandbox).id as string
  const rotated = await house.call(`/${partnerId}/keys/${id}/rotate`, 'POST', {})
  expect(rotated.body.data).toMatchObject({ token: expect.stringMatching(/^primp_test_/), key: { sandbox: true } })
})

test('a sandbox booking is held, paid and cancelled, reaches only the webhooks, and leaves the market untouched', async () => {
  const hook = (
    await house.call(`/${partnerId}/webhooks`, 'POST', {
      url: 'https://partner.example/hook',
      events: ['booking.created', 'booking.changed', 'booking.cancelled'],
    })
  ).body.data.webhook.id as string
  const body = await quoted()
  const before = await countMarket()
  const held = await post(path, body)
  expect(held.body.data?.hold).toMatchObject({ state: 'held', sandbox: true, bookingId: null })
  const { id } = held.body.data.hold
  expect((await pay(id, testCards.declined)).body.code).toBe('card_declined')
  const { hold } = (await pay(id)).body.data
  expect(hold).toMatchObject({ state: 'booked', bookingId: expect.any(String) })
  expect((await house.byKey(token, `${path}/${id}`)).body.data.hold).toEqual(hold)
  const at = `/v1/partners/me/bookings/${hold.bookingId}`
  const booking = (await house.byKey(token, at)).body.data.booking
  expect(booking).toMatchObject({ state: 'booked', sandbox: true, total: hold.total, artist: { slug: artist.slug } })
  expect((await house.byKey(token, '/v1/partners/me/bookings')).body.data.bookings).toEqual([booking])
  await advance(hold.bookingId, 'changed')
  expect((await advance(hold.bookingId, 'cancelled')).body.data.booking.state).toBe('cancelled')
  expect((await advance(hold.bookingId, 'completed')).body.code).toBe('state_changed')

  const told = await rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'body', 'address'])
    .where('channel', '=', 'webhook')
    .where('body', 'like', `%${hold.bookingId}%`)
    .orderBy('created_at')
    .execute()
  expect(told.map(({ kind, address }) => [kind, address]).toSorted()).toEqual([
    ['booking.cancelled', hook],
    ['booking.changed', hook],
    ['booking.created', hook],
  ])
  const created = JSON.parse(told.find(({ kind }) => kind === 'booking.created')?.body ?? '{}')
  expect(created.data).toMatchObject({
    state: 'booked',
    sandbox: true,
    total: hold.total,
    eventDate: booking.eventDate,
  })
  expect(await countMarket()).toEqual(before)
  const { partner } = (await house.call(`/${partnerId}`, 'GET')).body.data
  expect(partner.bookings).toBe(0)
})

test('a sandbox hold leaves the time free, and a taken time cannot be held', async () => {
  const eventDate = `2027-07-${++days}`
  const body = await quoted(token, eventDate)
  const stale = await quoted(token, eventDate)
  await pay((await post(path, body)).body.data.hold.id)
  const leila = await createTestVisitor(rig, { eventDate })
  expect((await leila.book(artist.slug)).state).toBe('booked')
  expect((await post(path, stale)).body.code).toBe('slot_taken')
})

test('live and sandbox keys of one partner do not see each other’s searches, holds and bookings', async () => {
  const [sandboxed, real] = [await quoted(), await quoted(live)]
  expect((await post(path, sandboxed, live)).body.code).toBe('not_found')
  expect((await post(path, real)).body.code).toBe('not_found')
  const { id } = (await post(path, sandboxed)).body.data.hold
  expect((await house.byKey(live, `${path}/${id}`)).body.code).toBe('not_found')
  const held = (await post(path, real, live)).body.data.hold
  expect(held.sandbox).toBe(false)
  expect((await house.byKey(token, `${path}/${held.id}`)).body.code).toBe('not_found')
  expect((await pay(held.id, testCards.success, live)).body.code).toBe('not_found')
  expect((await pay(held.id)).body.code).toBe('not_found')
  const { bookingId } = (await pay(id)).body.data.hold
  expect((await house.byKey(live, `/v1/partners/me/bookings/${bookingId}`)).body.code).toBe('not_found')
  expect((await house.byKey(live, '/v1/partners/me/bookings')).body.data.bookings).toEqual([])
  expect((await advance(bookingId, 'cancelled', live)).body.code).toBe('not_found')
  const other = (await house.key((await house.made({ slug: 'other-rooms' })).id, { sandbox: true })).token
  expect((await house.byKey(other, `/v1/partners/me/bookings/${bookingId}`)).body.code).toBe('not_found')
  expect((await advance(bookingId, 'cancelled', other)).body.code).toBe('not_found')
  await post(`${path}/${held.id}/release`, {}, live)
})

test('nobody can open a sandbox search to book it, and it is in no figure of demand, business or places', async () => {
  const { db } = rig.database
  const scope = { from: '2026-01-01', until: '2100-01-01', countryCode: null, categoryId: null }
  const readFigures = async () => {
    await countTrade(db, new Date('2100-01-01'))
    const { rows: trade } = await sql`select * from trade_cell order by 1, 2, 3`.execute(db)
    return { trade, funnel: await listFunnelRows(db, scope) }
  }
  const before = await readFigures()
  const { quoteId } = await quoted()
  expect(await readFigures()).toEqual(before)
  const opened = await rig.call(`/v1/quotes/${quoteId}/come-back`, {
    method: 'POST',
    body: {},
    address: createTestAddress(),
  })
  expect(opened.status).toBe(401)
  const row = await rig.database.db
    .selectFrom('search')
    .select(['visitor_hash', 'account_id', 'event_date', 'category_id'])
    .where('id', '=', quoteId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ visitor_hash: null, account_id: null })
  await expect(
    rig.database.db
      .updateTable('search')
      .set({ visitor_hash: Buffer.alloc(32, 1) })
      .where('id', '=', quoteId)
      .execute(),
  ).rejects.toThrow('search_sandbox_check')
  const isThere = (groups: { event_date: string }[]) => groups.some(({ event_date }) => event_date === row.event_date)
  const today = '2026-11-01'
  expect(isThere(await listOldGroups(rig.database.db, today, new Date('2099-01-01')))).toBe(false)
  expect(isThere(await listChangedGroups(rig.database.db, today, new Date(testNow.getTime() - 1_000)))).toBe(false)
})

test('unpaid sandbox holds lapse, can be released, are limited, and everything is deleted after thirty days', async () => {
  const first = (await post(path, await quoted())).body.data.hold
  const released = await post(`${path}/${first.id}/release`, {})
  expect(released.body.data.hold).toMatchObject({ state: 'released', endReason: 'released' })
  expect((await pay(first.id)).body.code).toBe('state_changed')
  const second = (await post(path, await quoted())).body.data.hold
  const body = await quoted()
  await rig.database.db
    .insertInto('sandbox_hold')
    .columns(['partner_id', 'search_id', 'quote_id', 'expires_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('sandbox_hold')
        .select(['partner_id', 'search_id', 'quote_id', 'expires_at', 'created_at'])
        .where('id', '=', second.id)
        .crossJoin(eb.fn<{ n: number }>('generate_series', [sql.lit(1), sql.lit(partnerLinks.most)]).as('more')),
    )
    .execute()
  expect((await post(path, body)).body.code).toBe('too_many_holds')
  rig.at(new Date(testNow.getTime() + partnerLinks.hours * 3_600_000))
  expect((await house.byKey(token, `${path}/${second.id}`)).body.data.hold).toMatchObject({
    state: 'lapsed',
    endReason: 'expired',
  })
  expect((await pay(second.id)).body.code).toBe('state_changed')

  await rig.database.db.updateTable('search').set({ created_at: testNow }).where('is_sandbox', '=', true).execute()
  const purge = async (after: number) => {
    const now = new Date(testNow.getTime() + after * 86_400_000)
    rig.at(now)
    await createJobContext(rig, 'test').transaction((tx) =>
      purgeOldRecords(tx.db, computeLimits(now, retentionDays), now),
    )
    const { db } = rig.database
    return {
      holds: (await db.selectFrom('sandbox_hold').select('id').execute()).length > 0,
      searches: (await db.selectFrom('search').select('id').where('id', '=', body.quoteId).execute()).length,
    }
  }
  expect(await purge(sandboxDays - 1)).toEqual({ holds: true, searches: 1 })
  expect(await purge(sandboxDays + 1)).toEqual({ holds: false, searches: 0 })
})
