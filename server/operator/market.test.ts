import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeUnitsWithFee } from '#contract/price.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { movePayment, voidPayment } from '#server/payments/payment-moves.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { deleteExpired } from './settings.ts'
import { getOverviewCounts } from './system.queries.ts'
import { listOutbox, notifyOutboxFailing } from './outbox.ts'
import { addOperator } from './people.ts'
import { type Context, nobody } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'

let rig: TestRig
let olu: string
let calls = 0
const address = () => `127.6.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const get = (path: string) => rig.call(path, { bearer: olu })
const send = (method: string, path: string, body: unknown) =>
  rig.call(path, { method, body, bearer: olu, address: address() })
const reason = 'for a test of the console'
const lastAct = () =>
  rig.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
// The catalogue cache expires after five seconds of real time.
const fresh = () => rig.age(5_200)

beforeAll(async () => {
  rig = await openRig()
  olu = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'olu@primp.test', password: 'primp-sample-1' },
      address: address(),
    })
  ).body.data.token
})
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').execute()
})

describe('Fees of a market', () => {
  test('a preview shows the effect of another fee; the fee changes prices, but never a locked quote', async () => {
    const preview = (await get('/v1/operator/catalogue/fees/1/preview?percent=20')).body.data
    expect(preview).toMatchObject({ from: 15, to: 20 })
    expect(preview.changed).toBeGreaterThan(0)
    expect(preview.changed).toBeLessThanOrEqual(preview.prices)
    const rows = await rig.database.db
      .selectFrom('provider_service as ps')
      .innerJoin('service as s', 's.id', 'ps.service_id')
      .innerJoin('provider as p', 'p.id', 'ps.provider_id')
      .select('ps.cost_minor')
      .where('s.category_id', '=', 1)
      .where('ps.status', '=', 'active')
      .where('p.state', '=', 'approved')
      .execute()
    expect(preview.prices).toBe(rows.length)
    expect(preview.changed).toBe(
      rows.filter(
        ({ cost_minor }) => computeUnitsWithFee(cost_minor ?? 0, 15) !== computeUnitsWithFee(cost_minor ?? 0, 20),
      ).length,
    )
    for (const { cost, before, after } of preview.examples)
      expect([before, after]).toEqual([computeUnitsWithFee(cost * 100, 15), computeUnitsWithFee(cost * 100, 20)])

    const price = async () =>
      (await rig.call('/v1/@/mia-hollis')).body.data.services.find((s: { id: string }) => s.id === 'makeup').price
    const first = await price()
    expect((await send('PUT', '/v1/operator/catalogue/fees/1', { percent: 20, reason })).body.data).toEqual({
      percent: 20,
    })
    expect(await lastAct()).toMatchObject({ act: 'fee.change', before: { percent: 15 }, after: { percent: 20 } })
    fresh()
    expect(await price()).toBeGreaterThan(first)
    await send('PUT', '/v1/operator/catalogue/fees/1', { percent: 15, reason })
    fresh()
    expect(await price()).toBe(first)
  }, 30_000)
  test('a fee is refused outside 0 to 50 per cent, for an unknown category or without a reason', async () => {
    for (const percent of [-1, 51, 12.5])
      expect((await send('PUT', '/v1/operator/catalogue/fees/1', { percent, reason })).status).toBe(400)
    expect((await send('PUT', '/v1/operator/catalogue/fees/99', { percent: 10, reason })).body.code).toBe(
      'unknown_category',
    )
    expect((await get('/v1/operator/catalogue/fees/99/preview?percent=3')).body.code).toBe('unknown_category')
    expect((await send('PUT', '/v1/operator/catalogue/fees/1', { percent: 10 })).status).toBe(400)
  })
})

describe('Services and markets', () => {
  const words = {
    label: 'Glass skin',
    phrase: 'glass skin makeup',
    minutes: 50,
    setupMinutes: 5,
    sequence: 3,
    markets: ['GB'],
    retired: false,
    reason,
  }
  test('a service is added once, changed and withdrawn', async () => {
    const types = (await get('/v1/operator/catalogue')).body.data.categories.find(
      (c: { id: number }) => c.id === 1,
    ).types
    const body = { ...words, id: 'glass-skin', typeId: types[0].id }
    expect((await send('POST', '/v1/operator/catalogue/services', body)).body.data.service).toMatchObject({
      id: 'glass-skin',
      categoryId: 1,
    })
    expect((await send('POST', '/v1/operator/catalogue/services', body)).body).toMatchObject({
      code: 'service_exists',
      errors: [{ path: 'id' }],
    })
    expect(
      (await send('POST', '/v1/operator/catalogue/services', { ...body, id: 'another', typeId: 'nothing' })).body.code,
    ).toBe('not_found')
    fresh()
    const offered = async () =>
      (await rig.call('/v1/quotes/formSettings')).body.data.formSettings.serviceTypes.flatMap(
        (t: { services: { id: string }[] }) => t.services.map((s) => s.id),
      )
    expect(await offered()).toContain('glass-skin')
    expect(
      (await send('PUT', '/v1/operator/catalogue/services/glass-skin', { ...words, minutes: 70, retired: true }))
        .status,
    ).toBe(200)
    expect(await lastAct()).toMatchObject({
      act: 'service.change',
      before: { minutes: 50 },
      after: { minutes: 70, retired: true },
    })
    fresh()
    expect(await offered()).not.toContain('glass-skin')
    expect((await send('PUT', '/v1/operator/catalogue/services/no-such', words)).body.code).toBe('unknown_service')
    await rig.database.db.deleteFrom('service').where('id', '=', 'glass-skin').execute()
    fresh()
  }, 40_000)
  test('plans follow the order of services that operators configure', async () => {
    const found = await rig.call('/v1/quotes/', {
      method: 'POST',
      body: {
        services: ['makeup', 'updo'],
        people: [{ count: 1, services: ['makeup', 'updo'] }],
        storeSlug: 'beauty',
        categorySlug: 'makeup-hair-styling',
        location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
        eventDate: '2027-06-16',
        finishTime: '15:00',
      },
      address: address(),
    })
    const { profiles } = (await rig.call(`/v1/quotes/${found.body.data.search.id}`)).body.data
    const { slug } = profiles.mobile[0]
    const order = async () =>
      (
        await rig.call(`/v1/quotes/${found.body.data.search.id}/@/${slug}?type=mobile`)
      ).body.data.locked.plan.blocks.map(({ serviceId }: { serviceId: string }) => serviceId)
    const row = await rig.database.db
      .selectFrom('service')
      .selectAll()
      .where('id', '=', 'makeup')
      .executeTakeFirstOrThrow()
    const makeup = {
      label: row.label,
      phrase: row.phrase,
      minutes: row.minutes,
      setupMinutes: row.setup_minutes,
      markets: row.markets,
      reason,
    }
    expect(row.sequence).toBe(3)
    expect(await order()).toEqual(['updo', 'makeup'])
    expect((await send('PUT', '/v1/operator/catalogue/services/makeup', { ...makeup, sequence: 1 })).status).toBe(200)
    expect(await lastAct()).toMatchObject({ act: 'service.change', before: { sequence: 3 }, after: { sequence: 1 } })
    fresh()
    expect(await order()).toEqual(['makeup', 'updo'])
    for (const sequence of [-1, 5, 1.5, undefined])
      expect((await send('PUT', '/v1/operator/catalogue/services/makeup', { ...makeup, sequence })).status).toBe(400)
    await send('PUT', '/v1/operator/catalogue/services/makeup', { ...makeup, sequence: 3 })
    fresh()
  }, 40_000)
  test('the default minutes of a service change how artists are planned', async () => {
    const before = await rig.database.db
      .selectFrom('service')
      .selectAll()
      .where('id', '=', 'makeup')
      .executeTakeFirstOrThrow()
    const planned = async () =>
      await rig.database.db
        .selectFrom('provider_match as m')
        .innerJoin('provider as p', 'p.id', 'm.provider_id')
        .innerJoin('provider_service as ps', 'ps.provider_id', 'p.id')
        .select(['m.minutes', 'm.service_nos'])
        .where('ps.service_id', '=', 'makeup')
        .where('ps.minutes', 'is', null)
        .where('ps.status', '=', 'active')
        .limit(1)
        .executeTakeFirstOrThrow()
    const made = {
      label: before.label,
      phrase: before.phrase,
      minutes: before.minutes,
      setupMinutes: before.setup_minutes,
      sequence: before.sequence,
      markets: before.markets,
      retired: false,
      reason,
    }
    await send('PUT', '/v1/operator/catalogue/services/makeup', { ...made, minutes: before.minutes + 5 })
    const row = await planned()
    expect(row.minutes[row.service_nos.indexOf(before.no)]).toBe(before.minutes + 5)
    await send('PUT', '/v1/operator/catalogue/services/makeup', made)
  })
  test('health statements appear only in markets that require them', async () => {
    expect(
      (await send('PUT', '/v1/operator/markets/AU', { covidTrained: true, vaccinated: false, reason })).body.data,
    ).toEqual({ covidTrained: true, vaccinated: false })
    expect(await lastAct()).toMatchObject({ act: 'market.change', subject_id: 'AU', before: { covidTrained: false } })
    await send('PUT', '/v1/operator/markets/AU', { covidTrained: false, vaccinated: false, reason })
    expect(
      (await send('PUT', '/v1/operator/markets/FR', { covidTrained: true, vaccinated: true, reason })).status,
    ).toBe(400)
  })
})

describe('Reviews in the console', () => {
  test('a review that an operator removes with a reason leaves page and score, and restoring it returns it to both', async () => {
    const figures = async () => {
      const { rating, totalReviews } = (await rig.call('/v1/@/mia-hollis')).body.data
      return { rating, totalReviews }
    }
    const before = await figures()
    const { reviews } = (await get('/v1/operator/reviews?state=shown')).body.data
    expect(reviews.length).toBe(50)
    const [latest] = (await rig.call('/v1/@/mia-hollis/testimonials?limit=1')).body.data.reviews
    expect(
      (await send('POST', `/v1/operator/reviews/${latest._id}/remove`, { reason })).body.data.review,
    ).toMatchObject({ hiddenReason: reason })
    expect((await figures()).totalReviews).toBe(before.totalReviews - 1)
    expect((await send('POST', `/v1/operator/reviews/${latest._id}/remove`, { reason })).body.code).toBe(
      'state_changed',
    )
    expect(
      (await get('/v1/operator/reviews?state=removed')).body.data.reviews.map((r: { id: string }) => r.id),
    ).toEqual([latest._id])
    await send('POST', `/v1/operator/reviews/${latest._id}/restore`, { reason })
    expect(await figures()).toEqual(before)
    expect((await send('POST', '/v1/operator/reviews/999999999/remove', { reason })).status).toBe(404)
  })
})

const idOfOlu = async () =>
  (
    await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'olu@primp.test')
      .executeTakeFirstOrThrow()
  ).id

describe('Console', () => {
  test('the console counts open tasks', async () => {
    expect((await get('/v1/operator/overview')).body.data).toMatchObject({
      waiting: expect.any(Number),
      people: expect.any(Number),
      providers: expect.any(Number),
    })
  })
  test('the console counts today’s bookings and payments, and failed payments', async () => {
    const overview = async () => (await get('/v1/operator/overview')).body.data
    const pounds = ({ takings }: { takings: { amount: number; currency: string }[] }) =>
      takings.find(({ currency }) => currency === 'GBP')?.amount ?? 0
    const before = await overview()
    await createInstantTestProvider(rig, { slug: 'counted' })
    const booked = await (await createTestVisitor(rig)).book('counted')
    const declined = async (slug: string) => {
      await createInstantTestProvider(rig, { slug })
      const zoe = await createTestVisitor(rig)
      const { payment } = (await zoe.pay((await zoe.hold(slug)).body.data.hold.id)).body.data
      expect((await zoe.card(payment.clientSecret, '4000000000000002')).body.code).toBe('card_declined')
      const { id } = await rig.database.db
        .selectFrom('payment')
        .select('id')
        .where('last_error', '=', 'declined')
        .where('state', '=', 'open')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      return id
    }
    const refused = await declined('not-paid')
    expect(await overview()).toMatchObject({ failedPayments: before.failedPayments })
    await createJobContext(rig, 'test').transaction((ctx) => movePayment(ctx, refused, 'cancelled'))
    expect(await overview()).toMatchObject({ failedPayments: before.failedPayments + 1 })
    const left = await declined('not-paid-either')
    await createJobContext(rig, 'test').transaction(async (ctx) => {
      await voidPayment(ctx, left)
      await movePayment(ctx, left, 'cancelled')
    })
    const after = await overview()
    expect(booked.deposit).toBeGreaterThan(0)
    expect(after).toMatchObject({ failedPayments: before.failedPayments + 2, bookedToday: before.bookedToday + 1 })
    const { payments } = (await get('/v1/operator/payments?failed=true')).body.data
    expect(payments).toHaveLength(after.failedPayments)
    const states = payments.map((one: { id: string; state: string; error: string }) => [one.id, [one.state, one.error]])
    expect(Object.fromEntries(states)).toMatchObject({
      [left]: ['voided', 'declined'],
      [refused]: ['ended', 'declined'],
    })
    expect(pounds(after) - pounds(before)).toBeCloseTo(booked.deposit, 2)
    const tomorrow = new Date(testNow.getTime() + 86_400_000)
    expect(await getOverviewCounts(rig.database.db, tomorrow)).toMatchObject({
      booked_today: 0,
      takings: [],
      failed_payments: before.failedPayments + 2,
    })
    await clearTestTown(rig)
  })
  test('business details, retention and second approval are changed, each with an audit entry', async () => {
    const before = (await get('/v1/operator/settings')).body.data
    const business = { legalName: 'Primp Pty Ltd', supportEmail: 'help@primp.example', supportPhone: '', chat: '' }
    const { waits, ...after } = (await send('PUT', '/v1/operator/settings', { business, secondApproval: true, reason }))
      .body.data
    expect(waits).toBe(false)
    expect(after).toMatchObject({ business, secondApproval: true, retention: before.retention })
    expect((await get('/v1/operator/settings')).body.data).toEqual(after)
    expect(
      (await send('PUT', '/v1/operator/settings', { business: { ...business, supportEmail: 'nobody' }, reason }))
        .status,
    ).toBe(400)
    expect(
      (await send('PUT', '/v1/operator/settings', { retention: { ...before.retention, audit: 1 }, reason })).status,
    ).toBe(400)
    await rig.database.db
      .deleteFrom('setting')
      .where('key', 'in', ['business', 'verification.secondApproval'])
      .execute()
    rig.age(2_100)
  })
  test('the jobs are listed, and an operator can run one', async () => {
    const { jobs } = (await get('/v1/operator/jobs')).body.data
    const times = { intervalMinutes: 60, nextRunAt: '2026-11-20T09:41:00.000Z', lastRunAt: null }
    expect(jobs).toContainEqual(expect.objectContaining({ name: 'purge-identity', state: 'not_run', ...times }))
    expect(
      (await send('POST', '/v1/operator/jobs/forget-old-calls/run', { reason })).body.data.seconds,
    ).toBeGreaterThanOrEqual(0)
    expect((await send('POST', '/v1/operator/jobs/no-such-job/run', { reason })).status).toBe(404)
  })
  test('a job that failed, runs or has missed a run is marked', async () => {
    const { db } = rig.database
    await sql`create schema jobs`.execute(db)
    await sql`create table jobs.job (name text, state text, started_on timestamptz, completed_on timestamptz, output jsonb)`.execute(
      db,
    )
    const addRun = (name: string, state: string, minutesAgo: number) =>
      sql`insert into jobs.job values (${name}, ${state}, ${new Date(testNow.getTime() - minutesAgo * 60_000)}, null, '{"message": "no answer"}')`.execute(
        db,
      )
    await addRun('end-requests', 'completed', 30)
    await addRun('work-booked', 'completed', 5)
    await addRun('payments', 'retry', 1)
    await addRun('back-up', 'active', 90)
    const { jobs } = (await get('/v1/operator/jobs')).body.data
    await sql`drop schema jobs cascade`.execute(db)
    const stateOf = (name: string) => jobs.find((job: { name: string }) => job.name === name).state
    expect(['end-requests', 'work-booked', 'payments', 'back-up', 'lapse-holds'].map(stateOf)).toEqual([
      'late',
      'succeeded',
      'failed',
      'running',
      'not_run',
    ])
  })
  test('the outbox is listed, and a failed notice can be sent again', async () => {
    await addOperator(createJobContext(rig, 'test'), 'first@primp.example', 'First Operator')
    const { notices } = (await get('/v1/operator/outbox?text=first@primp')).body.data
    const added = notices.find((n: { kind: string }) => n.kind === 'op.operator.added')
    expect((await get(`/v1/operator/outbox/${added.id}`)).body.data.body).toContain('/login/magic-link/')
    expect((await send('POST', `/v1/operator/outbox/${added.id}/resend`, { reason })).body.code).toBe('state_changed')
    await rig.database.db
      .updateTable('outbox')
      .set({ state: 'given_up', given_up_at: testNow, error: 'no such box' })
      .where('id', '=', added.id)
      .execute()
    await notifyOutboxFailing(createJobContext(rig, 'test'))
    await notifyOutboxFailing(createJobContext(rig, 'test'))
    expect(
      (await get('/v1/operator/outbox?text=failing')).body.data.notices.filter(
        (n: { address: string }) => n.address === 'olu@primp.test',
      ),
    ).toHaveLength(1)
    expect((await send('POST', `/v1/operator/outbox/${added.id}/resend`, { reason })).body.data.notice).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    expect((await get('/v1/operator/outbox/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    // With a real mail server, sign-in codes can neither be read nor searched.
    const reader = { ...nobody, accountId: await idOfOlu() }
    const posting: Context = { ...createJobContext(rig, 'test'), viewer: reader, env: { ...rig.env, MAIL: 'smtp' } }
    await rig.database.db
      .updateTable('outbox')
      .set({ subject: '482913 is your Primp code' })
      .where('id', '=', added.id)
      .execute()
    const found = async (text: string) => (await listOutbox(posting, { text })).notices.filter((n) => n.id === added.id)
    expect(await found('48')).toEqual([])
    expect(await found('first@primp')).toMatchObject([{ subject: '•••••• is your Primp code' }])
    const link = /\/login\/magic-link\/(\S+)/.exec((await get(`/v1/operator/outbox/${added.id}`)).body.data.body)?.[1]
    const account = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'first@primp.example')
      .executeTakeFirstOrThrow()
    expect(link).toBeTruthy()
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer'], duties: [] })
      .where('id', '=', account.id)
      .execute()
  })
})

describe('Audit log', () => {
  test('entries are found by text, action and person, and exported as CSV with formulas escaped', async () => {
    await send('PUT', '/v1/operator/markets/AU', {
      covidTrained: false,
      vaccinated: false,
      reason: '=HYPERLINK("http://x")',
    })
    const { entries } = (await get('/v1/operator/audit?act=market.change')).body.data
    expect(entries[0]).toMatchObject({
      act: 'market.change',
      actor: { name: expect.stringContaining('Olu') },
      reason: '=HYPERLINK("http://x")',
    })
    expect((await get('/v1/operator/audit?act=market.')).body.data.entries[0].id).toBe(entries[0].id)
    expect((await get('/v1/operator/audit?act=mark.')).body.data.entries).toEqual([])
    expect((await get('/v1/operator/audit?text=hyperlink')).body.data.entries[0].id).toBe(entries[0].id)
    expect((await get('/v1/operator/audit?text=nothing-like-this')).body.data.entries).toEqual([])
    const { lines } = (await get('/v1/operator/lists/audit/file?query=act%3Dmarket.change')).body.data
    expect(lines.split('\r\n')[0]).toContain('id,at,actor.id,actor.name')
    expect(lines).toContain(`"'=HYPERLINK(""http://x"")"`)
  })
  test('entries cannot be changed, deleted or truncated, except those past the configured retention', async () => {
    const { db } = rig.database
    const count = async () =>
      Number(
        (
          await db
            .selectFrom('audit')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    await expect(db.updateTable('audit').set({ reason: 'another' }).execute()).rejects.toThrow('appended')
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('appended')
    await expect(rig.database.exec('truncate audit')).rejects.toThrow('appended')
    const before = await count()
    const { actor_id } = await lastAct()
    await db
      .insertInto('audit')
      .values({
        at: new Date('2020-01-01T00:00:00Z'),
        actor_id,
        act: 'old.entry',
        subject_kind: 'test',
        subject_id: '1',
      })
      .execute()
    await deleteExpired(createJobContext(rig, 'test'))
    expect(await count()).toBe(before)
  })
})
