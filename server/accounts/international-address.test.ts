import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { convertMailDomains } from '#db/ascii-mail-domains.ts'
import { addStop, deleteStops, listStops } from '#server/notifications/unsubscribe.queries.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

const [inUnicode, inAscii] = ['nadia@bücher.example', 'nadia@xn--bcher-kva.example']
let rig: TestRig
let calls = 0
const send = (path: string, body: unknown) => rig.call(path, { method: 'POST', body, address: `198.18.9.${++calls}` })
const forget = async () => {
  const { db } = rig.database
  await db.deleteFrom('account').where('email', 'in', [inUnicode, inAscii]).execute()
  await db.deleteFrom('data_load').where('name', '=', 'ascii-mail-domains').execute()
  await db.deleteFrom('outbox').where('address', 'like', '%@xn--%').execute()
}
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
})
beforeEach(forget)
afterAll(forget)

const mailsTo = (address: string) =>
  rig.database.db.selectFrom('outbox').select(['kind', 'address']).where('address', '=', address).execute()

test('an account saved before domains were stored in ASCII is found by either form', async () => {
  await rig.database.db
    .insertInto('account')
    .values({
      email: inUnicode,
      name: 'Nadia Vogel',
      roles: ['customer'],
      country_code: 'GB',
      email_verified_at: testNow,
    })
    .execute()
  await convertMailDomains(rig.database)
  await convertMailDomains(rig.database)
  const { email } = await rig.database.db
    .selectFrom('account')
    .select('email')
    .where('name', '=', 'Nadia Vogel')
    .executeTakeFirstOrThrow()
  expect(email).toBe(inAscii)
  for (const typed of ['Nadia@Bücher.example', 'NADIA@XN--BCHER-KVA.example'])
    expect((await send('/v1/accounts/magic-link', { email: typed })).status).toBe(200)
  expect((await mailsTo(inAscii)).filter(({ kind }) => kind === 'magicLink')).toHaveLength(2)
})

test('an address whose ASCII form belongs to another account is left unchanged', async () => {
  const { db } = rig.database
  for (const email of [inUnicode, inAscii])
    await db
      .insertInto('account')
      .values({ email, name: 'Nadia Vogel', roles: ['customer'], country_code: 'GB' })
      .execute()
  await convertMailDomains(rig.database)
  const rows = await db.selectFrom('account').select('email').where('email', 'in', [inUnicode, inAscii]).execute()
  expect(rows.map(({ email }) => email).sort()).toEqual([inUnicode, inAscii].sort())
})

test('emails to both forms of an address share one limit', async () => {
  const { db } = rig.database
  await db
    .insertInto('account')
    .values({
      email: inAscii,
      name: 'Nadia Vogel',
      roles: ['customer'],
      country_code: 'GB',
      email_verified_at: testNow,
    })
    .execute()
  for (const typed of [inUnicode, inAscii, 'NADIA@bücher.EXAMPLE', inAscii, inUnicode, inAscii, inUnicode, inAscii])
    await send('/v1/accounts/magic-link', { email: typed })
  const mails = await db.selectFrom('outbox').select(['address', 'state']).where('kind', '=', 'magicLink').execute()
  expect(new Set(mails.map(({ address }) => address.toLowerCase()))).toEqual(new Set([inAscii]))
  const sent = mails.filter(({ state }) => state !== 'held_back').length
  expect([mails.length, sent]).toEqual([8, 6])
})

test('an opt-out applies to every form of an address, also if it was saved before domains were stored in ASCII', async () => {
  const { db } = rig.database
  const forms = ['Nadia@bücher.example', inAscii, 'nadia@XN--BCHER-KVA.example']
  await addStop(db, inUnicode, { reason: 'unsubscribed', topic: 'messages' }, testNow)
  const found = await listStops(db, forms)
  expect(forms.map((form) => found.get(form)?.length)).toEqual([1, 1, 1])
  expect(await deleteStops(db, inAscii)).toHaveLength(1)
  expect((await listStops(db, [inUnicode])).get(inUnicode)).toEqual([])
})
