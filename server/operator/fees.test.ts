import { toFeePayer } from '#server/catalog/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FeeRule, Fees } from '#contract/fees.ts'
import { toMinor } from '#contract/money.ts'
import { findSmallestJob, computeUnitsWithFee } from '#contract/price.ts'
import { createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { type Answer, openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: string
const reason = 'agreed with the artist'
const today = testNow.toISOString().slice(0, 10)
const call = (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
  rig.call(path, { method, bearer: olu, address: createTestAddress(), ...(body === undefined ? {} : { body }) })
const add = (rule: Record<string, unknown>) =>
  call('/v1/operator/fees', 'POST', { percent: 10, firstOn: today, reason, ...rule })
const query = (rule: Record<string, unknown>) => new URLSearchParams(rule as Record<string, string>).toString()
const preview = async (rule: Record<string, unknown>) =>
  (await call(`/v1/operator/fees/preview?${query({ percent: 10, firstOn: today, ...rule })}`)).body.data
// The catalogue cache expires after one second of real time.
const fresh = () => rig.age(1_200)
const lastAct = () =>
  rig.database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const clear = async () => {
  await rig.database.db.deleteFrom('fee_rule').execute()
  fresh()
}

const signIn = async () => {
  const body = { email: 'olu@primp.test', password: 'primp-sample-1' }
  olu = (await rig.call('/v1/accounts/login', { method: 'POST', body, address: createTestAddress() })).body.data.token
}

beforeAll(async () => {
  rig = await openRig()
  await signIn()
})
beforeEach(async () => {
  rig.at(testNow)
  await signIn()
  await clearTestTown(rig)
  await clear()
})
afterAll(async () => {
  await clear()
  rig.at(testNow)
  await clearTestTown(rig)
})

describe('Fee rules', () => {
  test('a rule for one artist applies to every price shown, and a booking keeps it after the rule has ended', async () => {
    await createTestProviderWithAccount(rig, { slug: 'fee-own', costs: { makeup: 30_000 }, notice: 0 })
    await createTestProviderWithAccount(rig, { slug: 'fee-usual', costs: { makeup: 30_000 }, notice: 0 })
    const { rule } = (await add({ artist: 'fee-own', percent: 5, lastOn: '2026-12-31' })).body.data
    expect(rule).toMatchObject({
      state: 'now',
      percent: 5,
      artist: { slug: 'fee-own' },
      madeBy: 'Olu Bankole-Reed',
      reason,
    })
    expect(await lastAct()).toMatchObject({ act: 'fee.rule.add', subject_name: 'fee-own', reason })
    fresh()

    const profile = (slug: string) => rig.call(`/v1/@/${slug}`)
    const priceOn = async (slug: string) => (await profile(slug)).body.data.services[0].price
    expect([await priceOn('fee-own'), await priceOn('fee-usual')]).toEqual([316, 353])
    const leila = await createTestVisitor(rig)
    const cards = (await leila.call(`/v1/quotes/${leila.id}`)).body.data
    const all = [...cards.offers.mobile.map((o: { provider: unknown }) => o.provider), ...cards.profiles.mobile]
    const shown = Object.fromEntries(all.map((card: { slug: string; price: number }) => [card.slug, card.price]))
    expect(shown).toEqual({ 'fee-own': 316, 'fee-usual': 353 })

    const { hold } = (await leila.hold('fee-own')).body.data
    expect(hold.quote).toMatchObject({ total: 316, fee: 16 })
    await call(`/v1/operator/fees/${rule.id}`, 'PUT', { lastOn: today, reason })
    rig.at(new Date(testNow.getTime() + 86_400_000))
    fresh()
    expect(await priceOn('fee-own')).toBe(353)
    const kept = await rig.database.db
      .selectFrom('quote')
      .innerJoin('provider', 'provider.id', 'quote.provider_id')
      .select('body')
      .where('provider.slug', '=', 'fee-own')
      .executeTakeFirstOrThrow()
    expect(kept.body).toMatchObject({ total: 316, fee: 16, terms: { percent: 5 } })
  })

  test('an artist sees their own rule with its end, and no other artist sees it', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'fee-told', costs: { makeup: 30_000 }, notice: 0 })
    const other = await createTestProviderWithAccount(rig, { slug: 'fee-other', costs: { makeup: 30_000 }, notice: 0 })
    await add({ artist: 'fee-told', percent: 4, cap: 25, firstBookings: 3, lastOn: '2027-01-31' })
    await add({ countryCode: 'GB', percent: 12, firstOn: '2027-02-01' })
    fresh()
    const own = async ({ accountId }: { accountId: string }) =>
      (await (await createTestClient(rig, accountId))('/v1/providers/me/fees')).body.data.fees
    const usual = { until: null, bookingsLeft: null, floor: null, cap: null, currency: 'GBP' }
    expect(await own(artist)).toEqual([
      {
        ...usual,
        categoryId: 1,
        label: 'Makeup, hair and styling',
        percent: 4,
        usualPercent: 15,
        why: 'yours',
        cap: 25,
        until: '2027-01-31',
        bookingsLeft: 3,
      },
    ])
    expect(await own(other)).toEqual([
      {
        ...usual,
        categoryId: 1,
        label: 'Makeup, hair and styling',
        percent: 15,
        usualPercent: 15,
        why: 'usual',
        until: '2027-01-31',
      },
    ])
    const catalogue = async ({ accountId }: { accountId: string }) =>
      (await (await createTestClient(rig, accountId))('/v1/providers/me/catalogue')).body.data.categories[0].feePercent
    expect([await catalogue(artist), await catalogue(other)]).toEqual([4, 15])
  })

  test('a price line keeps the fee of a whole job between minimum and maximum', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'fee-small', costs: { makeup: 3_000 }, notice: 0 })
    await createTestProviderWithAccount(rig, { slug: 'fee-large', costs: { makeup: 90_000 }, notice: 0 })
    await add({ countryCode: 'GB', percent: 15, floor: 9.5, cap: 60 })
    fresh()
    const leila = await createTestVisitor(rig)
    const quoteOf = async (slug: string) => (await leila.call(`/v1/quotes/${leila.id}/@/${slug}`)).body.data.locked
    const [small, large] = [await quoteOf('fee-small'), await quoteOf('fee-large')]
    expect(small).toMatchObject({ total: 40, fee: 10 })
    expect(small.lines.at(-1)).toMatchObject({ kind: 'fee', label: 'Booking fee', amount: 4 })
    expect(large).toMatchObject({ total: 960, fee: 60 })
    expect(large.lines.at(-1)).toMatchObject({ kind: 'fee', label: 'Booking fee, capped', amount: -99 })
    for (const { lines, total } of [small, large])
      expect(lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(total)
    // The fee shown to the artist gives exactly the visitor's price, on every page.
    const asArtist = await createTestClient(rig, artist.accountId)
    const [{ feePercent, feeFloor, feeCap }] = (await asArtist('/v1/providers/me/catalogue')).body.data.categories
    expect({ feePercent, feeFloor, feeCap }).toEqual({ feePercent: 15, feeFloor: 9.5, feeCap: 60 })
    const terms = { percent: feePercent, floorMinor: toMinor(feeFloor), capMinor: toMinor(feeCap) }
    const own = findSmallestJob([{ costMinor: 3_000, ...terms }], { minimumJobMinor: 0, depositShare: 20 })
    expect(own?.price.totalMinor).toBe(toMinor(small.total))
    await rig.database.db.updateTable('provider').set({ minimum_job_minor: 100 }).where('id', '=', artist.id).execute()
    expect((await rig.call('/v1/@/fee-small')).body.data.minimumJob).toBe(small.total)
  })

  test('a second rule for the same scope and day is refused; an introductory rule beside it is allowed', async () => {
    expect((await add({ categoryId: 1 })).status).toBe(200)
    expect((await add({ categoryId: 1, firstOn: '2027-03-01' })).body.code).toBe('fee_rules_meet')
    for (const other of [{ categoryId: 1, firstBookings: 3 }, { categoryId: 1, countryCode: 'GB' }, { categoryId: 2 }])
      expect((await add({ ...other, firstOn: '2027-03-01' })).status).toBe(200)
    const { rules } = (await call('/v1/operator/fees?categoryId=1')).body.data
    expect(rules.map((r: { state: string }) => r.state).sort()).toEqual(['coming', 'coming', 'now'])
    expect((await call('/v1/operator/fees?state=now')).body.data.rules).toHaveLength(1)
    const lines = (await call('/v1/operator/fees/export')).body.data.lines.trim().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toContain('first_bookings')
  })

  test('an invalid rule is refused at the wrong field', async () => {
    const wrong = async (rule: Record<string, unknown>) => {
      const { status, body } = await add(rule)
      return [status, body.errors?.[0]?.path]
    }
    expect(await wrong({})).toEqual([400, 'countryCode'])
    expect(await wrong({ countryCode: 'GB', artist: 'mia-hollis' })).toEqual([400, 'artist'])
    expect(await wrong({ categoryId: 1, floor: 5 })).toEqual([400, 'floor'])
    expect(await wrong({ countryCode: 'GB', floor: 5, cap: 5.5 })).toEqual([400, 'cap'])
    expect(await wrong({ countryCode: 'GB', lastOn: '2026-01-01' })).toEqual([400, 'lastOn'])
    expect(await wrong({ countryCode: 'GB', percent: 51 })).toEqual([400, 'percent'])
    expect(await wrong({ countryCode: 'GB', firstOn: '2026-11-19' })).toEqual([422, 'firstOn'])
    expect(await wrong({ artist: 'nobody-at-all' })).toEqual([404, 'artist'])
    expect(await wrong({ categoryId: 99 })).toEqual([422, 'categoryId'])
    await expect(
      rig.database.db
        .insertInto('fee_rule')
        .values({ percent: 10, first_on: today, reason, created_at: testNow })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'fee_rule_scope' })
  })

  test('an active rule can only be ended; a future rule can be removed', async () => {
    const begun = (await add({ countryCode: 'CA' })).body.data.rule
    const coming = (await add({ countryCode: 'AU', firstOn: '2027-01-01' })).body.data.rule
    const remove = (id: string) => call(`/v1/operator/fees/${id}/remove`, 'POST', { reason })
    expect((await remove(begun.id)).body.code).toBe('state_changed')
    expect((await remove(coming.id)).body.data).toEqual({ removed: true })
    expect((await remove(coming.id)).body.code).toBe('not_found')
    const end = (lastOn: string | null) => call(`/v1/operator/fees/${begun.id}`, 'PUT', { lastOn, reason })
    expect((await end('2026-11-18')).body.code).toBe('time_past')
    expect((await end('2026-11-25')).body.data.rule).toMatchObject({ lastOn: '2026-11-25', state: 'now' })
    expect((await end(null)).body.data.rule.lastOn).toBeNull()
    await end('2026-11-20')
    rig.at(new Date('2026-11-23T12:00:00Z'))
    await signIn()
    expect((await end(null)).body.code).toBe('time_past')
  })
})

describe('Preview of a fee rule', () => {
  test('the preview of a rule has the same numbers of artists and prices as a full computation', async () => {
    const artists = await rig.database.db
      .selectFrom('provider')
      .selectAll()
      .where('state', '=', 'approved')
      .where('country_code', '=', 'GB')
      .execute()
    const offers = await rig.database.db
      .selectFrom('provider_service as ps')
      .innerJoin('service as s', 's.id', 'ps.service_id')
      .select(['ps.provider_id', 'ps.cost_minor', 's.category_id'])
      .where('ps.status', '=', 'active')
      .execute()
    const own = artists[3] as (typeof artists)[number]
    const middle = artists.map((a) => a.booking_count).sort((a, b) => a - b)[artists.length >> 1] ?? 1
    await add({ artist: own.slug, percent: 3 })
    await add({ categoryId: 1, percent: 20, firstBookings: Math.max(1, middle) })
    fresh()
    const none = { countryCode: null, categoryId: null, providerNo: null, firstBookings: null, firstMonths: null }
    const plain = { ...none, firstOn: today, lastOn: null, floorMinor: null, capMinor: null }
    const rules: FeeRule[] = [
      { ...plain, id: 'own', providerNo: own.no, percent: 3 },
      { ...plain, id: 'new', categoryId: 1, percent: 20, firstBookings: Math.max(1, middle) },
    ]
    const draft: FeeRule = { ...plain, id: 'draft', countryCode: 'GB', percent: 11, firstMonths: 30 }
    const feeOf = (all: FeeRule[], artist: (typeof artists)[number], categoryId: number) =>
      new Fees(all, { countryCode: 'GB', categoryId, day: today, usual: 15 }).of(toFeePayer(artist)).percent
    const changes = artists.flatMap((artist) => {
      const of = offers.filter(({ provider_id }) => provider_id === artist.id)
      return of.map(({ category_id, cost_minor }) => ({
        no: artist.no,
        fee: feeOf(rules, artist, category_id) !== feeOf([...rules, draft], artist, category_id),
        price:
          computeUnitsWithFee(cost_minor ?? 0, feeOf(rules, artist, category_id)) !==
          computeUnitsWithFee(cost_minor ?? 0, feeOf([...rules, draft], artist, category_id)),
      }))
    })
    const told = await preview({ countryCode: 'GB', percent: 11, firstMonths: 30 })
    expect(told).toMatchObject({
      artists: new Set(changes.map(({ no }) => no)).size,
      changedArtists: new Set(changes.filter(({ fee }) => fee).map(({ no }) => no)).size,
      prices: changes.length,
      changed: changes.filter(({ price }) => price).length,
    })
    expect(told.changed).toBeGreaterThan(0)
    expect(told.changed).toBeLessThan(told.prices)
    expect(told.examples.length).toBeGreaterThan(0)
  })

  test('the examples are prices of one service, so minimum and maximum of a whole booking do not change them', async () => {
    await createTestProviderWithAccount(rig, { slug: 'fee-shown', costs: { makeup: 30_000 }, notice: 0 })
    const priced = async (bounds: object) =>
      (await preview({ artist: 'fee-shown', percent: 10, ...bounds })).examples.map((e: { after: number }) => e.after)
    expect(await priced({ floor: 500 })).toEqual(await priced({}))
    const { artists, examples } = await preview({ artist: 'fee-shown', percent: 10, cap: 20 })
    expect(artists).toBe(1)
    expect(examples).toEqual([
      {
        service: 'Makeup',
        currency: 'GBP',
        cost: 300,
        before: 353,
        after: 334,
        percentBefore: 15,
        percentAfter: 10,
      },
    ])
    expect(toMinor(examples[0].cost)).toBe(30_000)
  })
})
