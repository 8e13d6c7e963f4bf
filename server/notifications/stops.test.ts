import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MailGateway } from '#server/gateways/mail/mail.ts'
import { type Notice, notify, getSender } from './notify.ts'
import { sendDue } from './outbox.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { describeMailStop } from './unsubscribe.ts'

const MAIL_EVENTS_SECRET = `whsec_${Buffer.from('what only the mail service knows').toString('base64')}`
let rig: TestRig
let mia: { id: string; email: string }
let olu: string
type Mail = Parameters<MailGateway['send']>[0]

const clear = async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('mail_stop').execute()
  await rig.database.db.updateTable('account').set({ notices: '{}' }).where('id', '=', mia.id).execute()
  Object.assign(rig.env, { MAIL_EVENTS_SECRET: undefined })
}
beforeAll(async () => {
  rig = await openRig()
  const of = (email: string) =>
    rig.database.db.selectFrom('account').select(['id', 'email']).where('email', '=', email).executeTakeFirstOrThrow()
  mia = await of('mia@primp.test')
  olu = await rig.sessionOf((await of('olu@primp.test')).id)
  await clear()
})
afterEach(clear)

const context = () => ({ ...createJobContext(rig, 'test'), now: testNow })
async function write(notice: Notice) {
  const ctx = context()
  const sender = await getSender(ctx)
  await ctx.transaction((inner) => notify(inner, sender, { by: ['mail'], ...notice }))
}
async function sent(): Promise<Mail[]> {
  const got: Mail[] = []
  const mail = { send: async (one: Mail) => void got.push(one), close: () => {} }
  await sendDue(context(), {
    mail,
    sms: { send: async () => {} },
    vapid: async () => ({ publicKey: '', privateKey: '' }),
  })
  return got
}
const review = (): Notice => ({
  kind: 'review.new',
  to: { email: mia.email, accountId: mia.id },
  values: { name: 'Ana', score: 5 },
  path: '/dashboard/reviews',
})
const changed = (): Notice => ({
  kind: 'password.changed',
  to: { email: mia.email, accountId: mia.id },
  values: { dateTime: 'today' },
})
const alert: Notice = {
  kind: 'soon.opened',
  to: { email: 'Waits@Mail.example' },
  values: { place: 'Leeds' },
  path: '/',
}
const keyIn = (mail: Mail | undefined) => mail?.stop?.split('/').at(-1) ?? ''
const choices = async () =>
  (await rig.database.db.selectFrom('account').select('notices').where('id', '=', mia.id).executeTakeFirstOrThrow())
    .notices

const post = (path: string, init: RequestInit) =>
  rig.api.request(path, { method: 'POST', ...init }, { address: '192.0.2.7' })

describe('One-click unsubscribe', () => {
  test('unsubscribing stops one topic for an account, leaves its other choices unchanged, and never stops required emails', async () => {
    const kept = { reviews: { push: false }, messages: { mail: true } }
    await rig.database.db
      .updateTable('account')
      .set({ notices: JSON.stringify(kept) })
      .where('id', '=', mia.id)
      .execute()
    await write(review())
    await write(changed())
    const [first, second] = (await sent()).toSorted((a, b) => a.subject.localeCompare(b.subject) || 0)
    const [stoppable, always] = first?.stop ? [first, second] : [second, first]
    expect(stoppable?.stop).toMatch(new RegExp(`^${rig.env.publicUrl}/mails/stop/[\\w-]{40}$`))
    expect(always?.stop).toBeUndefined()
    // Mail programs send a form without Origin and cookie.
    for (let twice = 0; twice < 2; twice++) {
      const answer = await post(new URL(stoppable?.stop ?? '').pathname, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(answer.status).toBe(200)
    }
    expect(await choices()).toEqual({ reviews: { push: false, mail: false }, messages: { mail: true } })
    await write(review())
    await write(changed())
    expect((await sent()).map(({ subject }) => subject)).toEqual([always?.subject])
  })

  test('the link in the text of an optional email unsubscribes without an account; a required email has none', async () => {
    await write(alert)
    await write(changed())
    const mails = await sent()
    const optional = mails.find(({ stop }) => stop)
    const required = mails.find(({ stop }) => !stop)
    expect(optional?.text).toContain(`Unsubscribe from these emails: ${optional?.stop}\n`)
    expect(optional?.html).toMatch(new RegExp(`<a href="${optional?.stop}"[^>]*>Unsubscribe from these emails</a>`))
    expect(`${required?.text} ${required?.html}`).not.toMatch(/unsubscribe|mails\/stop/i)
    // The outbox, which operators read, has no link that works.
    const stored = await rig.database.db.selectFrom('outbox').select(['body', 'html']).execute()
    expect(JSON.stringify(stored)).not.toContain(keyIn(optional))
    expect((await rig.call(`/v1/mail-stops/${keyIn(optional)}`, { method: 'POST' })).body.data).toEqual({
      group: 'alerts',
    })
    await write(alert)
    expect(await sent()).toEqual([])
  })

  test('unsubscribing works for an address without an account, in any spelling', async () => {
    await write(alert)
    const [mail] = await sent()
    const shown = await rig.call(`/v1/mail-stops/${keyIn(mail)}`)
    expect(shown.body.data).toEqual({ group: 'alerts' })
    await write(alert)
    expect(await sent()).toHaveLength(1)
    expect((await rig.call(`/v1/mail-stops/${keyIn(mail)}`, { method: 'POST' })).body.data).toEqual({ group: 'alerts' })
    await write({ ...alert, to: { email: 'waits@mail.example' } })
    await write({ ...alert, to: { email: 'others@mail.example' } })
    expect((await sent()).map(({ to }) => to.address)).toEqual(['others@mail.example'])
    const stopped = await rig.database.db
      .selectFrom('outbox')
      .select('error')
      .where('state', '=', 'switched_off')
      .execute()
    expect(stopped).toEqual([{ error: 'The recipient has unsubscribed from these emails.' }])
  })

  test('unsubscribing requires our token of a stored email that can be stopped', async () => {
    await write(alert)
    const [mail] = await sent()
    const key = keyIn(mail)
    const forged = `${key[0] === 'A' ? 'B' : 'A'}${key.slice(1)}`
    for (const wrong of [forged, 'x'.repeat(40)])
      expect((await rig.call(`/v1/mail-stops/${wrong}`, { method: 'POST' })).body.code).toBe('link_expired')
    expect((await rig.call('/v1/mail-stops/short', { method: 'POST' })).status).toBe(400)
    expect((await post(`/mails/stop/${forged}`, {})).status).toBe(410)
    await rig.database.db.deleteFrom('outbox').execute()
    expect((await rig.call(`/v1/mail-stops/${key}`, { method: 'POST' })).body.code).toBe('link_expired')
    expect(await rig.database.db.selectFrom('mail_stop').selectAll().execute()).toEqual([])
  })
})

describe('Webhooks of the mail service', () => {
  const tell = (body: object, secret = MAIL_EVENTS_SECRET) => {
    const raw = JSON.stringify(body)
    const now = new Date()
    return post('/v1/mail-events', {
      body: raw,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', now, raw),
      },
    })
  }
  const bounced = (address: string, permanent?: boolean) => ({ type: 'mail.bounced', data: { address, permanent } })

  test('a mail webhook needs a configured secret and a valid signature', async () => {
    expect((await tell(bounced(mia.email))).status).toBe(404)
    Object.assign(rig.env, { MAIL_EVENTS_SECRET })
    const other = `whsec_${Buffer.from('what somebody else has made up').toString('base64')}`
    expect((await tell(bounced(mia.email), other)).status).toBe(400)
    expect((await tell({ type: 'mail.opened', data: { address: mia.email } })).status).toBe(400)
    expect((await tell(bounced('no address'))).status).toBe(400)
    expect(await rig.database.db.selectFrom('mail_stop').selectAll().execute()).toEqual([])
  })

  test('a permanent bounce stops all email to an address until an operator allows it again; a temporary bounce does not', async () => {
    Object.assign(rig.env, { MAIL_EVENTS_SECRET })
    expect((await tell([bounced(mia.email.toUpperCase()), bounced('full@mail.example', false)])).status).toBe(200)
    expect(await (await tell(bounced(mia.email))).json()).toEqual({ data: { received: 1 } })
    await write(review())
    await write(changed())
    await write({ ...alert, to: { email: 'full@mail.example' } })
    expect((await sent()).map(({ to }) => to.address)).toEqual(['full@mail.example'])
    const rows = await rig.database.db.selectFrom('outbox').selectAll().where('address', '=', mia.email).execute()
    expect(new Set(rows.map(({ state, error }) => `${state}: ${error}`))).toEqual(
      new Set(['switched_off: An earlier email to this address bounced.']),
    )
    const path = `/v1/operator/outbox/${rows.find(({ kind }) => kind === 'password.changed')?.id}/let-through`
    const letThrough = (bearer?: string) =>
      rig.call(path, {
        method: 'POST',
        body: { reason: 'she called: the box works again' },
        ...(bearer ? { bearer } : {}),
      })
    expect((await letThrough()).status).toBe(401)
    expect((await letThrough(await rig.sessionOf(mia.id))).status).toBe(403)
    expect((await letThrough(olu)).body.data.notice.state).toBe('waiting')
    expect((await letThrough(olu)).body.code).toBe('state_changed')
    expect((await sent()).map(({ to }) => to.address)).toEqual([mia.email])
    await write(review())
    expect(await sent()).toHaveLength(1)
  })

  test('a spam report stops optional emails', async () => {
    Object.assign(rig.env, { MAIL_EVENTS_SECRET })
    await tell({ type: 'mail.complained', data: { address: mia.email } })
    await write(review())
    await write(changed())
    expect((await sent()).map(({ stop }) => stop)).toEqual([undefined])
  })
})

test('a bounced address stops every email; a spam report or an unsubscription stops only optional ones', () => {
  const unsubscribed = { topic: 'reviews', reason: 'unsubscribed' } as const
  const complained = { topic: '', reason: 'complained' } as const
  const gone = { topic: '', reason: 'bounced' } as const
  expect(describeMailStop('review.new', [])).toBeNull()
  expect(describeMailStop('review.new', [unsubscribed])).toMatch(/has unsubscribed/)
  expect(describeMailStop('message.new.customer', [unsubscribed])).toBeNull()
  expect(describeMailStop('message.new.customer', [complained])).toMatch(/spam/)
  expect(describeMailStop('payment.receipt', [complained, unsubscribed])).toBeNull()
  expect(describeMailStop('payment.receipt', [gone])).toMatch(/bounced/)
})
