import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyLimits } from '#contract/accounts/scopes.ts'
import { mostFilters } from '#contract/operator/lists.ts'
import {
  createRequester,
  createTestAddress,
  createTestClient,
  createTestKey,
  getAccountId,
} from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { runThrottled } from '#server/accounts/throttle.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { findPromoByCode } from '#server/billing/promo-prices.ts'
import { findVoucherByCode } from '#server/payments/vouchers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

const AT_ONCE = 80
const FREE = 10
const password = 'seven otters wandering'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('outbox').execute()
})

const elsewhere = () => createTestAddress().replace(/^127/, '203')
const call = (path: string, body: object, bearer = '', address = elsewhere()) =>
  rig.call(path, {
    method: 'POST',
    address,
    body,
    ...(bearer ? { bearer } : {}),
    headers: { 'idempotency-key': createTestKey() },
  })
const atOnce = async (times: number, one: (i: number) => ReturnType<typeof call>) =>
  Promise.all(Array.from({ length: times }, (_, i) => one(i)))
const having = (answers: Awaited<ReturnType<typeof atOnce>>, code: string) =>
  answers.filter(({ body }) => body.code === code).length

async function someone() {
  const { email } = createRequester()
  const { body } = await call('/v1/accounts/register', {
    name: 'Nora Finch',
    email,
    password,
    acceptTerms: true,
    adult: true,
    country: 'GB',
  })
  const { token } = (await call('/v1/accounts/login', { email, password })).body.data
  return { email, id: body.data.user.id as string, bearer: token as string }
}

describe(`At most ${FREE} of ${AT_ONCE} concurrent guesses are checked`, () => {
  test('for passwords', async () => {
    const { email } = await someone()
    const answers = await atOnce(AT_ONCE, (i) => call('/v1/accounts/login', { email, password: `not this one ${i}` }))
    expect(having(answers, 'wrong_credentials')).toBe(FREE)
    expect(having(answers, 'sign_in_throttled')).toBe(AT_ONCE - FREE)
  })

  test('for app codes, recovery codes and passwords of a step-up', async () => {
    let compared = 0
    const tries = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        runThrottled(createJobContext(rig, 'guess'), 'totp of somebody', async () => {
          compared++
          return false
        }),
      ),
    )
    expect(compared).toBe(FREE)
    expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(AT_ONCE - FREE)
  })

  test('for the password, the app code and the recovery code of a step-up', async () => {
    const { bearer } = await someone()
    for (const [body, code] of [
      [{ password: 'not this one' }, 'password_wrong'],
      [{ totp: '000000' }, 'code_wrong'],
      [{ recovery: 'aaaa-bbbb-cccc' }, 'code_wrong'],
    ] as const) {
      const answers = await atOnce(AT_ONCE, () => call('/v1/accounts/step-up', body, bearer))
      const wrong = answers.filter(({ body }) => JSON.stringify(body).includes(code) || body.code === code)
      expect(wrong.length).toBeLessThanOrEqual(FREE)
    }
  })
})

describe('At most 20 of many concurrent guesses from one address are looked up per hour', () => {
  test('for promo codes and gift vouchers', async () => {
    const ctx = createJobContext(rig, 'guess')
    for (const look of [
      (i: number) => findPromoByCode({ ...ctx, address: '203.0.113.7' }, `GUESS${1000 + i}`, 'GB'),
      (i: number) => findVoucherByCode({ ...ctx, address: '203.0.113.7' }, `GUESS${1000 + i}`),
    ]) {
      const tries = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, i) => look(i)))
      const codes = tries.map((tried) => (tried.status === 'rejected' ? tried.reason.code : 'found'))
      expect(codes.filter((code) => code === 'code_unknown')).toHaveLength(20)
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(AT_ONCE - 20)
    }
  })
})

describe('Concurrent creation stays within the limit', () => {
  test('for API keys of an account', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'many-keys' })
    const own = await createTestClient(rig, artist.accountId)
    const made = await atOnce(keyLimits.anAccount + 10, (i) =>
      own('/v1/providers/me/api-keys', 'POST', { name: `Key ${i}`, scopes: ['bookings:read'] }),
    )
    expect(made.filter(({ status }) => status === 200).length, JSON.stringify(made[0]?.body)).toBe(keyLimits.anAccount)
  })

  test('for filters of an operator', async () => {
    const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    await atOnce(mostFilters + 10, (i) =>
      olu('/v1/operator/lists/bookings/filters', 'PUT', { name: `Filter ${i}`, query: 'a=b', shared: false }),
    )
    const { count } = await rig.database.db
      .selectFrom('saved_filter')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(mostFilters)
    await rig.database.db.deleteFrom('saved_filter').execute()
  })

  test('for emails with a code, for a step-up and for a new address', async () => {
    const { id, bearer, email } = await someone()
    await rig.database.db.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute()
    await atOnce(20, () => call('/v1/accounts/step-up/mail', {}, bearer))
    const next = createRequester().email
    await atOnce(20, () => call('/v1/accounts/me/email', { email: next }, bearer))
    await atOnce(30, () => call('/v1/accounts/magic-link', { email }))
    const links = await rig.database.db
      .selectFrom('one_time_token')
      .select(({ fn }) => ['purpose', fn.countAll<string>().as('count')])
      .where('email', 'in', [email, next])
      .where('purpose', 'in', ['step_up', 'change_email', 'magic_link'])
      .groupBy('purpose')
      .execute()
    const counts = Object.fromEntries(links.map(({ purpose, count }) => [purpose, Number(count)]))
    expect(counts['step_up'], JSON.stringify(counts)).toBe(5)
    expect(counts['change_email']).toBe(5)
    expect(counts['magic_link']).toBeLessThanOrEqual(10)
  })
})
