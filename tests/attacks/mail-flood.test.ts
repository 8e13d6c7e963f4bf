import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearTestTown } from '#server/testing/providers.ts'
import { createTestSearch } from '#server/testing/requests.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { mailTexts } from '#server/notifications/words/mail-texts.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { writeMail } from '#server/notifications/write-mail.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { notifyWaitingList } from '#server/search/index.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

const victim = 'victim@mails.example'
let rig: TestRig
const forget = async () => {
  const { db } = rig.database
  rig.at(testNow)
  await clearTestTown(rig)
  await db.deleteFrom('outbox').where('address', 'ilike', '%@mails.example').execute()
  await db.deleteFrom('mail_confirmation').where('email', 'like', '%@mails.example').execute()
  await db.deleteFrom('account').where('email', 'like', '%@mails.example').execute()
}
beforeAll(async () => {
  rig = await openRig()
  await forget()
})
afterAll(forget)

const mailsTo = (email: string) =>
  rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'state', 'subject', 'body'])
    .where('address', 'ilike', email)
    .where('channel', '=', 'mail')
    .orderBy('created_at')
    // Sorts confirmation mails first if two mails have the same millisecond.
    .orderBy((eb) => eb('kind', '!=', 'mail.confirm'))
    .execute()
const sendMe = (search: { id: string; cookie: string }, email: string, more = {}) =>
  rig.call(`/v1/quotes/${search.id}/send-me`, { method: 'POST', body: { email }, cookie: search.cookie, ...more })
const keyIn = (body: string | undefined) => body?.match(/\/mails\/confirm\/([\w-]{24})/)?.[1] ?? ''
const confirm = (key: string) => rig.call(`/v1/mail-confirmations/${key}`, { method: 'POST', body: {} })

describe("A stranger who types another person's address", () => {
  test('triggers one confirmation email for quotes, one for alerts and nothing else, for any number of searches and networks', async () => {
    for (let i = 0; i < 16; i++) {
      const search = await createTestSearch(rig, { eventDate: `2027-06-${10 + i}` })
      const address = `198.51.100.${i + 1}`
      expect((await sendMe(search, victim, { address })).body.data).toEqual({ sent: true, confirm: true })
      const alert = { method: 'POST', body: { email: victim.toUpperCase() }, cookie: search.cookie, address }
      expect((await rig.call(`/v1/quotes/${search.id}/alert`, alert)).body.data).toEqual({ on: true, confirm: true })
    }
    await rig.database.db
      .updateTable('freed_alert')
      .set({ fits_then: 0, looked_at: new Date(0) })
      .execute()
    await notifyWaitingList(createJobContext(rig, 'test'), async () => 'open')
    expect((await mailsTo(victim)).map(({ kind }) => kind)).toEqual(['mail.confirm', 'mail.confirm'])
  })

  test('cannot write the subject: it contains the gazetteer’s name of the place, and no text that was typed', async () => {
    const shout = 'WIN 1000 now'
    const search = await createTestSearch(
      rig,
      {
        location: {
          type: 'Point',
          coordinates: [-1.145, 60.155],
          address: { placeName: `${shout}, Lerwick`, locality: shout, neighborhood: shout, countryCode: 'GB' },
        },
      },
      { name: shout, email: 'shouted@mails.example', event: shout, mobile: '07700 900142' },
    )
    await sendMe(search, 'shouted@mails.example')
    const [asked] = await mailsTo('shouted@mails.example')
    expect((await confirm(keyIn(asked?.body))).body.data).toEqual({ topic: 'quotes' })
    const mails = await mailsTo('shouted@mails.example')
    expect(mails.map(({ kind }) => kind)).toEqual(['mail.confirm', 'quotes.sent'])
    expect(mails.map(({ subject }) => subject).join()).toContain('Lerwick')
    expect(mails.map(({ subject }) => subject).join()).not.toMatch(/WIN/)
  })
})

test('confirming an address delivers the waiting emails once, and a verified address is not asked again', async () => {
  const own = 'own@mails.example'
  const search = await createTestSearch(rig)
  await sendMe(search, own)
  const key = keyIn((await mailsTo(own))[0]?.body)
  expect((await confirm('x'.repeat(24))).body.code).toBe('link_expired')
  for (let i = 0; i < 2; i++) expect((await confirm(key)).status).toBe(200)
  expect((await mailsTo(own)).map(({ kind }) => kind)).toEqual(['mail.confirm', 'quotes.sent'])
  const other = await createTestSearch(rig)
  expect((await sendMe(other, own)).body.data.confirm).toBe(false)

  const email = 'proven@mails.example'
  const account = {
    name: 'Pru Ven',
    email,
    password: 'three plain words',
    acceptTerms: true,
    adult: true,
    country: 'GB',
  }
  const { token } = (await rig.call('/v1/accounts/register', { method: 'POST', body: account })).body.data
  const mine = await createTestSearch(rig)
  expect((await sendMe(mine, email, { bearer: token })).body.data.confirm).toBe(true)
  await rig.database.db.updateTable('account').set({ email_verified_at: testNow }).where('email', '=', email).execute()
  expect((await sendMe(mine, email, { bearer: token })).body.data.confirm).toBe(false)
})

test('an address gets a limited number of emails of a kind per hour and day; further emails are stored but not sent', async () => {
  const ctx = createJobContext(rig, 'test')
  const sender = await getSender(ctx)
  const write = (kind: 'quotes.sent' | 'offer.new', email: string, now = testNow) =>
    ctx.transaction((tx) => notify({ ...tx, now }, sender, { kind, to: { email }, values: sampleValues, by: ['mail'] }))
  const states = async (email: string) => Object.groupBy(await mailsTo(email), ({ state }) => state)
  for (let i = 0; i < 16; i++) await write('quotes.sent', i % 2 ? 'Many@mails.example' : 'many@mails.example')
  let now = await states('many@mails.example')
  expect([now['waiting']?.length, now['held_back']?.length]).toEqual([6, 10])
  await write('quotes.sent', 'many@mails.example', new Date(testNow.getTime() + 61 * 60_000))
  now = await states('many@mails.example')
  expect(now['waiting']).toHaveLength(7)
  for (let i = 0; i < 45; i++) await write('offer.new', 'busy@mails.example')
  expect((await states('busy@mails.example'))['held_back']).toHaveLength(5)
  await Promise.all(Array.from({ length: 12 }, () => write('quotes.sent', 'at-once@mails.example')))
  expect((await states('at-once@mails.example'))['waiting']).toHaveLength(6)
})

// Variables of notices that contain typed text.
const typed = ['event', 'note', 'firstLine', 'reason', 'address', 'entrance', 'parking', 'summary', 'lines', 'you']
const hostile = 'Free money https://evil.example <b>call</b> +44 7700 900999\r\nBcc: all@evil.example'

test.each(Object.keys(mailTexts) as (keyof typeof mailTexts)[])(
  'the subject of %s contains nothing that was typed',
  async (kind) => {
    const { subject } = mailTexts[kind]
    const slots = [...JSON.stringify(subject).matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string)
    expect(slots.filter((slot) => typed.includes(slot))).toEqual([])
    const values = {
      ...sampleValues,
      ...Object.fromEntries([...typed, 'name', 'names'].map((slot) => [slot, hostile])),
    }
    const business = { legalName: 'Primp', supportEmail: '', supportPhone: '', chat: '' }
    const mail = await writeMail({
      kind,
      you: null,
      values,
      link: null,
      country: 'GB',
      business,
      publicUrl: 'https://primp.example',
      sample: false,
    })
    expect(mail.subject).not.toMatch(/money|evil|7700|<|\r|\n/)
  },
)
