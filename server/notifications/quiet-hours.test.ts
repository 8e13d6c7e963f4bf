import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { getQuietEnd } from './text-budget.ts'
import { type Channels, sendDue } from './outbox.ts'

const night = { from: '22:00', to: '07:00', tz: 'Europe/London' }

test.each([
  ['2026-11-20T21:59:00Z', null],
  ['2026-11-20T22:00:00Z', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21T00:30:00Z', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21T06:59:59Z', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21T07:00:00Z', null],
  // The clocks go forward in this night.
  ['2027-03-27T23:00:00Z', '2027-03-28T06:00:00.000Z'],
])('quiet hours over midnight: at %s quiet until %s', (now, until) =>
  expect(getQuietEnd(new Date(now), night)?.toISOString() ?? null).toBe(until),
)

test('quiet hours within one day follow the clock of their zone', () => {
  const siesta = { from: '13:00', to: '15:30', tz: 'Australia/Sydney' }
  expect(getQuietEnd(new Date('2026-11-20T03:00:00Z'), siesta)?.toISOString()).toBe('2026-11-20T04:30:00.000Z')
  expect(getQuietEnd(new Date('2026-11-20T14:00:00Z'), siesta)).toBeNull()
})

let rig: TestRig
let mia: string
const texts: string[] = []
const mails: string[] = []
const channels: Channels = {
  mail: { send: async ({ subject }) => void mails.push(subject), close: () => {} },
  sms: { send: async ({ text }) => void texts.push(text) },
  vapid: async () => ({ publicKey: '', privateKey: '' }),
}
const write = (channel: 'mail' | 'sms', kind: string, body: string, { account = mia, urgent = false } = {}) =>
  rig.database.db
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      channel,
      kind,
      urgent,
      account_id: account,
      address: 'x',
      subject: body,
      body,
      message_id: `<${randomUUID()}@t>`,
      next_at: testNow,
      created_at: testNow,
    })
    .execute()
const sendAt = (now: string) => sendDue({ ...createJobContext(rig, 'test'), now: new Date(now) }, channels)
const setQuiet = (from: string | null, to: string | null) =>
  rig.database.db.updateTable('account').set({ quiet_from: from, quiet_to: to }).where('id', '=', mia).execute()

beforeAll(async () => {
  rig = await openRig()
  // Removes notices of other test files.
  await rig.database.db.deleteFrom('outbox').execute()
  mia = (
    await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'mia@primp.test')
      .executeTakeFirstOrThrow()
  ).id
})
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').execute()
  await setQuiet(null, null)
})

test('an SMS waits for the end of quiet hours, which does not count as an attempt; emails, urgent texts and people without quiet hours do not wait', async () => {
  const ana = (
    await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'ana@primp.test')
      .executeTakeFirstOrThrow()
  ).id
  await setQuiet('22:00', '07:00')
  await write('sms', 'alert.freed', 'a time is free')
  await write('sms', 'sms.test', 'your test', { urgent: true })
  await write('sms', 'late', 'they are late', { urgent: true })
  await write('sms', 'alert.freed', 'free for ana', { account: ana })
  await write('mail', 'alert.freed', 'a time is free, by mail')
  await sendAt('2026-11-20T23:15:00Z')
  expect(texts.toSorted()).toEqual(['free for ana', 'they are late', 'your test'])
  expect(mails).toEqual(['a time is free, by mail'])
  const held = await rig.database.db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'next_at', 'claimed_until'])
    .where('state', '!=', 'sent')
    .execute()
  expect(held).toEqual([
    { state: 'waiting', attempts: 0, next_at: new Date('2026-11-21T07:00:00Z'), claimed_until: null },
  ])
  expect(await sendAt('2026-11-21T06:59:00Z')).toBe(0)
  expect(await sendAt('2026-11-21T07:00:00Z')).toBe(1)
  expect(texts).toContain('a time is free')
})
