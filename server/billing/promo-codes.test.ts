import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toMajor, toMinor } from '#contract/money.ts'
import { createRequester, createTestClient, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import {
  createExpensiveTestProvider,
  createTestCode,
  createTestHold,
  createTestPromo,
} from '#server/testing/payments.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { releaseExpiredPromoUses } from '#server/checkout/hold-promos.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  rig.at(testNow)
  await clearTestTown(rig)
})

const promo = (more: Record<string, unknown> = {}) => createTestPromo(rig, more)
const artistAt = (slug: string) => createExpensiveTestProvider(rig, slug)
const held = (slug: string, details?: object, search?: Record<string, unknown>) =>
  createTestHold(rig, slug, details, search)
const usesOf = async (id: string) =>
  (await rig.database.db.selectFrom('promo_code').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses

const earned = (quote: { total: number; fee: number }) => toMinor(quote.total) - toMinor(quote.fee)
const refused = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code

describe('Promo codes', () => {
  test('a platform code is paid from the fee: the artist earns the same, and the customer pays the price that was shown', async () => {
    const artist = await artistAt('promo-platform')
    const code = await promo()
    const { hold, add, book } = await held('promo-platform')
    const { quote } = (await add(` ${code.code.toLowerCase()} `)).body.data.hold
    expect(quote.lines.at(-1)).toMatchObject({ kind: 'promo', amount: -10, label: `Code ${code.code}, from Primp` })
    expect(quote.total).toBe(hold.quote.total - 10)
    expect(quote.fee).toBe(hold.quote.fee - 10)
    expect(earned(quote)).toBe(earned(hold.quote))
    const booked = await book()
    expect(booked).toMatchObject({ total: quote.total, deposit: quote.deposit })
    expect((await getOwedSums(rig.database.db, artist.id))[0]?.pending).toBe(
      toMinor(quote.deposit) - toMinor(quote.fee),
    )
    expect(await usesOf(code.id)).toBe(1)
  })

  test('a platform code worth more than the fee takes off the whole fee, and the page says so', async () => {
    await artistAt('promo-whole')
    const code = await promo({ percent: 90 })
    const { hold, add } = await held('promo-whole')
    const { quote } = (await add(code.code)).body.data.hold
    expect(quote).toMatchObject({ fee: 0, total: hold.quote.total - hold.quote.fee })
    expect(quote.lines.at(-1).label).toBe(`Code ${code.code}, from Primp: the whole fee`)
  })

  test('an artist’s code reduces the earnings and the fee in proportion, and works for that artist only', async () => {
    const artist = await artistAt('promo-own')
    await artistAt('promo-other')
    const code = await promo({ percent: 10, provider_id: artist.id })
    const { hold, add } = await held('promo-own')
    const { quote } = (await add(code.code)).body.data.hold
    expect(quote.total).toBeCloseTo(hold.quote.total * 0.9)
    expect(quote.fee / quote.total).toBeCloseTo(hold.quote.fee / hold.quote.total, 3)
    expect(earned(quote)).toBeLessThan(earned(hold.quote))
    expect(await refused((await held('promo-other')).add(code.code))).toBe('promo_other_artist')
  })

  test('removing a code or releasing its hold restores the price', async () => {
    await artistAt('promo-dropped')
    const code = await promo({ most_uses: 1 })
    const { leila, hold, add, drop } = await held('promo-dropped')
    await add(code.code)
    expect((await drop()).body.data.hold.quote).toEqual(hold.quote)
    expect(await usesOf(code.id)).toBe(0)
    await add(code.code)
    await leila.call(`/v1/holds/${hold.id}/release`, 'POST', {})
    expect(await leila.quote('promo-dropped')).toEqual(hold.quote)
  })

  test('an invalid code is refused with a clear message', async () => {
    await artistAt('promo-refused')
    const { add } = await held('promo-refused')
    const day = (n: number) => new Date(testNow.getTime() + n * 86_400_000)
    expect(await refused(add('NOSUCHCODE'))).toBe('code_unknown')
    expect(await refused(add((await promo({ starts_at: day(1) })).code))).toBe('promo_not_yet')
    expect(await refused(add((await promo({ starts_at: day(-2), ends_at: day(-1) })).code))).toBe('promo_expired')
    expect(await refused(add((await promo({ stopped_at: testNow })).code))).toBe('promo_stopped')
    expect(await refused(add((await promo({ country_code: 'AU' })).code))).toBe('promo_other_market')
    expect(await refused(add((await promo({ least_total_minor: 9_000_000 })).code))).toBe('promo_too_small')
    expect((await add((await promo()).code)).status).toBe(200)
    expect(await refused(add((await promo()).code))).toBe('promo_already_applied')
  })

  test('too many wrong codes block further attempts for an hour, and nobody else can use the hold', async () => {
    await artistAt('promo-guessed')
    const { hold, add } = await held('promo-guessed')
    const code = await promo()
    const other = await held('promo-guessed').catch(() => null)
    const stranger = other?.leila ?? (await createTestVisitor(rig))
    expect(await refused(stranger.call(`/v1/holds/${hold.id}/promo`, 'POST', { code: code.code }))).toBe('not_found')
    expect(await refused(stranger.call(`/v1/holds/${hold.id}/promo/drop`, 'POST', {}))).toBe('not_found')
    for (let i = 0; i < 20; i++) {
      rig.at(new Date(testNow.getTime() + Math.floor(i / 8) * 61_000))
      await add(`GUESS${i}`)
    }
    rig.at(new Date(testNow.getTime() + 200_000))
    expect(await refused(add(code.code))).toBe('rate_limited')
  })

  test('a limit per person counts every spelling of an address, and a first-booking code works only once', async () => {
    await artistAt('promo-each-a')
    await artistAt('promo-each-b')
    const each = await promo({ most_each: 1 })
    const first = await promo({ first_only: true })
    const details = createRequester()
    const one = await held('promo-each-a', details)
    await one.add(each.code)
    await one.book({ requester: details })
    const again = await held('promo-each-b', { ...details, email: details.email.toUpperCase() })
    expect(await refused(again.add(each.code))).toBe('promo_limit_reached')
    expect(await refused(again.add(first.code))).toBe('promo_first_only')
  })

  test('a limit per person also applies when the customer changes the name at checkout', async () => {
    await artistAt('promo-till-a')
    await artistAt('promo-till-b')
    const code = await promo({ most_each: 1 })
    const details = createRequester()
    const one = await held('promo-till-a', details)
    await one.add(code.code)
    await one.book({ requester: details })
    const two = await held('promo-till-b')
    await two.add(code.code)
    expect(await refused(two.leila.pay(two.hold.id, { requester: details }))).toBe('promo_limit_reached')
  })

  test('of two concurrent uses of the last code exactly one succeeds, and a repeated call counts as one use', async () => {
    await artistAt('promo-last-a')
    await artistAt('promo-last-b')
    const code = await promo({ most_uses: 1 })
    const [a, b] = [await held('promo-last-a'), await held('promo-last-b')]
    const key = createTestKey()
    const answers = await Promise.all([a.add(code.code, key), b.add(code.code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.map(({ body }) => body.code).filter(Boolean)).toEqual(['promo_used_up'])
    const winner = answers[0]?.status === 200 ? a : b
    const twice = createTestKey()
    await winner.drop()
    const [x, y] = [await winner.add(code.code, twice), await winner.add(code.code, twice)]
    expect(y.body).toEqual(x.body)
    expect(await usesOf(code.id)).toBe(1)
  })

  test('a use is returned when the hold expires, and a late payment charges nothing', async () => {
    await artistAt('promo-lapsed')
    const code = await promo({ most_uses: 1 })
    const { leila, hold, add, read } = await held('promo-lapsed')
    await add(code.code)
    const paid = await leila.pay(hold.id)
    await leila.call(`/v1/holds/${hold.id}/release`, 'POST', {})
    rig.at(new Date(testNow.getTime() + 26 * 60_000))
    await releaseExpiredPromoUses(createJobContext(rig, 'clock'))
    expect(await usesOf(code.id)).toBe(0)
    await leila.card(paid.body.data.payment.clientSecret)
    expect(await read()).toMatchObject({ state: 'released', appointmentId: null })
  })

  test('a larger party keeps the frozen discount, limited to the remaining fee', async () => {
    await artistAt('promo-party')
    const code = await promo()
    const { leila, add, book } = await held('promo-party')
    await add(code.code)
    const booked = await book()
    const zoe = { person: null, name: 'Zoe', services: ['makeup'] }
    const people = [{ person: 1, name: '', services: ['makeup'] }, zoe]
    const more = await leila.call(`/v1/bookings/${booked.id}/party`, 'POST', { people, preview: true })
    expect(more.body.data.preview.total).toBe(2 * (booked.total + 10) - 10)
  })

  test('a code cannot change while a payment is authorised', async () => {
    await artistAt('promo-paying')
    const code = await promo()
    const { hold, add, drop } = await held('promo-paying')
    await add(code.code)
    const { id } = await rig.database.db
      .selectFrom('hold')
      .select('id')
      .where('id', '=', hold.id)
      .executeTakeFirstOrThrow()
    const payment = await rig.database.db
      .insertInto('payment')
      .values({
        kind: 'deposit',
        ref: id,
        provider_id: hold.profileId,
        gateway: 'test',
        gateway_id: createTestKey(),
        country_code: 'GB',
        currency: 'GBP',
        amount_minor: 5_000,
        fee_minor: 0,
        state: 'authorised',
        description: 'Wedding',
        email: 'leila@mail.example',
        authorised_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await refused(drop())).toBe('payment_under_way')
    await rig.database.db.deleteFrom('payment').where('id', '=', payment.id).execute()
  })
})

describe('Management of promo codes', () => {
  test('an artist creates, lists and ends their own codes; another artist’s code is not found', async () => {
    const artist = await artistAt('promo-maker')
    const [own, other] = [
      await createTestClient(rig, artist.accountId),
      await createTestClient(rig, (await artistAt('promo-rival')).accountId),
    ]
    const code = createTestCode()
    const make = (more = {}) => own('/v1/providers/me/promos', 'POST', { code, worth: { percent: 10 }, ...more })
    const { promo: mine } = (await make({ code: ` ${code.toLowerCase()}-` })).body.data
    expect(mine).toMatchObject({ code, giver: 'provider', percent: 10, used: 0, cost: 0 })
    expect(await refused(make())).toBe('promo_taken')
    expect(await refused(make({ code: createTestCode(), endsAt: testNow.toISOString() }))).toBe('promo_dates_invalid')
    const { hold, add, book } = await held('promo-maker')
    const { quote } = (await add(code)).body.data.hold
    await book()
    const list = async (by: typeof own) => (await by('/v1/providers/me/promos')).body.data.promos
    const less = (of: 'total' | 'fee') => toMinor(hold.quote[of]) - toMinor(quote[of])
    expect(await list(own)).toMatchObject([
      {
        id: mine.id,
        used: 1,
        kept: 0,
        state: 'live',
        off: toMajor(less('total')),
        cost: toMajor(less('total') - less('fee')),
      },
    ])
    expect(await list(other)).toEqual([])
    expect(await refused(other(`/v1/providers/me/promos/${mine.id}/stop`, 'POST', {}))).toBe('not_found')
    expect((await own(`/v1/providers/me/promos/${mine.id}/stop`, 'POST', {})).body.data.promo.stoppedAt).not.toBeNull()
    expect(await refused(own(`/v1/providers/me/promos/${mine.id}/stop`, 'POST', {}))).toBe('state_changed')
    expect(await refused((await held('promo-maker', createRequester(), { eventDate: '2027-06-20' })).add(code))).toBe(
      'promo_stopped',
    )
  })

  test('an operator creates and ends platform codes with an audit entry; others are refused', async () => {
    const artist = await artistAt('promo-console')
    const { id } = await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'olu@primp.test')
      .executeTakeFirstOrThrow()
    const olu = await createTestClient(rig, id)
    const code = createTestCode()
    const asked = { code, worth: { amount: 15 }, countryCode: 'GB', reason: 'The spring campaign' }
    expect(await refused((await createTestClient(rig, artist.accountId))('/v1/operator/promos', 'POST', asked))).toBe(
      'not_yours',
    )
    expect(await refused((await createTestVisitor(rig)).call('/v1/operator/promos'))).toBe('not_signed_in')
    const { promo: made } = (await olu('/v1/operator/promos', 'POST', asked)).body.data
    expect(made).toMatchObject({ code, giver: 'platform', artist: null, amount: 15, currency: 'GBP' })
    const { add, book } = await held('promo-console')
    await add(code)
    await book()
    const listed = (await olu(`/v1/operator/promos?text=${code}`)).body.data
    expect(listed.promos).toMatchObject([{ used: 1, off: 15, cost: 15 }])
    expect(listed.cost.find((one: { currency: string }) => one.currency === 'GBP').amount).toBeGreaterThanOrEqual(15)
    const stop = { reason: 'The campaign is over' }
    const strangers = await createTestClient(rig, artist.accountId)
    expect(await refused(strangers(`/v1/operator/promos/${made.id}/stop`, 'POST', stop))).toBe('not_yours')
    const stopped = await olu(`/v1/operator/promos/${made.id}/stop`, 'POST', stop)
    expect(stopped.body.data.promo.stoppedAt).not.toBeNull()
    const audited = await rig.database.db
      .selectFrom('audit')
      .select(['act', 'reason'])
      .where('subject_id', '=', made.id)
      .orderBy('at')
      .execute()
    expect(audited.map(({ act }) => act).sort()).toEqual(['promo.make', 'promo.stop'])
  })
})
