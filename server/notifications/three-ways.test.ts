import fc from 'fast-check'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMail } from '#server/gateways/mail/mail.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { type Notice, notify, getSender } from './notify.ts'
import { type SmsKind, smsTexts } from '#server/notifications/words/notice-texts.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { sendDue } from './outbox.ts'
import { toPlainSms, SMS_LENGTH, writeSms } from './write-sms.ts'

let rig: TestRig
let [ana, mia] = ['', '']
const values = { ...sampleValues, name: 'Temi Lark' }
const write = async (notice: Notice) => {
  const ctx = createJobContext(rig, 'test')
  const sender = await getSender(ctx)
  await ctx.transaction((inner) => notify(inner, sender, notice))
}
const rows = () => rig.database.db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('channel').execute()
const ways = async () =>
  (await rows())
    .filter(({ state }) => state !== 'switched_off')
    .map(({ channel }) => channel)
    .toSorted()
const choose = (id: string, notices: object) =>
  rig.database.db
    .updateTable('account')
    .set({ notices: JSON.stringify(notices) })
    .where('id', '=', id)
    .execute()
const toMia = (): Notice['to'] => ({ email: 'mia@primp.test', name: 'Mia Hollis', accountId: mia, country: 'GB' })
const toAna = (): Notice['to'] => ({
  email: 'ana@primp.test',
  name: 'Ana',
  accountId: ana,
  country: 'GB',
  mobile: '+447700900111',
})

beforeAll(async () => {
  rig = await openRig()
  const id = async (email: string) =>
    (await rig.database.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  ;[ana, mia] = [await id('ana@primp.test'), await id('mia@primp.test')]
  await rig.database.db
    .insertInto('number_proof')
    .values(['+447700900111', '+12125550100'].map((mobile) => ({ account_id: ana, mobile, proven_at: testNow })))
    .onConflict((oc) => oc.doNothing())
    .execute()
  for (const account_id of [ana, mia])
    await rig.database.db
      .insertInto('push_subscription')
      .values({ account_id, endpoint: `https://fcm.googleapis.com/${account_id}`, p256dh: 'x', auth: 'y', device: '' })
      .execute()
})
// Removes notices of other test files.
beforeEach(async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('short_link').execute()
  for (const id of [ana, mia]) await choose(id, {})
})
afterAll(() => rig.database.db.deleteFrom('push_subscription').execute())

describe('Email, SMS and push', () => {
  test('an artist gets one notice per event in each of three channels, and the short link leads to the same page', async () => {
    for (let i = 0; i < 3; i++)
      await write({ kind: 'request.new', to: toMia(), values, path: '/dashboard/requests/1', fact: 'request.new 1' })
    expect(await ways()).toEqual(['mail', 'push', 'sms'])
    const sms = (await rows()).find(({ channel }) => channel === 'sms')?.body ?? ''
    const code = /http:\/\/localhost:3000\/s\/([\w-]{8})$/.exec(sms)?.[1]
    expect((await rig.call(`/v1/notices/short-links/${code}`)).body.data).toEqual({ path: '/dashboard/requests/1' })
    expect((await rig.call('/v1/notices/short-links/AAAAAAAA')).body.code).toBe('not_found')
    expect(JSON.parse((await rows()).find(({ channel }) => channel === 'push')?.body ?? '{}')).toMatchObject({
      title: 'Temi Lark, Sat 12 June 2027',
      url: '/dashboard/requests/1',
    })
  })
  test('a notice uses only the enabled channels, each separately; a required email is always sent', async () => {
    await choose(mia, { requests: { mail: false, push: false } })
    await write({ kind: 'request.new', to: toMia(), values })
    expect(await ways()).toEqual(['sms'])
    await rig.database.db.deleteFrom('outbox').execute()
    await choose(mia, { bookings: { mail: false, sms: false, push: false } })
    await write({ kind: 'booking.confirmed.provider', to: toMia(), values })
    expect(await ways()).toEqual(['mail'])
  })
  test('a customer gets texts only with permission; the text that an artist is free goes to the number given for it', async () => {
    await write({ kind: 'reminder.24h.customer', to: toAna(), values })
    expect(await ways()).toEqual(['mail', 'push'])
    await write({ kind: 'reminder.2h.customer', to: { ...toAna(), smsLeave: true }, values })
    expect((await rows()).filter(({ channel }) => channel === 'sms')).toMatchObject([
      { kind: 'reminder.2h.customer', address: '+447700900111', urgent: true },
    ])
    await write({ kind: 'offer.new', to: toAna(), values })
    expect((await rows()).filter(({ channel, kind }) => channel === 'sms' && kind === 'offer.new')).toHaveLength(1)
  })
  test('the first text to an American number says how to stop texts, later ones do not', async () => {
    for (let i = 0; i < 2; i++)
      await write({ kind: 'reminder.2h.customer', to: { ...toAna(), mobile: '+12125550100', smsLeave: true }, values })
    expect(
      (await rows())
        .filter(({ channel }) => channel === 'sms')
        .map(({ body }) => body.endsWith(' STOP to end'))
        .toSorted(),
    ).toEqual([false, true])
  })
})

test('every text fits into one GSM message, however long names of people and places are', () => {
  const named = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(smsTexts) as SmsKind[])),
      named,
      named,
      fc.boolean(),
      fc.constantFrom('mobile' as const, 'studio' as const),
      (kind, name, place, stop, how) => {
        const text = writeSms(
          kind,
          { ...values, name, place, area: place, link: 'https://primp.example/s/abcd1234' },
          { stop, how },
        )
        expect(text.length).toBeLessThanOrEqual(SMS_LENGTH)
        expect(toPlainSms(text)).toBe(text)
        expect(text).not.toMatch(/\{\w+\}/)
      },
    ),
    { numRuns: process.env['PROVE'] ? 5_000 : 300 },
  )
})

test('if a process crashes after the mail server accepted an email, the email is sent again with the same Message-ID and attachment', async () => {
  const got: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        got.push(text)
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const mail = openMail({
    ...rig.env,
    MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
  })
  const nowhere = { sms: { send: async () => {} }, vapid: async () => ({ publicKey: '', privateKey: '' }) }
  await write({
    kind: 'booking.confirmed.customer',
    to: { email: 'leila@mail.example' },
    values,
    attachments: [{ name: 'primp.ics', type: 'text/calendar', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' }],
  })
  // The process dies after the mail server has accepted the message.
  const dying = {
    send: async (one: Parameters<typeof mail.send>[0]) => {
      await mail.send(one)
      await new Promise(() => {})
    },
    close: () => {},
  }
  void sendDue(createJobContext(rig, 'test'), { mail: dying, ...nowhere })
  for (let i = 0; i < 100 && got.length < 1; i++) await new Promise((wait) => setTimeout(wait, 20))
  const later = { ...createJobContext(rig, 'test'), now: new Date(testNow.getTime() + 3 * 60_000) }
  expect(await sendDue(later, { mail, ...nowhere })).toBe(1)
  expect(await sendDue(later, { mail, ...nowhere })).toBe(0)
  mail.close()
  await new Promise<void>((done) => server.close(done))
  expect(got).toHaveLength(2)
  const ids = got.map((text) => /^Message-ID: (.+)$/m.exec(text)?.[1]?.trim())
  expect(ids[0]).toBeTruthy()
  expect(ids[0]).toBe(ids[1])
  expect(got[0]).toContain('filename=primp.ics')
})
