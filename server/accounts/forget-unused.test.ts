import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { openSession } from './sessions.ts'
import { deleteUnusedAccounts, subtractMonths } from './deletion.ts'

let rig: TestRig
const at = (day: string) => new Date(`${day}T05:00:00Z`)
const run = async (day: string) => {
  rig.at(at(day))
  await deleteUnusedAccounts(createJobContext(rig, 'test'))
}
beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
})
beforeEach(() => rig.at(testNow))
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  const { db } = rig.database
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('account').where('email', 'like', '%@unused.example').execute()
})

const made = async (name: string, more: object = {}) => {
  const row = await rig.database.db
    .insertInto('account')
    .values({
      email: `${name}@unused.example`,
      name,
      country_code: 'GB',
      seen_at: at('2026-12-01'),
      created_at: at('2026-12-01'),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const stands = async (id: string) =>
  (await rig.database.db.selectFrom('account').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow())
    .deleted_at === null
const mails = async (name: string) =>
  (
    await rig.database.db
      .selectFrom('outbox')
      .select('kind')
      .where('address', '=', `${name}@unused.example`)
      .where('channel', '=', 'mail')
      .execute()
  ).map(({ kind }) => kind)

test('an account unused for 24 months is warned 30 days before its deletion; signing in keeps it', async () => {
  const [gone, back, artist, operator] = [
    await made('gone'),
    await made('back'),
    await made('artist', { roles: ['customer', 'provider'] }),
    await made('operator', { roles: ['customer', 'operator'], duties: ['owner'] }),
  ]
  await run('2028-10-31')
  expect([await mails('gone'), await mails('back')]).toEqual([[], []])
  await run('2028-11-02')
  await run('2028-11-03')
  expect([await mails('gone'), await mails('back'), await mails('artist'), await mails('operator')]).toEqual([
    ['account.unused'],
    ['account.unused'],
    [],
    [],
  ])
  expect(
    await rig.database.db
      .selectFrom('outbox')
      .select(['subject', 'body'])
      .where('address', '=', 'gone@unused.example')
      .executeTakeFirstOrThrow(),
  ).toMatchObject({
    subject: 'Log in by Sat 2 December 2028 to keep your account',
    body: expect.stringContaining('/login'),
  })
  rig.at(at('2028-11-20'))
  const comesBack = await rig.database.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', back)
    .executeTakeFirstOrThrow()
  await openSession(createJobContext(rig, 'test'), comesBack, 'magic_link')
  await run('2028-12-01')
  expect(await stands(gone)).toBe(true)
  await run('2028-12-03')
  expect([await stands(gone), await stands(back), await stands(artist), await stands(operator)]).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(
    await rig.database.db.selectFrom('account').select(['name', 'email']).where('id', '=', gone).executeTakeFirst(),
  ).toMatchObject({ name: 'Deleted', email: `deleted-${gone}@deleted.invalid` })
  await run('2030-10-25')
  expect((await mails('back')).filter((kind) => kind === 'account.unused')).toHaveLength(2)
  rig.at(testNow)
})

test('no account is deleted without a warning thirty days before', async () => {
  const late = await made('late', { seen_at: at('2020-01-01'), created_at: at('2020-01-01') })
  await run('2026-11-20')
  expect([await stands(late), await mails('late')]).toEqual([true, ['account.unused']])
  await run('2026-12-19')
  expect(await stands(late)).toBe(true)
  await run('2026-12-21')
  expect(await stands(late)).toBe(false)
  rig.at(testNow)
})

test('a future booking, a recent search or unpaid money keeps an account', async () => {
  const { db } = rig.database
  await createInstantTestProvider(rig, { slug: 'unused' })
  const leila = await createTestVisitor(rig)
  const booked = await leila.book('unused')
  const { account_id: id } = await db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  const old = { seen_at: at('2020-01-01'), unused_told_at: at('2020-06-01') }
  await db
    .updateTable('account')
    .set(old)
    .where('id', '=', id as string)
    .execute()
  await db
    .updateTable('request')
    .set({ created_at: at('2020-01-01') })
    .where('account_id', '=', id)
    .execute()
  await db
    .updateTable('search')
    .set({ created_at: at('2020-01-01') })
    .where('account_id', '=', id)
    .execute()
  await run('2026-11-20')
  expect(await stands(id as string)).toBe(true)
  await db.updateTable('appointment').set({ state: 'completed' }).where('id', '=', booked.id).execute()
  await db.updateTable('payment').set({ state: 'capturing', captured_at: null }).where('account_id', '=', id).execute()
  await run('2026-11-20')
  expect(await stands(id as string)).toBe(true)
  await db
    .updateTable('payment')
    .set({ state: 'captured', captured_at: at('2020-01-02') })
    .where('account_id', '=', id)
    .execute()
  await run('2026-11-20')
  expect(await stands(id as string)).toBe(false)

  const searching = await made('searching', old)
  const { id: search } = await db.selectFrom('search').select('id').limit(1).executeTakeFirstOrThrow()
  const { account_id: before } = await db
    .selectFrom('search')
    .select('account_id')
    .where('id', '=', search)
    .executeTakeFirstOrThrow()
  await db.updateTable('search').set({ account_id: searching, created_at: testNow }).where('id', '=', search).execute()
  await run('2026-11-20')
  expect(await stands(searching)).toBe(true)
  await db.updateTable('search').set({ account_id: before }).where('id', '=', search).execute()
  rig.at(testNow)
})

test('subtracting months keeps the day of the month', () => {
  expect(subtractMonths(new Date('2028-02-29T05:00:00Z'), 24).toISOString()).toBe('2026-02-28T05:00:00.000Z')
  expect(subtractMonths(new Date('2026-11-20T05:00:00Z'), 24).toISOString()).toBe('2024-11-20T05:00:00.000Z')
})

async function allTheSameNight() {
  const others = Array.from({ length: 510 }, (_, n) => ({
    email: `other${n}@unused.example`,
    name: 'Other',
    country_code: 'GB',
    seen_at: at('2026-11-01'),
    created_at: at('2026-11-01'),
  }))
  await rig.database.db.insertInto('account').values(others).execute()
  await made('last')
  await run('2028-11-02')
  expect(await mails('last')).toEqual(['account.unused'])
}
if (process.env['PROVE'])
  test('an unused account behind many others in the queue is warned in the same night', allTheSameNight)
