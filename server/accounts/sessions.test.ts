import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeJwt, SignJWT } from 'jose'
import { setTimeout as wait } from 'node:timers/promises'
import { createApi } from '#server/api.ts'
import { openContext, type Viewer } from '#server/platform/context.ts'
import { getSender } from '#server/notifications/index.ts'
import { getSigningKeys } from '#server/platform/signing-key.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { identifyToken } from './sessions.ts'
import { sendLoginAsLink } from './act-as.ts'

let rig: TestRig
let callers = 0
const at = () => `127.4.${callers >> 8}.${callers++ & 255}`
const signIn = async (who: string, cookie?: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      address: at(),
      body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
      ...(cookie ? { cookie } : {}),
    })
  ).body.data
const me = (bearer: string) => rig.call('/v1/accounts/me', { bearer })
const code = async (bearer: string) => (await me(bearer)).body.code

beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').where('address', 'like', '%@primp.test').execute()
  await rig.database.db.deleteFrom('one_time_token').where('purpose', '=', 'login_as').execute()
})

describe('Session tokens', () => {
  test('a token names the account, the session and the expiry: 30 days, or 12 hours for an operator', async () => {
    const [ana, olu] = [decodeJwt((await signIn('ana')).token), decodeJwt((await signIn('olu')).token)]
    expect(ana).toMatchObject({
      sub: expect.any(String),
      sid: expect.any(String),
      exp: testNow.getTime() / 1000 + 30 * 86_400,
    })
    expect(olu.exp).toBe(testNow.getTime() / 1000 + 43_200)
  })

  test('a token is refused if it was changed, is unsigned, has another signing key, or names an unknown session or account', async () => {
    const { token, user } = await signIn('ana')
    const other = decodeJwt((await signIn('mia')).token)
    const { sid, sub, exp } = decodeJwt(token) as { sid: string; sub: string; exp: number }
    const [head, body, mark] = token.split('.') as [string, string, string]
    const [{ bytes: key }] = await getSigningKeys(rig.database, rig.env)
    const signed = (claims: object, of = key, alg = 'HS256') =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(of)
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const forged = [
      `${head}.${body}.${mark.slice(0, -2)}AA`,
      `${head}.${encoded({ sid, sub: other.sub, exp })}.${mark}`,
      `${encoded({ alg: 'none' })}.${body}.`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.${mark}`,
      await signed({ sid, sub, exp }, new TextEncoder().encode('another key, of thirty-two letters')),
      await signed({ sid, sub, exp }, key, 'HS512'),
      await signed({ sid: crypto.randomUUID(), sub, exp }),
      await signed({ sid, sub: other.sub, exp }),
      await signed({ sid, exp }),
      await signed({ sid, sub }),
      await signed({ sid: 'x', sub, exp }),
      await signed({ sid: { a: 1 }, sub, exp }),
      await signed({ sid, sub, exp: testNow.getTime() / 1000 - 1 }),
      'x',
      'a.b.c',
    ]
    for (const bearer of forged) expect([bearer, await code(bearer)]).toEqual([bearer, 'session_ended'])
    expect((await me(token)).body.data.user.id).toBe(user.id)
  })

  test('a token expires on time, even if it was used just before', async () => {
    const { token } = await signIn('olu')
    // The session would end after half an hour of inactivity.
    for (let at = 25; at < 12 * 60; at += 25) {
      rig.at(new Date(testNow.getTime() + at * 60_000))
      expect((await me(token)).status, `${at} minutes`).toBe(200)
    }
    rig.at(new Date(testNow.getTime() + 12 * 3_600_000 - 1000))
    expect((await me(token)).status).toBe(200)
    rig.at(new Date(testNow.getTime() + 12 * 3_600_000 + 1000))
    expect(await code(token)).toBe('session_ended')
  })

  test('a token is refused within a second after another process ended its session or its account was suspended', async () => {
    const [first, second] = [await signIn('ana'), await signIn('ana')]
    for (const { token } of [first, second]) expect((await me(token)).status).toBe(200)
    const { db } = rig.database
    // As another process does it, without notifying this one.
    await db
      .updateTable('session')
      .set({ revoked_at: testNow })
      .where('id', '=', decodeJwt(first.token)['sid'] as string)
      .execute()
    await wait(1000)
    expect(await code(first.token)).toBe('session_ended')
    expect((await me(second.token)).status).toBe(200)
    await db
      .updateTable('account')
      .set({ suspended_at: testNow, suspended_reason: 'Fake reviews' })
      .where('id', '=', second.user.id)
      .execute()
    await wait(1000)
    expect(await code(second.token)).toBe('suspended')
    await db
      .updateTable('account')
      .set({ suspended_at: null, suspended_reason: null })
      .where('id', '=', second.user.id)
      .execute()
  })

  test('a session is read at most once a second, and the time of its last use is saved to the nearest minutes', async () => {
    const { token } = await signIn('ana')
    const seen = () =>
      rig.database.db
        .selectFrom('session')
        .select('last_seen_at')
        .where('id', '=', decodeJwt(token)['sid'] as string)
        .executeTakeFirstOrThrow()
    rig.at(new Date(testNow.getTime() + 60_000))
    await identifyToken(
      rig.database,
      rig.env,
      { token, cookie: rig.cookieOf(token) },
      new Date(testNow.getTime() + 60_000),
    )
    expect((await seen()).last_seen_at).toEqual(testNow)
    await wait(850)
    const later = new Date(testNow.getTime() + 600_000)
    await identifyToken(rig.database, rig.env, { token, cookie: rig.cookieOf(token) }, later)
    expect((await seen()).last_seen_at).toEqual(later)
  })
})

describe('Searches made before signing in', () => {
  const search = {
    storeSlug: 'beauty',
    categorySlug: 'makeup-hair-styling',
    eventDate: '2027-06-12',
    finishTime: '13:30',
    services: ['makeup'],
    location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
  }
  const made = async () => {
    const { cookie, body } = await rig.call('/v1/quotes/', { method: 'POST', address: at(), body: search })
    return { cookie: cookie as string, id: body.data.search.id as string }
  }
  const ids = async (token: string) => (await me(token)).body.data.searches.map((s: { id: string }) => s.id)
  const forget = (id: string) => rig.database.db.deleteFrom('search').where('id', '=', id).execute()

  test('a search joins the account of the person who signs in with the cookie that made it, once', async () => {
    const { cookie, id } = await made()
    const ana = await signIn('ana', cookie)
    expect(ana.claimed).toBe(1)
    expect(await ids(ana.token)).toContain(id)
    const mia = await signIn('mia', cookie)
    expect(mia.claimed).toBe(0)
    expect(await ids(mia.token)).not.toContain(id)
    expect((await signIn('ana', cookie)).claimed).toBe(0)
    await forget(id)
  })

  test('a search made with another cookie during a session joins the account on a request that has both', async () => {
    const ana = await signIn('ana')
    const { cookie, id } = await made()
    const claim = (more: object) =>
      rig.call('/v1/accounts/me/claim', { method: 'POST', address: at(), body: {}, ...more })
    expect((await claim({ cookie })).body.code).toBe('not_signed_in')
    expect((await claim({ bearer: ana.token })).body.data).toEqual({ claimed: 0 })
    expect((await claim({ cookie, bearer: ana.token })).body.data).toEqual({ claimed: 1 })
    expect((await claim({ cookie, bearer: (await signIn('mia')).token })).body.data).toEqual({ claimed: 0 })
    expect(await ids(ana.token)).toContain(id)
    await forget(id)
  })

  test('a search never joins an account by a mail address, by another cookie or on a request from another site', async () => {
    const { cookie, id } = await made()
    const { cookie: other, id: otherId } = await made()
    const ana = await signIn('ana', other)
    expect(await rig.call(`/v1/quotes/${id}`, { bearer: ana.token }).then(({ body }) => body.data.search.mine)).toBe(
      false,
    )
    expect(await ids(ana.token)).not.toContain(id)
    const foreign = await rig.call('/v1/accounts/login', {
      method: 'POST',
      address: at(),
      cookie,
      headers: { origin: 'https://evil.example' },
      body: { email: 'ana@primp.test', password: 'primp-sample-1' },
    })
    expect(foreign.body.code).toBe('cross_origin')
    expect(await ids((await signIn('ana')).token)).not.toContain(id)
    for (const each of [id, otherId]) await forget(each)
  })
})

describe('Acting as a customer or artist', () => {
  async function offer(reason = 'a booking that does not open') {
    const [olu, ana] = [await signIn('olu'), await signIn('ana')]
    const viewer: Viewer = {
      accountId: olu.user.id,
      roles: ['operator', 'customer'],
      duties: ['owner'],
      sessionId: null,
      actorId: null,
      operates: false,
      visitorHash: null,
      provenAt: null,
      strong: false,
      key: null,
    }
    const ctx = openContext({ ...rig, clock: rig.clock }, { viewer, requestId: 'r', address: '127.0.0.1' })
    const sender = await getSender(ctx)
    const { path } = await ctx.transaction((inner) => sendLoginAsLink(inner, sender, ana.user.id, reason))
    return { olu, ana, ctx, sender, token: path.replace('/login-as/', '') }
  }
  const spend = (token: string, bearer?: string) =>
    rig.call('/v1/accounts/login-as/spend', {
      method: 'POST',
      address: at(),
      body: { token },
      ...(bearer ? { bearer } : {}),
    })

  test('acting as a person requires a link of the same operator, which works once; it lasts 30 minutes and notifies the person', async () => {
    const { olu, ana, token } = await offer()
    expect((await spend(token)).body.code).toBe('not_signed_in')
    expect((await spend(token, ana.token)).body.code).toBe('not_yours')
    const { body } = await spend(token, olu.token)
    expect(body.data).toMatchObject({
      user: { email: 'ana@primp.test' },
      expiresAt: new Date(testNow.getTime() + 1_800_000).toISOString(),
    })
    expect(decodeJwt(body.data.token)).toMatchObject({ sub: ana.user.id, act: { sub: olu.user.id } })
    expect((await spend(token, olu.token)).body.code).toBe('link_used')
    expect((await me(body.data.token)).body.data.user.email).toBe('ana@primp.test')
    const mail = await rig.database.db
      .selectFrom('outbox')
      .select(['body'])
      .where('address', '=', 'ana@primp.test')
      .where('kind', '=', 'loginAs.notice')
      .executeTakeFirst()
    expect(mail?.body).toContain('a booking that does not open')
    rig.at(new Date(testNow.getTime() + 1_801_000))
    expect(await code(body.data.token)).toBe('session_ended')
  })

  test('an acting operator cannot change password or address, export, delete, end sessions or act as a third person; every change records the operator', async () => {
    const { olu, ana, token } = await offer()
    const acting = (await spend(token, olu.token)).body.data.token
    const asked = [
      ['POST', 'me/password', { password: 'four plain words' }],
      ['POST', 'me/email', { email: 'else@mail.example' }],
      ['POST', 'me/export', {}],
      ['POST', 'me/delete', {}],
      ['POST', 'me/sessions/end-others', {}],
      ['DELETE', `me/sessions/${crypto.randomUUID()}`, undefined],
      ['POST', 'login-as/spend', { token: 'x' }],
    ] as const
    for (const [method, path, body] of asked) {
      const answer = await rig.call(`/v1/accounts/${path}`, {
        method,
        bearer: acting,
        address: at(),
        ...(body ? { body } : {}),
      })
      expect([path, answer.status]).toEqual([path, 403])
    }
    const name = ana.user.name
    expect((await rig.call('/v1/accounts/me', { method: 'PATCH', bearer: acting, body: { name } })).status).toBe(200)
    const kept = await rig.database.db
      .selectFrom('audit')
      .select(['act', 'actor_id', 'as_account_id', 'after'])
      .where('act', '=', 'acting.call')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      actor_id: olu.user.id,
      as_account_id: ana.user.id,
      after: { call: 'PATCH /v1/accounts/me' },
    })
    expect(
      (await rig.call('/v1/accounts/me/sessions', { bearer: ana.token })).body.data.every(
        (d: { current: boolean; id: string }) => d.id !== decodeJwt(acting)['sid'],
      ),
    ).toBe(true)
    expect(
      (await rig.call('/v1/accounts/me/sessions/end-others', { method: 'POST', bearer: ana.token, body: {} })).status,
    ).toBe(200)
    expect(await code(acting)).toBe('session_ended')
  })

  test('acting is refused without a reason, as another operator, and while the operator already acts as someone', async () => {
    const { olu, ctx, sender, ana } = await offer()
    await expect(ctx.transaction((inner) => sendLoginAsLink(inner, sender, ana.user.id, ' '))).rejects.toMatchObject({
      code: 'reason_missing',
    })
    await expect(
      ctx.transaction((inner) => sendLoginAsLink(inner, sender, olu.user.id, 'to look')),
    ).rejects.toMatchObject({ code: 'not_yours' })
    const acting = { ...ctx, viewer: { ...ctx.viewer, actorId: olu.user.id } }
    await expect(sendLoginAsLink(acting, sender, ana.user.id, 'to look')).rejects.toMatchObject({ code: 'not_yours' })
  })

  test('acting ends when the operator stops it, signs out everywhere or loses the role', async () => {
    const { olu, token } = await offer()
    const acting = (await spend(token, olu.token)).body.data.token
    const stopped = await rig.call('/v1/accounts/logout', { method: 'POST', bearer: acting, body: {} })
    expect([stopped.status, stopped.cookie]).toEqual([200, undefined])
    expect(await code(acting)).toBe('session_ended')
    expect((await me(olu.token)).status).toBe(200)
    const second = await offer()
    const again = (await spend(second.token, second.olu.token)).body.data.token
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer'], duties: [] })
      .where('id', '=', olu.user.id)
      .execute()
    await wait(1000)
    expect(await code(again)).toBe('session_ended')
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('id', '=', olu.user.id)
      .execute()
  })
})

test('one process creates the signing key, and all others use the same key', async () => {
  const { token } = await signIn('ana')
  const second = createApi({
    ...rig,
    identify: (token, cookie) => identifyToken(rig.database, rig.env, { token, cookie }, testNow),
  })
  expect(
    (
      await second.request(
        '/v1/accounts/me',
        { headers: { authorization: `Bearer ${token}`, cookie: rig.cookieOf(token) } },
        { address: '127.0.0.1' },
      )
    ).status,
  ).toBe(200)
})
