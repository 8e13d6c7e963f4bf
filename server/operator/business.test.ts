import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Cohort, FunnelRow, MoneyRow, Square } from '#contract/operator/business.ts'
import { createTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import {
  clearTestTown,
  createInstantTestProvider,
  createSearchInput,
  createTestProvider,
  testTown,
} from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createKeyHeader,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  testCustomer as leila,
} from '#server/testing/requests.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { listFunnelRows } from './business.queries.ts'

let rig: TestRig
let asOlu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  asOlu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
const clear = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
}
beforeEach(clear)
afterAll(clear)

type Visitor = Awaited<ReturnType<typeof createTestVisitor>>
const week = '2026-11-16'
const ask = async (figure: string, query = '') =>
  (await asOlu(`/v1/operator/business/${figure}?countryCode=GB${query}`)).body.data
/** Sums the figures of the test week over all categories. */
async function sums<R extends { week: string }>(figure: string, of: readonly (keyof R)[]) {
  const rows: R[] = (await ask(figure, '&weeks=2')).rows
  const own = rows.filter((row) => row.week === week)
  return Object.fromEntries(of.map((name) => [name, own.reduce((sum, row) => sum + Number(row[name]), 0)]))
}
const stages = ['searches', 'seen', 'asked', 'booked', 'kept'] as const
const funnel = () => sums<FunnelRow>('funnel', stages)
const money = () => sums<MoneyRow>('money', ['bookings', 'gross', 'take', 'refunds', 'refunded', 'disputes'])
/** Returns what the action adds to a figure. */
async function added(figure: () => Promise<Record<string, number>>, act: () => Promise<unknown>) {
  const before = await figure()
  await act()
  const after = await figure()
  return Object.fromEntries(
    Object.keys(after).map((name) => [name, Math.round((Number(after[name]) - Number(before[name])) * 100) / 100]),
  )
}
// The database sets the time of a search by its own clock.
const searchedInWeek = (id: string) =>
  rig.database.db.updateTable('search').set({ created_at: testNow }).where('id', '=', id).execute()

describe('Funnel from search to completed booking', () => {
  test('each step counts when it is reached, and an edited search does not count again', async () => {
    await createInstantTestProvider(rig, { slug: 'funnel' })
    let leila: Visitor | undefined
    expect(
      await added(funnel, async () => {
        leila = await createTestVisitor(rig)
        await searchedInWeek(leila.id)
      }),
    ).toEqual({ searches: 1, seen: 0, asked: 0, booked: 0, kept: 0 })
    const { id, book, call } = leila as unknown as Visitor
    expect(
      await added(funnel, () => rig.call(`/v1/quotes/${id}`, { address: createTestAddress() })),
      'a view by someone else does not count',
    ).toEqual({ searches: 0, seen: 0, asked: 0, booked: 0, kept: 0 })
    expect(await added(funnel, () => call(`/v1/quotes/${id}`))).toMatchObject({ searches: 0, seen: 1, asked: 0 })
    expect(
      await added(funnel, async () => {
        const { body } = await call(
          '/v1/quotes/',
          'POST',
          createSearchInput(testTown, { previousSearch: id, finishTime: '15:00' }),
        )
        await searchedInWeek(body.data.search.id)
      }),
    ).toEqual({ searches: 0, seen: 0, asked: 0, booked: 0, kept: 0 })
    let booked = ''
    expect(
      await added(funnel, async () => {
        booked = (await book('funnel')).id
      }),
    ).toEqual({ searches: 0, seen: 0, asked: 1, booked: 1, kept: 1 })
    expect(
      await added(funnel, async () => {
        const { refund } = (await call(`/v1/bookings/${booked}`)).body.data.appointment
        const { status } = await call(`/v1/bookings/${booked}/cancel`, 'POST', { refund: refund.now })
        expect(status).toBe(200)
      }),
    ).toEqual({ searches: 0, seen: 0, asked: 0, booked: 0, kept: -1 })
  })

  test('empty quotes do not count as viewed, until an artist becomes available', async () => {
    const nobodyThere = await createTestVisitor(rig)
    await searchedInWeek(nobodyThere.id)
    const read = () => nobodyThere.call(`/v1/quotes/${nobodyThere.id}`)
    expect(await added(funnel, read)).toMatchObject({ searches: 0, seen: 0 })
    await createTestProvider(rig, { slug: 'late' })
    expect(await added(funnel, read)).toMatchObject({ searches: 0, seen: 1 })
  })

  test('no step of the funnel has a larger number than the step before', async () => {
    const rows: FunnelRow[] = (await asOlu('/v1/operator/business/funnel?weeks=53')).body.data.rows
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows)
      for (const [i, stage] of stages.slice(1).entries())
        expect(row[stage], `${stage} in ${row.week}`).toBeLessThanOrEqual(row[stages[i] as 'searches'])
  })

  test('a week begins in the time zone of the market', async () => {
    const { id } = await createTestVisitor(rig)
    const set = (created_at: string) =>
      rig.database.db.updateTable('search').set({ created_at }).where('id', '=', id).execute()
    const of = { from: '2026-07-06', until: '2026-07-20', countryCode: 'GB', categoryId: null }
    const inWeek = async (monday: string) =>
      (await listFunnelRows(rig.database.db, of)).reduce(
        (sum, row) => (row.week === monday ? sum + row.searches : sum),
        0,
      )
    const [before, after] = [await inWeek('2026-07-06'), await inWeek('2026-07-13')]
    // Half past midnight in British summer time is the previous day in UTC.
    await set('2026-07-12T23:30:00Z')
    expect([await inWeek('2026-07-06'), await inWeek('2026-07-13')]).toEqual([before, after + 1])
    await set('2026-07-12T22:30:00Z')
    expect([await inWeek('2026-07-06'), await inWeek('2026-07-13')]).toEqual([before + 1, after])
  })
})

describe('Business figures', () => {
  test('a booking adds its price and its fee, and a refund subtracts them in the week of the refund', async () => {
    await createInstantTestProvider(rig, { slug: 'worth', costs: { makeup: 8_500 } })
    const visitor = await createTestVisitor(rig)
    let booked = { id: '', total: 0 }
    const made = await added(money, async () => {
      booked = await visitor.book('worth')
    })
    const { fee_minor } = await rig.database.db
      .selectFrom('appointment')
      .select('fee_minor')
      .where('id', '=', booked.id)
      .executeTakeFirstOrThrow()
    expect(made).toEqual({
      bookings: 1,
      gross: booked.total,
      take: fee_minor / 100,
      refunds: 0,
      refunded: 0,
      disputes: 0,
    })
    const back = await added(money, async () => {
      const answer = await asOlu(`/v1/operator/bookings/${booked.id}/cancel`, 'POST', {
        reason: 'The studio has burnt down',
      })
      expect(answer.status).toBe(200)
    })
    const { amount_minor } = await rig.database.db
      .selectFrom('payment')
      .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
      .select('payment.amount_minor')
      .where('payment.kind', '=', 'deposit')
      .where('appointment.id', '=', booked.id)
      .executeTakeFirstOrThrow()
    expect(back).toEqual({
      bookings: 0,
      gross: 0,
      take: -fee_minor / 100,
      refunds: amount_minor / 100,
      refunded: 1,
      disputes: 0,
    })
  })

  test('a reported problem counts as a dispute of its market and category in its week', async () => {
    await createInstantTestProvider(rig, { slug: 'absent' })
    const visitor = await createTestVisitor(rig)
    const { id, startsAt } = await visitor.book('absent')
    const { db } = rig.database
    const { category_id } = await db
      .selectFrom('appointment')
      .innerJoin('search', 'search.id', 'appointment.search_id')
      .select('search.category_id')
      .where('appointment.id', '=', id)
      .executeTakeFirstOrThrow()
    const disputed = async (query: string) =>
      ((await asOlu(`/v1/operator/business/money?weeks=2${query}`)).body.data.rows as MoneyRow[])
        .filter((row) => row.week === week)
        .reduce((sum, row) => sum + row.disputes, 0)
    const disputes = async () => ({
      market: await disputed(`&countryCode=GB&categoryId=${category_id}`),
      another: await disputed('&countryCode=US'),
      ofAnotherKind: await disputed(`&categoryId=${category_id + 1}`),
    })
    const reported = await added(
      async () => ({ ...(await money()), ...(await disputes()) }),
      async () => {
        rig.at(new Date(Date.parse(startsAt) + 31 * 60_000))
        const told = await visitor.call(`/v1/bookings/${id}/problem`, 'POST', { kind: 'no_show', text: 'Nobody came.' })
        expect(told.body.data?.appointment?.state, JSON.stringify(told.body)).toBe('disputed')
        await db.updateTable('dispute').set({ created_at: testNow }).where('appointment_id', '=', id).execute()
        rig.at(testNow)
      },
    )
    const none = { bookings: 0, gross: 0, take: 0, refunds: 0, refunded: 0, another: 0, ofAnotherKind: 0 }
    expect(reported).toEqual({ ...none, disputes: 1, market: 1 })
  })

  test('the fee income of all weeks equals the fees on the ledger page', async () => {
    const rows: MoneyRow[] = (await asOlu('/v1/operator/business/money?weeks=53')).body.data.rows
    const ledger = (await asOlu('/v1/operator/ledger')).body.data.balances as {
      account: string
      currency: string
      amount: number
    }[]
    const said = ledger
      .filter(({ account, currency }) => (account === 'fees' || account === 'promos') && currency === 'GBP')
      .reduce((sum, { amount }) => sum - amount, 0)
    expect(said).toBeGreaterThan(100)
    expect(rows.filter(({ currency }) => currency === 'GBP').reduce((sum, { take }) => sum + take, 0)).toBeCloseTo(
      said,
      2,
    )
  })
})

test('the time to the first offer is measured from the request, with the number of unanswered requests', async () => {
  const waits = async () =>
    (await ask('first-quotes', '&weeks=2')).weeks.find((row: { week: string }) => row.week === week)
  const before = (await waits()) ?? { asked: 0, answered: 0 }
  const nia = await createSignedInProvider(rig, { slug: 'nia' })
  const search = await createTestSearch(rig)
  const { body } = await search.ask('nia')
  const unasked = (await waits()) ?? { asked: 0 }
  expect(unasked.asked, 'an unconfirmed request does not count').toBe(before.asked)
  await confirmRequestsByMail(rig, leila.email)
  expect(await waits()).toMatchObject({ asked: before.asked + 1, answered: before.answered })
  rig.at(new Date(testNow.getTime() + 90 * 60_000))
  const offered = await rig.call(`/v1/providers/me/requests/${body.data.requests[0].id}/offer`, {
    method: 'POST',
    bearer: nia.bearer,
    body: { note: 'Happy to.' },
    headers: createKeyHeader(),
    address: createTestAddress(),
  })
  expect(offered.status).toBe(200)
  rig.at(testNow)
  expect(await waits()).toMatchObject({ asked: before.asked + 1, answered: before.answered + 1 })
  if (before.asked === 0) expect(await waits()).toMatchObject({ middleMinutes: 90, mostMinutes: 90 })
})

test('the time to the first offer is measured from the request, and the number of unanswered requests is shown', async () => {
  await createTestProvider(rig, { slug: 'square-a', instant: true })
  await createTestProvider(rig, { slug: 'square-b' })
  const squares: Square[] = (await ask('squares')).squares
  const at = squares.find(({ lat }) => Math.abs(lat - testTown.coordinates[1]) < 0.05)
  expect(at).toMatchObject({ artists: 2, instant: 1, countryCode: 'GB' })
  const { n } = await rig.database.db
    .selectFrom('provider_match')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('country_code', '=', 'GB')
    .executeTakeFirstOrThrow()
  expect(squares.reduce((sum, { artists }) => sum + artists, 0)).toBe(Number(n))
  const areas: { cell: number; people: number; withoutArtist: number }[] = (
    await asOlu('/v1/operator/demand?countryCode=GB')
  ).body.data.areas
  for (const { cell, people, withoutArtist } of areas)
    expect(squares.find((square) => square.cell === cell)?.demand).toMatchObject({ people, withoutArtist })
})

test('all customers of a cohort are active in its first month, and no customer counts twice', async () => {
  const { months, customers, artists }: { months: string[]; customers: Cohort[]; artists: Cohort[] } =
    await ask('cohorts')
  expect(months).toHaveLength(12)
  expect(customers.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(10)
  for (const { size, active } of customers) {
    expect(active[0]).toBe(size)
    for (const n of active) expect(n).toBeLessThanOrEqual(size)
  }
  for (const { size, active } of artists) for (const n of active) expect(n).toBeLessThanOrEqual(size)
  const { n } = await rig.database.db
    .selectFrom('appointment')
    .select((eb) => eb.fn.count<number>('account_id').distinct().as('n'))
    .where('booked_at', '>=', new Date(`${months[0]}T00:00:00Z`))
    .where('state', '<>', 'cancelled')
    .where('no_show_of', 'is', null)
    .executeTakeFirstOrThrow()
  expect(customers.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(Number(n))
})

test('the figures require the money or content duty', async () => {
  const { db } = rig.database
  const id = await getAccountId(rig, 'olu@primp.test')
  const { duties } = await db.selectFrom('account').select('duties').where('id', '=', id).executeTakeFirstOrThrow()
  const as = async (own: string[]) => {
    await db.updateTable('account').set({ duties: own }).where('id', '=', id).execute()
    rig.age(5_200)
    const olu = await createTestClient(rig, id)
    return Promise.all(
      ['funnel', 'money', 'first-quotes', 'squares', 'cohorts'].map(
        async (figure) => (await olu(`/v1/operator/business/${figure}`)).body.code ?? 'ok',
      ),
    )
  }
  try {
    expect(new Set(await as(['support']))).toEqual(new Set(['duty_required']))
    expect(new Set(await as(['money']))).toEqual(new Set(['ok']))
    expect(new Set(await as(['content']))).toEqual(new Set(['ok']))
  } finally {
    await db.updateTable('account').set({ duties }).where('id', '=', id).execute()
  }
  expect((await asOlu('/v1/operator/business/funnel?weeks=0')).body.code).toBe('invalid_input')
  expect((await asOlu('/v1/operator/business/funnel?weeks=54')).body.code).toBe('invalid_input')
})
