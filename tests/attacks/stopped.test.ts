import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nobody, openContext } from '#server/platform/context.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { sendDue } from '#server/notifications/outbox.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { idOf, makeOperator, restoreOperators, signInAs } from './operators.ts'

let rig: TestRig
let olu: string
const reason = 'a flood from one network'
const turn = async (kind: string, on: boolean, value = '') => {
  const answer = await rig.call('/v1/operator/switches', {
    method: 'PUT',
    body: { kind, value, on, reason },
    bearer: olu,
  })
  return answer
}
const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  services: ['makeup'],
  location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
}
const register = (email: string, address = '198.51.100.20') =>
  rig.call('/v1/accounts/register', {
    method: 'POST',
    body: {
      name: 'New Comer',
      email,
      password: 'brave otters paint doors',
      acceptTerms: true,
      adult: true,
      country: 'GB',
    },
    address,
  })

beforeAll(async () => {
  rig = await openRig()
  olu = await signInAs(rig, 'olu')
})
afterEach(async () => {
  rig.at(testNow)
  for (const { kind, value } of await rig.database.db.selectFrom('kill_switch').selectAll().execute())
    await turn(kind, true, value)
})
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('account').where('email', 'like', '%@newcomers.example').execute()
  await restoreOperators(rig)
})

describe('A kill switch by an owner', () => {
  test('refuses calls, stores its reason, and can be turned off', async () => {
    expect((await turn('sign_ups', false)).body.data.stopped).toMatchObject([{ kind: 'sign_ups', value: '', reason }])
    expect((await register('one@newcomers.example')).body.code).toBe('stopped')
    expect((await turn('sign_ups', false)).body.code).toBe('state_changed')
    expect((await turn('sign_ups', true)).body.data.stopped).toEqual([])
    expect((await register('one@newcomers.example')).status).toBe(200)
    expect(await rig.database.db.selectFrom('audit').select('act').where('act', 'like', 'switch.%').execute()).toEqual(
      expect.arrayContaining([{ act: 'switch.stop' }, { act: 'switch.lift' }]),
    )
  })
  test("blocks every call from a network, except from the owner's own network", async () => {
    await turn('network', false, '198.51.100.20')
    expect((await rig.call('/v1/quotes/formSettings', { address: '198.51.100.20' })).body.code).toBe('network_stopped')
    expect((await rig.call('/v1/quotes/formSettings', { address: '198.51.100.21' })).status).toBe(200)
    expect((await turn('network', false, '127.0.0.1')).status).toBe(400)
  })
  test('blocks a mail domain with its subdomains: nobody can use such an address, and no mail is sent to one', async () => {
    await turn('mail_domain', false, 'burner.example')
    expect((await register('x@a.burner.example')).body.code).toBe('mail_domain_stopped')
    expect((await register('x@notburner.example')).status).toBe(200)
    await rig.database.db.deleteFrom('account').where('email', '=', 'x@notburner.example').execute()
    for (const wrong of ['burner', '@', 'a b.c']) expect((await turn('mail_domain', false, wrong)).status).toBe(400)
  })
  test('pauses a kind of email until it is turned off', async () => {
    await rig.database.db.deleteFrom('outbox').execute()
    const ctx = () => openContext(rig, { viewer: nobody, requestId: 'test', address: '' })
    await notify(ctx(), await getSender(ctx()), {
      kind: 'op.queue.waiting',
      to: { email: 'olu@primp.test' },
      values: { n: 1, duration: '1 hour' },
    })
    const sent: string[] = []
    const channels = {
      mail: { send: async ({ to }: { to: { address: string } }) => void sent.push(to.address) },
      sms: { send: async () => {} },
      vapid: () => Promise.reject(new Error('no push')),
    }
    expect((await turn('mails', false, 'no.such.kind')).status).toBe(400)
    await turn('mails', false, 'op.queue.waiting')
    await sendDue(ctx(), channels as never)
    expect(sent).toEqual([])
    await turn('mails', true, 'op.queue.waiting')
    rig.at(new Date(testNow.getTime() + 6 * 60_000))
    await sendDue(ctx(), channels as never)
    expect(sent).toEqual(['olu@primp.test'])
  })
  test.each([
    ['bookings', '/v1/quotes/{id}/requests', { profiles: ['mia-hollis'] }],
    ['searches_by_mail', '/v1/quotes/{id}/send-me', { email: 'guest@newcomers.example' }],
  ])('stops %s', async (kind, path, body) => {
    const found = await rig.call('/v1/quotes', { method: 'POST', body: search })
    await turn(kind, false)
    const answer = await rig.call(path.replace('{id}', found.body.data.search.id), {
      method: 'POST',
      body,
      cookie: found.cookie ?? '',
      headers: { 'idempotency-key': `stopped-${kind}` },
    })
    expect(answer.body.code).toBe('stopped')
  })
  test('only owners can turn on a kill switch', async () => {
    await makeOperator(rig, 'ana', ['support', 'money', 'content', 'verification'])
    const ana = await signInAs(rig, 'ana')
    const stop = { method: 'PUT', body: { kind: 'payouts', on: false, reason }, bearer: ana }
    expect((await rig.call('/v1/operator/switches', stop)).body.code).toBe('duty_required')
    expect((await rig.call('/v1/operator/switches', { bearer: ana })).status).toBe(200)
    const end = { method: 'POST', body: { reason }, bearer: ana }
    expect((await rig.call('/v1/operator/end-all-sessions', end)).body.code).toBe('duty_required')
  })
})

test('an owner can end all sessions of all accounts except their own', async () => {
  const mia = await signInAs(rig, 'mia')
  const ended = await rig.call('/v1/operator/end-all-sessions', { method: 'POST', body: { reason }, bearer: olu })
  expect(ended.body.data.ended).toBeGreaterThan(0)
  expect((await rig.call('/v1/accounts/me', { bearer: mia })).body.code).toBe('session_ended')
  expect((await rig.call('/v1/accounts/me', { bearer: olu })).body.data.user.id).toBe(await idOf(rig, 'olu'))
})
