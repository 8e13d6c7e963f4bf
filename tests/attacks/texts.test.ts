import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canReceiveTexts } from '#server/accounts/phone-numbers.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { notifyTextBudgetSpent } from '#server/operator/outbox.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
let made = 0
const forget = async () => {
  const { db } = rig.database
  rig.at(testNow)
  await db.deleteFrom('outbox').where('channel', '=', 'sms').execute()
  await db.deleteFrom('outbox').where('kind', '=', 'op.texts.spent').execute()
  await db.deleteFrom('setting').where('key', '=', 'sms.budget').execute()
}
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(forget)
afterAll(async () => {
  await forget()
  await rig.database.db.deleteFrom('account').where('email', 'like', '%@texts.example').execute()
})

const texts = () =>
  rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'state', 'address', 'body'])
    .where('channel', '=', 'sms')
    .orderBy('created_at')
    .execute()

async function stranger(mobile: string, country = 'GB') {
  const email = `${process.pid}-${++made}@texts.example`
  const body = { name: 'Sal Vo', email, password: 'three plain words', acceptTerms: true, adult: true, country }
  const address = `198.51.100.${made}`
  const registered = (await rig.call('/v1/accounts/register', { method: 'POST', body, address })).body.data
  const bearer = registered.token as string
  const call = (path: string, method = 'POST', sent: object = {}) =>
    rig.call(path, { method, bearer, address, body: sent })
  const changed = await call('/v1/accounts/me', 'PATCH', { mobile, country })
  return {
    id: registered.user.id as string,
    email,
    named: changed.status,
    send: () => call('/v1/accounts/me/mobile/code'),
    prove: (code: string) => call('/v1/accounts/me/mobile/proof', 'POST', { code }),
    test: () => call('/v1/notices/test', 'POST', { channel: 'sms' }),
    proven: async () => (await rig.call('/v1/accounts/me/details', { bearer, address })).body.data.mobileProven,
  }
}
const codeIn = async () => (await texts()).at(-1)?.body.match(/\d{6}/)?.[0] as string
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('A mobile number', () => {
  test('receives only its code until it is verified', async () => {
    const sal = await stranger('07400 123456')
    expect((await sal.test()).body.code).toBe('number_unverified')
    const ctx = createJobContext(rig, 'test')
    const to = { email: sal.email, accountId: sal.id, mobile: '+447400123456', smsLeave: true }
    const sender = await getSender(ctx)
    const remind = () =>
      ctx.transaction((tx) =>
        notify(tx, sender, { kind: 'reminder.2h.customer', to, values: sampleValues, by: ['sms'] }),
      )
    await remind()
    expect(await texts()).toEqual([])
    expect((await sal.send()).status).toBe(200)
    const code = await codeIn()
    expect((await sal.prove(wrong(code))).body.code).toBe('code_wrong')
    expect([await sal.proven(), (await sal.prove(code)).status, await sal.proven()]).toEqual([false, 200, true])
    expect((await sal.test()).status).toBe(200)
    await remind()
    expect((await texts()).map(({ kind }) => kind).sort()).toEqual(['reminder.2h.customer', 'sms.code', 'sms.test'])
    const eve = await stranger('07400 123456')
    expect((await eve.test()).body.code).toBe('number_unverified')
  })

  test('cannot be verified by guessing: there are five attempts in ten minutes', async () => {
    const sal = await stranger('07400 123457')
    await sal.send()
    const code = await codeIn()
    for (let i = 0; i < 5; i++) expect((await sal.prove(wrong(code))).body.code).toBe('code_wrong')
    expect((await sal.prove(code)).body.code).toBe('code_wrong')
    await forget()
    await sal.send()
    const next = await codeIn()
    rig.at(new Date(testNow.getTime() + 11 * 60_000))
    expect((await sal.prove(next)).body.code).toBe('code_wrong')
    expect(await sal.proven()).toBe(false)
  })

  test('receives three codes per hour for any number of accounts', async () => {
    const codes = []
    for (let i = 0; i < 5; i++) codes.push((await (await stranger('07400 123458')).send()).body.code ?? 'sent')
    expect(codes).toEqual(['sent', 'sent', 'sent', 'too_many_codes', 'too_many_codes'])
  })

  test.each([
    ['09098 790000', 'GB', 'premium'],
    ['+44 7797 712345', 'GB', 'Jersey'],
    ['020 7946 0000', 'GB', 'fixed line'],
    ['+1 900 555 1212', 'US', 'premium'],
    ['+1 800 555 1212', 'US', 'toll-free'],
    ['+1 876 234 5678', 'US', 'Jamaica'],
    ['+252 61 2345678', 'GB', 'Somalia'],
    ['+8816 2345 6789', 'GB', 'satellite'],
  ])('%s receives no SMS (%s, %s)', async (mobile, country) => {
    const sal = await stranger(mobile, country)
    if (sal.named === 200) expect((await sal.send()).body.code).toBe('number_not_supported')
    expect(await texts()).toEqual([])
  })

  test('must be a mobile number of one of the four countries', () => {
    const may = ['+447400123456', '+61412345678', '+14155552671', '+14165551234']
    expect(may.filter((mobile) => !canReceiveTexts(mobile))).toEqual([])
  })
})

test('the number of SMS per day is limited, and every operator is notified once when it is reached', async () => {
  const { database } = rig
  await saveSetting(database, database.db, 'sms.budget', 2, testNow)
  const sal = await stranger('07400 123459')
  await sal.send()
  await sal.prove(await codeIn())
  for (let i = 0; i < 3; i++) expect((await sal.test()).status).toBe(200)
  expect((await texts()).map(({ state }) => state).sort()).toEqual(['held_back', 'held_back', 'waiting', 'waiting'])
  expect((await (await stranger('07400 123460')).send()).body.code).toBe('too_many_codes')
  for (let i = 0; i < 2; i++) await notifyTextBudgetSpent(createJobContext(rig, 'test'))
  const told = await database.db.selectFrom('outbox').select('address').where('kind', '=', 'op.texts.spent').execute()
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told.map(({ address }) => address)).size).toBe(told.length)
})
