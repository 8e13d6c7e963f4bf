import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPushService } from '#server/gateways/push/push.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { getChannels, sendDue } from './outbox.ts'

let rig: TestRig
let server: Server
let browser: {
  endpoint: string
  keys: { p256dh: string; auth: string }
  private: ReturnType<typeof createECDH>
  auth: Buffer
}
let answer = 201
let got: { body: Buffer; authorization: string; encoding: string }[] = []
let signIns = 0

const bearerOf = async (email: string): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: `127.8.0.${++signIns}`,
    })
  ).body.data.token
const post = (path: string, body: unknown, bearer?: string) =>
  rig.call(path, { method: 'POST', body, ...(bearer ? { bearer } : {}), address: `127.8.1.${++signIns}` })
const clear = async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('push_subscription').execute()
}

beforeAll(async () => {
  rig = await openRig()
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    got.push({
      body: Buffer.concat(chunks),
      authorization: incoming.headers.authorization ?? '',
      encoding: String(incoming.headers['content-encoding']),
    })
    outgoing.writeHead(answer).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  browser = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send/abc`,
    private: pair,
    auth,
    keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
  }
})
beforeEach(async () => {
  await clear()
  got = []
  answer = 201
})
afterAll(async () => {
  await clear()
  await new Promise((done) => server.close(done))
})
const send = () => sendDue(createJobContext(rig, 'test'), getChannels(rig))
const { endpoint: _, ...none } = { endpoint: '' }

describe('Push notifications', () => {
  test('a notification is encrypted for one browser and signed with the key of the site', async () => {
    const mia = await bearerOf('mia@primp.test')
    expect((await post('/v1/notices/push', { endpoint: browser.endpoint, keys: browser.keys }, mia)).body.data).toEqual(
      { on: true },
    )
    expect((await post('/v1/notices/test', { channel: 'push' }, mia)).body.data).toEqual({ sent: 1 })
    expect(await send()).toBe(1)
    const [request] = got
    expect(request?.encoding).toBe('aes128gcm')
    const payload = JSON.parse(
      ece
        .decrypt(request?.body as Buffer, {
          version: 'aes128gcm',
          privateKey: browser.private,
          authSecret: browser.auth.toString('base64url'),
        })
        .toString(),
    )
    expect(payload).toMatchObject({ title: 'Test notification', body: 'This is how notifications look' })
    const { key } = (await rig.call('/v1/notices/push-key')).body.data
    const [, token = '', shown = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(request?.authorization ?? '') ?? []
    expect(shown).toBe(key)
    const point = Buffer.from(key, 'base64url')
    const known = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    )
    expect((await jwtVerify(token, known)).payload.aud).toBe(new URL(browser.endpoint).origin)
    expect((await rig.database.db.selectFrom('outbox').select('state').execute())[0]?.state).toBe('sent')
  })
  test('a subscription is deleted when the push service reports it as gone', async () => {
    const mia = await bearerOf('mia@primp.test')
    await post('/v1/notices/push', { endpoint: browser.endpoint, keys: browser.keys }, mia)
    await post('/v1/notices/test', { channel: 'push' }, mia)
    answer = 410
    await send()
    expect((await rig.database.db.selectFrom('outbox').select(['state', 'attempts']).execute())[0]).toEqual({
      state: 'given_up',
      attempts: 1,
    })
    expect(await rig.database.db.selectFrom('push_subscription').select('id').execute()).toEqual([])
    expect((await post('/v1/notices/test', { channel: 'push' }, mia)).body.code).toBe('no_channel')
  })
  test('only the owner can end a push subscription', async () => {
    const [mia, ana] = [await bearerOf('mia@primp.test'), await bearerOf('ana@primp.test')]
    await post('/v1/notices/push', { endpoint: browser.endpoint, keys: browser.keys }, mia)
    await post('/v1/notices/push/off', { endpoint: browser.endpoint }, ana)
    expect(await rig.database.db.selectFrom('push_subscription').select('id').execute()).toHaveLength(1)
    await post('/v1/notices/push/off', { endpoint: browser.endpoint }, mia)
    expect(await rig.database.db.selectFrom('push_subscription').select('id').execute()).toEqual([])
  })
  test('a subscription ends with its session', async () => {
    const [here, there] = [await bearerOf('mia@primp.test'), await bearerOf('mia@primp.test')]
    const kept = async () => (await rig.database.db.selectFrom('push_subscription').select('endpoint').execute()).length
    await post('/v1/notices/push', { endpoint: browser.endpoint, keys: browser.keys }, there)
    await post('/v1/accounts/me/sessions/end-others', {}, there)
    expect(await kept()).toBe(1)
    const again = await bearerOf('mia@primp.test')
    await post('/v1/accounts/me/sessions/end-others', {}, again)
    expect(await kept()).toBe(0)
    await post('/v1/notices/push', { endpoint: browser.endpoint, keys: browser.keys }, again)
    await post('/v1/accounts/logout', {}, again)
    expect(await kept()).toBe(0)
    expect((await rig.call('/v1/accounts/me', { bearer: here })).status).toBe(401)
  })
  test('subscribing needs a session, a known push service and valid keys', async () => {
    const mia = await bearerOf('mia@primp.test')
    for (const path of ['/v1/notices/push', '/v1/notices/push/off', '/v1/notices/test'])
      expect(
        (await post(path, { ...none, channel: 'push', endpoint: browser.endpoint, keys: browser.keys })).body.code,
      ).toBe('not_signed_in')
    expect(
      (await post('/v1/notices/push', { endpoint: 'https://intranet.example/hook', keys: browser.keys }, mia)).body,
    ).toMatchObject({ code: 'push_service_unknown', errors: [{ path: 'endpoint' }] })
    expect(
      (await post('/v1/notices/push', { endpoint: browser.endpoint, keys: { p256dh: 'x', auth: 'y' } }, mia)).status,
    ).toBe(400)
    expect((await post('/v1/notices/test', { channel: 'pigeon' }, mia)).status).toBe(400)
    expect((await post('/v1/notices/test', { channel: 'sms' }, await bearerOf('olu@primp.test'))).body.code).toBe(
      'no_channel',
    )
  })
  test.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/x', true],
    ['https://wns2-par02p.notify.windows.com/w/?x', true],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com.evil.example/x', false],
    ['https://user@fcm.googleapis.com/x', false],
    ['http://169.254.169.254/latest', false],
    ['http://127.0.0.1:9/x', false],
    ['gopher://x', false],
    ['nonsense', false],
  ])('whether %s counts as a push service: %s', (endpoint, right) => expect(isPushService(endpoint, false)).toBe(right))
})

test('a test SMS is saved in the outbox', async () => {
  const mia = await bearerOf('mia@primp.test')
  expect((await post('/v1/notices/test', { channel: 'sms' }, mia)).body.data).toEqual({ sent: 1 })
  await send()
  expect(
    (await rig.database.db.selectFrom('outbox').select(['channel', 'address', 'body', 'state']).execute())[0],
  ).toMatchObject({
    channel: 'sms',
    address: '+447700900187',
    body: 'Primp: this is a test notification.',
    state: 'sent',
  })
})
