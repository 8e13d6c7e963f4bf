import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MailText } from '#contract/notifications/mail-templates.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { notify, getSender } from './notify.ts'
import { type MailKind, mailTexts } from '#server/notifications/words/mail-texts.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { invalidateSettings } from '#server/platform/settings.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import {
  listMailVariants,
  getDefaultMailText,
  getDefaultMailWords,
  listMailProblems,
  listMissingSlots,
} from './editable-mails.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
const forget = async () => {
  await rig.database.db.deleteFrom('mail_template').execute()
  await rig.database.db.deleteFrom('outbox').where('address', '=', 'reader@words.example').execute()
  invalidateSettings(rig.database, 'mails.said')
}
afterEach(forget)
afterAll(forget)

const path = '/v1/operator/mail-words'
const kind = 'booking.confirmed.customer'
const nothing: MailText = { subject: null, preview: null, body: null, button: null }
const text = {
  ...nothing,
  subject: 'It is done, {date}',
  body: 'Hurrah. {name} arrives at {arrive}. {payLine} [[Log in with {code}.]]',
}
const reason = 'a warmer tone'
const publish = (said: MailText, seen: number, of = kind) => olu(`${path}/${of}`, 'PUT', { text: said, seen, reason })
const preview = async (said: MailText, how = 'mobile') =>
  (await olu(`${path}/${kind}/preview`, 'POST', { text: said, how })).body

async function sent(of: MailKind = kind, without: Values = {}) {
  const ctx = createJobContext(rig, 'test')
  const sender = await getSender(ctx)
  await ctx.transaction((tx) =>
    notify(tx, sender, {
      kind: of,
      to: { email: 'reader@words.example' },
      values: { ...sampleValues, ...without },
      path: '/',
      by: ['mail'],
    }),
  )
  const { subject, body, html } = await rig.database.db
    .selectFrom('outbox')
    .select(['subject', 'body', 'html'])
    .where('address', '=', 'reader@words.example')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await rig.database.db.deleteFrom('outbox').where('address', '=', 'reader@words.example').execute()
  return { subject, body, html }
}

describe('Email templates', () => {
  test('an edit changes subject, text and HTML at once; unchanged parts and other emails stay the same', async () => {
    const [before, other] = [await sent(), await sent('payment.failed')]
    expect((await publish(text, 0)).status).toBe(200)
    const after = await sent()
    expect(after.subject).toBe('It is done, Sat 12 June 2027')
    for (const said of [after.body, after.html]) {
      expect(said).toContain('Hurrah. Temi Lark arrives at 8:00 AM.')
      expect(said).toContain('482913')
      expect(said).toContain('See booking')
    }
    expect(after.body).not.toContain('You are booked.')
    expect(await sent('payment.failed')).toEqual(other)
    expect((await publish(nothing, 1)).body.data.mail).toMatchObject({ number: 2, standing: nothing })
    expect(await sent()).toEqual(before)
  })

  test('the preview shows the email in every variant, and lists values of the default text that the edit omits', async () => {
    const { data } = await preview(text)
    await publish(text, 0)
    const arrived = await sent()
    expect(data.subject).toBe(arrived.subject)
    expect(data.text).toContain('Hurrah. Temi Lark arrives at 8:00 AM.')
    expect(data.unsaid.toSorted()).toEqual(['ofYou', 'refundLine', 'time', 'total'])
    expect((await preview(text, 'studio')).data.text).toContain('Hurrah. Be at the studio, 12 Mare Street, at 8:00 AM.')
  })

  test('the preview leaves out empty values, and a template without optional parts keeps all required values', async () => {
    const stored = 'reminder.24h.provider'
    const { data } = await olu(`${path}/${stored}/preview`, 'POST', { text: nothing, withoutOptional: true }).then(
      ({ body }) => body,
    )
    expect(data.text).toContain('done by 1:20 PM. 12 Mare Street. Balance £414. Allergies')
    await rig.database.db
      .insertInto('mail_template')
      .values({
        ...nothing,
        kind: stored,
        number: 1,
        body: 'Go to {address}, {entrance}. {parking} {balanceLine} Good luck.',
        made: false,
        standing: true,
        written_by: await getAccountId(rig, 'olu@primp.test'),
        written_at: new Date(),
        reason,
      })
      .execute()
    invalidateSettings(rig.database, 'mails.said')
    const marked = 'Go to {address}[[, {entrance}]]. [[{parking}]] {balanceLine} Good luck.'
    expect((await olu(`${path}/${stored}`)).body.data.mail).toMatchObject({
      standing: { body: marked },
      optional: expect.arrayContaining(['entrance', 'parking']),
    })
    expect((await sent(stored, { entrance: '', parking: null })).body).toContain(
      'Go to 12 Mare Street. Balance £414. Good luck.',
    )
    expect((await publish({ ...nothing, body: marked }, 1, stored)).status).toBe(200)
  })

  test('each version has its author and reason, and an older version can be restored', async () => {
    await publish(text, 0)
    await publish({ ...text, subject: 'All set, {date}' }, 1)
    const { mail } = (await olu(`${path}/${kind}`)).body.data
    expect(mail.versions).toMatchObject([
      {
        number: 2,
        standing: true,
        text: { subject: 'All set, {date}' },
        reason,
        author: expect.stringContaining('Olu'),
      },
      { number: 1, standing: false, text: { subject: 'It is done, {date}' } },
    ])
    await publish(mail.versions[1].text, 2)
    expect((await sent()).subject).toBe('It is done, Sat 12 June 2027')
    const listed = (await olu(path)).body.data.mails.find((one: { kind: string }) => one.kind === kind)
    expect(listed).toMatchObject({ subject: 'It is done, {date}', number: 3 })
  })

  test('of two edits of one version the second is refused, also if they are concurrent', async () => {
    await publish(text, 0)
    expect((await publish(nothing, 0)).body.code).toBe('state_changed')
    const both = await Promise.all([publish(nothing, 1), publish({ ...text, preview: 'Soon.' }, 1)])
    expect(both.map(({ body }) => body.code ?? 'changed').toSorted()).toEqual(['changed', 'state_changed'])
  })

  test.each([
    [
      'an unknown value',
      { body: '[[{code}]] {total} and {password}' },
      'text.body',
      '{password} is not a placeholder of this email.',
    ],
    ['a sign-in email without its code', { body: 'Hello.' }, 'text.body', '{code} is required.'],
    ['an unclosed brace', { subject: 'Done {date' }, 'text.subject', 'An opening or closing brace is missing.'],
    [
      'an optional value outside an optional part',
      { body: 'Use {code}.' },
      'text.body',
      '{code} can be empty. Put the text that needs it in [[ ]].',
    ],
    ['an unclosed optional part', { body: 'Use [[{code}.' }, 'text.body', 'Each [[ needs a ]] after it.'],
    [
      'a line break in the subject',
      { subject: 'Done\r\nBcc: all@mail.example' },
      'text.subject',
      'This has to be a single line.',
    ],
  ])('%s is refused at its field, and nothing changes', async (_, said, at, message) => {
    const { status, body } = await publish({ ...nothing, ...said } as MailText, 0)
    expect([status, body.code, body.formerCode]).toEqual([422, 'mail_text_invalid', 'mail_words'])
    expect(body.errors).toEqual([{ path: at, message }])
    expect((await olu(`${path}/${kind}`)).body.data.mail.versions).toEqual([])
  })

  test('fixed parts of a template cannot be edited, and an unknown template is not found', async () => {
    const fixed = await publish({ ...nothing, button: 'Come in' }, 0, 'magicLink')
    expect(fixed.body.errors).toEqual([{ path: 'text.button', message: 'You cannot change this text.' }])
    for (const of of ['no.such', 'constructor', '__proto__'])
      expect((await publish(nothing, 0, of)).body.code).toBe('not_found')
  })

  test('HTML in a template is escaped', async () => {
    const { html } = (await preview({ ...nothing, subject: '<script>alert(1)</script>' })).data
    expect(html).not.toContain('<script>alert')
  })

  test('only operators with the content duty can edit templates', async () => {
    const { id } = await rig.database.db
      .insertInto('account')
      .values({
        email: 'second@words.example',
        name: 'Second',
        roles: ['customer', 'operator'],
        duties: ['money'],
        email_verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const second = await createTestClient(rig, id)
    for (const [to, method, body] of [
      [path, 'GET', undefined],
      [`${path}/${kind}`, 'GET', undefined],
      [`${path}/${kind}/preview`, 'POST', { text }],
      [`${path}/${kind}`, 'PUT', { text, seen: 0, reason }],
    ] as const)
      expect([to, (await second(to, method, body)).body.code]).toEqual([to, 'duty_required'])
    await rig.database.db.deleteFrom('session').where('account_id', '=', id).execute()
    await rig.database.db.deleteFrom('account').where('id', '=', id).execute()
  })
})

test('every default template is valid in each variant', () => {
  for (const of of Object.keys(mailTexts)) {
    const words = getDefaultMailWords(of)
    if (!words) throw new Error(of)
    expect([
      of,
      listMailProblems(words, getDefaultMailText(words)),
      listMissingSlots(words, getDefaultMailText(words)),
    ]).toEqual([of, [], []])
    expect(listMailVariants(words)).toContain('mobile')
  }
})
