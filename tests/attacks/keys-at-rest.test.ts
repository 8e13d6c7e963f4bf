import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { confirmTestAddress } from '#server/testing/clients.ts'
import { sendDue } from '#server/notifications/outbox.ts'
import { createShortLink } from '#server/notifications/short-links.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { hashOfKey } from '#server/platform/http/act-key.ts'
import { inviteReviews } from '#server/reviews/review-links.ts'
import { notifyWaitingList } from '#server/search/index.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
const reader = 'reader@keys.example'
const forget = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('mail_confirmation').where('email', 'like', '%@keys.example').execute()
}
beforeAll(async () => {
  rig = await openRig()
  await forget()
})
beforeEach(() => rig.at(testNow))
afterAll(forget)

/** The whole database, except idempotent responses, which are kept for a day. */
async function everything(): Promise<string> {
  const { db } = rig.database
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('idempotency', 'place')`.execute(
    db,
  )
  const held: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(to_jsonb(t)::text, '') as all from ${sql.table(name)} t`.execute(db)
    held.push(rows[0]?.all ?? '')
  }
  return held.join('\n')
}

test('the database contains no usable key of a run sheet, calendar, review, alert or short link', async () => {
  await createInstantTestProvider(rig, { slug: 'kept-safe' })
  const visitor = await createTestVisitor(rig)
  const booked = await visitor.book('kept-safe')
  const ana = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'ana@primp.test', password: 'primp-sample-1' },
    })
  ).body.data.token
  const { address } = (
    await rig.call('/v1/calendar-address', { method: 'POST', body: { side: 'customer' }, bearer: ana })
  ).body.data
  await confirmTestAddress(rig, reader, 'alert')
  const other = await createTestVisitor(rig, { eventDate: '2027-06-20' })
  await other.call(`/v1/quotes/${other.id}/alert`, 'POST', { email: reader })
  await rig.database.db.updateTable('freed_alert').set({ fits_then: 0 }).where('email', '=', reader).execute()
  const ctx = createJobContext(rig, 'test')
  await notifyWaitingList(ctx, async () => 'open')
  const short = await createShortLink(ctx, '/dashboard')
  await rig.call(`/v1/quotes/${other.id}/send-me`, {
    method: 'POST',
    body: { email: reader },
    cookie: other.cookie,
    address: other.address,
  })
  rig.at(new Date(Date.parse(booked.endsAt) + 3_600_000))
  await inviteReviews(createJobContext(rig, 'test'))

  // A real mail gateway: sign-in emails are not stored after sending.
  const sent: string[] = []
  const mail = { send: async (message: { text: string }) => void sent.push(message.text) }
  const sms = { send: async () => {} }
  const service = { ...createJobContext(rig, 'test'), env: { ...rig.env, MAIL: 'smtp' as const } }
  while ((await sendDue(service, { mail, sms, vapid: async () => ({}) } as never)) > 0);
  const inMails = (pattern: RegExp) => sent.flatMap((text) => text.match(pattern)?.[1] ?? [])
  const keys = {
    sheet: [booked.shareKey as string],
    calendar: [/calendars\/([\w-]+)\.ics/.exec(address)?.[1] as string],
    review: inMails(/\/review\/[\w-]+\/customer\/([\w.-]+)/),
    alert: inMails(/\/alerts\/off\/([0-9a-f]{32})/),
    confirm: inMails(/\/mails\/confirm\/([\w-]{24})/),
    short: [short.split('/s/')[1] as string],
  }
  const held = await everything()
  for (const [what, found] of Object.entries(keys)) {
    expect([what, found.length > 0]).toEqual([what, true])
    for (const key of found) expect([what, held.includes(key)]).toEqual([what, false])
  }

  const opens = async (path: string, method = 'GET') =>
    (await rig.call(path, { method, ...(method === 'POST' ? { body: {} } : {}) })).status
  expect(await opens(`/v1/run-sheets/${keys.sheet[0]}`)).toBe(200)
  expect(await opens(`/v1/run-sheets/${keys.sheet[0]}/calendar.ics`)).toBe(200)
  // Unused for half a year.
  expect(await opens(`/v1/calendars/${keys.calendar[0]}.ics`)).toBe(404)
  rig.at(testNow)
  expect(await opens(`/v1/calendars/${keys.calendar[0]}.ics`)).toBe(200)
  expect(await opens(`/v1/alerts/${keys.alert[0]}/off`, 'POST')).toBe(200)
  expect(await opens(`/v1/notices/short-links/${keys.short[0]}`)).toBe(200)
  // Altered keys are invalid.
  const forged = `${keys.sheet[0]?.slice(0, -2)}${keys.sheet[0]?.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await opens(`/v1/run-sheets/${forged}`)).toBe(404)
  expect(await opens(`/v1/calendars/${keys.sheet[0]}.ics`)).toBe(404)
  expect(await opens(`/v1/run-sheets/${keys.calendar[0]}`)).toBe(404)
})

test('links that were sent before keys were hashed still work, and each expires', async () => {
  await createInstantTestProvider(rig, { slug: 'kept-long' })
  rig.at(testNow)
  const booked = await (await createTestVisitor(rig, { eventDate: '2027-06-27' })).book('kept-long')
  const old = 'an-old-key-of-before-0000'
  await rig.database.db
    .updateTable('appointment')
    .set({ share_key_hash: hashOfKey(old) })
    .where('id', '=', booked.id)
    .execute()
  const status = async (path: string) => (await rig.call(path)).status
  for (const key of [old, booked.shareKey]) expect(await status(`/v1/run-sheets/${key}`)).toBe(200)
  rig.at(new Date(Date.parse(booked.endsAt) + 91 * 86_400_000))
  for (const key of [old, booked.shareKey]) expect(await status(`/v1/run-sheets/${key}`)).toBe(404)
})
