import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequester, createTestAddress, createTestKey, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { getLastMail } from '#server/testing/requests.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const password = 'a thief chose this one'
let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

const call = (path: string, method = 'GET', body?: unknown, bearer?: string, headers: Record<string, string> = {}) =>
  rig.call(path, {
    method,
    address: createTestAddress(),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(bearer ? { bearer } : {}),
  })
const register = async (email: string): Promise<string> =>
  (
    await call('/v1/accounts/register', 'POST', {
      name: 'Nobody',
      email,
      password,
      acceptTerms: true,
      adult: true,
      country: 'GB',
    })
  ).body.data.token
const tokenIn = async (email: string, kind: string): Promise<string> =>
  (await getLastMail(rig, email, kind))?.body.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? ''
const prove = (email: string) =>
  rig.database.db
    .updateTable('account')
    .set({ email_verified_at: new Date('2026-01-01') })
    .where('email', '=', email)
    .execute()

async function seenBy(bearer: string, appointmentId: string) {
  const bookings = (await call('/v1/bookings', 'GET', undefined, bearer)).body.data
  return {
    bookings: bookings ? [...bookings.ahead, ...bookings.past].length : 'none',
    talk:
      (await call('/v1/conversations?side=customer', 'GET', undefined, bearer)).body.data?.conversations.length ??
      'none',
    payments: (await call('/v1/payments', 'GET', undefined, bearer)).body.data?.payments.length ?? 'none',
    booking: (await call(`/v1/bookings/${appointmentId}`, 'GET', undefined, bearer)).status,
    cancelled: (
      await call(`/v1/bookings/${appointmentId}/cancel`, 'POST', { refund: 0 }, bearer, {
        'idempotency-key': createTestKey(),
      })
    ).status,
  }
}

test('an account with an unverified address gets no access when the owner of that address books as a guest', async () => {
  await createInstantTestProvider(rig, { slug: 'mia-b' })
  const mine = createRequester()
  const thief = await register(mine.email)
  const owner = await createTestVisitor(rig)
  const { id } = await owner.book('mia-b', { requester: mine })
  expect(await seenBy(thief, id)).toEqual({ bookings: 0, talk: 0, payments: 0, booking: 404, cancelled: 404 })
  expect((await owner.call(`/v1/bookings/${id}`)).body.data.appointment.day.address).toBe('1 Church Lane')

  const entered = await call('/v1/accounts/magic-link/spend', 'POST', {
    token: await tokenIn(mine.email, 'booking.confirmed.customer'),
  })
  expect(entered.status, JSON.stringify(entered.body)).toBe(200)
  expect(await seenBy(entered.body.data.token, id)).toMatchObject({ bookings: 1, talk: 1, payments: 1, booking: 200 })
  expect((await call('/v1/accounts/me', 'GET', undefined, thief)).body.code).toBe('session_ended')
  expect((await call('/v1/accounts/login', 'POST', { email: mine.email, password })).body.code).toBe(
    'wrong_credentials',
  )
})

test('opening the email link in another browser removes password, sessions, notifications, calendar and verified number of the unverified account', async () => {
  const email = createRequester().email
  const thief = await register(email)
  const { id } = (await call('/v1/accounts/me', 'GET', undefined, thief)).body.data.user
  await rig.database.db
    .insertInto('number_proof')
    .values({ account_id: id, mobile: '+447700900199', proven_at: new Date() })
    .execute()
  await call('/v1/accounts/me/email', 'POST', { email: createRequester().email }, thief)
  const feed = await call('/v1/calendar-address', 'POST', { side: 'customer' }, thief)
  expect(
    (await call('/v1/accounts/verify-email', 'POST', { token: await tokenIn(email, 'verify.email') })).body.data,
  ).toEqual({ name: 'Nobody', email, kept: false, choose: expect.any(String) })
  expect((await call('/v1/accounts/me', 'GET', undefined, thief)).body.code).toBe('session_ended')
  expect((await call('/v1/accounts/login', 'POST', { email, password })).body.code).toBe('wrong_credentials')
  const left = await rig.database.db
    .selectFrom('account')
    .leftJoin('calendar_key', 'calendar_key.account_id', 'account.id')
    .leftJoin('push_subscription', 'push_subscription.account_id', 'account.id')
    .leftJoin('number_proof', 'number_proof.account_id', 'account.id')
    .select([
      'password_hash',
      'pending_email',
      'number_proof.mobile',
      'calendar_key.id as key',
      'push_subscription.id as push',
    ])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(feed.status).toBe(200)
  expect(left).toEqual({ password_hash: null, pending_email: null, mobile: null, key: null, push: null })
})

const mailedLink = async (email: string) => {
  await call('/v1/accounts/magic-link', 'POST', { email })
  return tokenIn(email, 'magicLink')
}
const logIn = async (email: string, chosen: string) =>
  (await call('/v1/accounts/login', 'POST', { email, password: chosen })).status

test('an email link opened in the session that registered keeps the password', async () => {
  const email = createRequester().email
  const bearer = await register(email)
  const token = await mailedLink(email)
  const opened = await call('/v1/accounts/magic-link/spend', 'POST', { token, askFirst: true }, bearer)
  expect(opened.body.data).toMatchObject({ choose: null })
  expect(await logIn(email, password)).toBe(200)
  expect((await call('/v1/accounts/me', 'GET', undefined, bearer)).status).toBe(200)
})

test.for([
  ['/v1/accounts/magic-link/spend', 'magic'],
  ['/v1/accounts/verify-email', 'verify'],
] as const)(
  '%s in another browser asks for the password before removing it, and keeps it if the owner types it again',
  async ([path, kind]) => {
    const email = createRequester().email
    await register(email)
    const token = kind === 'magic' ? await mailedLink(email) : await tokenIn(email, 'verify.email')
    expect((await call(path, 'POST', { token, askFirst: true })).body.code).toBe('password_at_stake')
    const wrong = await call(path, 'POST', { token, password: 'another than that one', askFirst: true })
    expect(wrong.body).toMatchObject({ code: 'password_wrong', errors: [{ path: 'password' }] })
    // Asking first does not use the token.
    expect((await call(path, 'POST', { token, password, askFirst: true })).body.data).toMatchObject({ choose: null })
    expect(await logIn(email, password)).toBe(200)
    expect(await getLastMail(rig, email, 'password.ended')).toBeUndefined()
  },
)

test('an email announces that a password was removed, and the response allows setting a new password once', async () => {
  const email = createRequester().email
  await register(email)
  const opened = await call('/v1/accounts/magic-link/spend', 'POST', { token: await mailedLink(email) })
  const { choose } = opened.body.data
  expect(await logIn(email, password)).toBe(401)
  expect((await getLastMail(rig, email, 'password.ended'))?.body).toContain(email)
  const another = 'three plain words of mine'
  const reset = (token: string) => call('/v1/accounts/reset-password', 'POST', { token, password: another })
  expect((await reset(choose)).status).toBe(200)
  expect(await logIn(email, another)).toBe(200)
  expect((await reset(choose)).body.code).toBe('link_used')
})

test('signing in by code removes an unverified password, says so and allows setting another', async () => {
  const email = createRequester().email
  await register(email)
  await call('/v1/accounts/magic-link', 'POST', { email })
  const code = (await getLastMail(rig, email, 'magicLink'))?.subject.match(/\d{6}/)?.[0]
  const opened = await call('/v1/accounts/code', 'POST', { email, code })
  expect(opened.body.data.choose).toEqual(expect.any(String))
  expect(await logIn(email, password)).toBe(401)
})

test('the links of a verified address ask for no password, and do not reveal whether a password is right', async () => {
  const email = createRequester().email
  await register(email)
  await prove(email)
  const token = await mailedLink(email)
  const opened = await call('/v1/accounts/magic-link/spend', 'POST', { token, password: 'not at all', askFirst: true })
  expect(opened.body.data).toMatchObject({ choose: null })
  expect(await logIn(email, password)).toBe(200)
})

test("nobody can move an account to another person's address by making that person open the email", async () => {
  const [email, thief] = [createRequester().email, await register(createRequester().email)]
  await call('/v1/accounts/me/email', 'POST', { email }, thief)
  const token = await tokenIn(email, 'verify.email')
  const other = await register(createRequester().email)
  expect((await call('/v1/accounts/me/email/confirm', 'POST', { token })).body.code).toBe('not_signed_in')
  expect((await call('/v1/accounts/me/email/confirm', 'POST', { token }, other)).body.code).toBe('not_yours')
  expect((await call('/v1/accounts/me', 'GET', undefined, thief)).body.data.user.email).not.toBe(email)
})

test('registering, booking and opening the link in one browser changes neither session nor password', async () => {
  await createInstantTestProvider(rig, { slug: 'mia-b' })
  const mine = createRequester()
  const bearer = await register(mine.email)
  expect(
    (await call('/v1/accounts/verify-email', 'POST', { token: await tokenIn(mine.email, 'verify.email') }, bearer)).body
      .data,
  ).toMatchObject({ kept: true })
  expect((await call('/v1/accounts/me', 'GET', undefined, bearer)).status).toBe(200)
  expect((await call('/v1/accounts/login', 'POST', { email: mine.email, password })).status).toBe(200)
})

test('a guest booking joins a verified account only after its owner opens the email', async () => {
  await createInstantTestProvider(rig, { slug: 'mia-b' })
  const mine = createRequester()
  const owner = await register(mine.email)
  await prove(mine.email)
  const stranger = await createTestVisitor(rig)
  const { id } = await stranger.book('mia-b', { requester: mine })
  expect(await seenBy(owner, '00000000-0000-4000-8000-000000000000')).toMatchObject({
    bookings: 0,
    talk: 0,
    payments: 0,
  })
  expect((await stranger.call(`/v1/bookings/${id}`)).status).toBe(200)
  // The stranger sees only what they typed.
  expect(JSON.stringify((await stranger.call(`/v1/bookings/${id}`)).body)).not.toContain('Nobody')
  // Operators' notes and access logs move from the stand-in to the verified account.
  const { account_id: standIn } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: ownerId } = (await call('/v1/accounts/me', 'GET', undefined, owner)).body.data.user
  const olu = rig.database.db.selectFrom('account').select('id').where('email', '=', 'olu@primp.test')
  await rig.database.db
    .insertInto('legal_hold')
    .values({ account_id: standIn as string, by: olu, reason: 'a claim' })
    .execute()
  // The link is only in the owner's email, and opening it assigns the booking.
  expect((await call(`/v1/bookings/${id}`, 'GET', undefined, owner)).status).toBe(200)
  expect(await seenBy(owner, id)).toMatchObject({ bookings: 1, talk: 1, payments: 1 })
  expect((await call('/v1/accounts/login', 'POST', { email: mine.email, password })).status).toBe(200)
  const kept = await rig.database.db.deleteFrom('legal_hold').returning('account_id').execute()
  expect(kept.map(({ account_id }) => account_id)).toEqual([ownerId])
})

test('a booking made before logging in appears in the account after logging in in the same browser', async () => {
  await createInstantTestProvider(rig, { slug: 'mia-b' })
  const mine = createRequester()
  await register(mine.email)
  await prove(mine.email)
  const here = await createTestVisitor(rig)
  const { id } = await here.book('mia-b', { requester: mine })
  // The operator's read of the booking is then logged for its verified owner.
  const standIn = await rig.database.db
    .selectFrom('account')
    .select(['id', 'stands_in_for'])
    .where('email', '=', mine.email)
    .where('stands_in_for', 'is not', null)
    .executeTakeFirstOrThrow()
  await rig.database.db
    .insertInto('access_log')
    .values({ operator_id: standIn.id, what: 'booking', subject_id: 'looked', account_ids: [standIn.id] })
    .execute()
  const entered = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: mine.email, password },
    cookie: here.cookie,
    address: createTestAddress(),
  })
  expect(await seenBy(entered.body.data.token, id)).toMatchObject({ bookings: 1, talk: 1, payments: 1 })
  const looked = await rig.database.db
    .selectFrom('access_log')
    .select('account_ids')
    .where('subject_id', '=', 'looked')
    .execute()
  expect(looked.map(({ account_ids }) => account_ids)).toContainEqual([standIn.stands_in_for])
})

test("a request with another person's address waits for them, and appears nowhere until then", async () => {
  await createInstantTestProvider(rig, { slug: 'mia-b' })
  const mine = createRequester()
  const owner = await register(mine.email)
  await prove(mine.email)
  const stranger = await createTestVisitor(rig)
  await rig.call(`/v1/quotes/${stranger.id}`, {
    method: 'PATCH',
    body: { ...mine, finishTime: '13:30', timeConstraint: 'finish' },
    cookie: stranger.cookie,
    address: createTestAddress(),
  })
  const asked = await stranger.call(`/v1/quotes/${stranger.id}/requests`, 'POST', { profiles: ['mia-b'] })
  expect(asked.status, JSON.stringify(asked.body)).toBe(200)
  expect(asked.body.data.requests[0].state).toBe('unconfirmed')
  const shown = async () => JSON.stringify((await call('/v1/own-searches', 'GET', undefined, owner)).body)
  expect(await shown()).not.toContain(stranger.id)
  const opened = await call('/v1/requests/confirm', 'POST', { token: await tokenIn(mine.email, 'request.confirm') })
  expect(opened.body.data).toMatchObject({ sent: 1 })
  expect(await shown()).toContain(stranger.id)
})
