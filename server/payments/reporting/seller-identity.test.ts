import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellerReminders } from '#contract/payments/seller-identity.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { createTestClient, createTestKey, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { postMovement } from '#server/payments/ledger.queries.ts'
import { openPayout } from '#server/payments/payouts.ts'
import { openIdentity, remindSellers, resealIdentities } from './seller-identity.ts'
import { deleteExpiredIdentities, findSellerIdentity } from './seller-identity.queries.ts'
import { getIdentityKeys } from '#server/pictures/index.ts'

const DAY_MS = 86_400_000
const path = '/v1/providers/me/tax-identity'
const identity = {
  entityType: 'individual',
  firstName: 'Nia',
  name: 'Own',
  street: '1 Commercial Street',
  city: 'Lerwick',
  region: '',
  postcode: 'ZE1 0AA',
  registrationNumber: '',
  taxNumberKind: 'nino',
  taxNumber: 'AB 12 34 56 C',
  birthDate: '1990-04-02',
}

let rig: TestRig
const ctx = () => createJobContext(rig, 'test')
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
})
afterAll(async () => {
  rig.at(testNow)
  const { db } = rig.database
  await db.deleteFrom('seller_reminder').execute()
  await db.deleteFrom('outbox').where('kind', 'like', 'seller.identity.%').execute()
  await clearTestTown(rig)
})

async function artist(slug: string) {
  const { id, accountId } = await createTestProviderWithAccount(rig, { slug })
  const call = await createTestClient(rig, accountId)
  const save = (more: object = {}, key?: string) => call(path, 'PUT', { ...identity, ...more }, key)
  return { id, accountId, call, save }
}
const post = (movement: Parameters<typeof postMovement>[1], providerId: string, at: Date) =>
  rig.database.db
    .transaction()
    .execute((tx) => postMovement(tx, movement, { fact: `seller ${createTestKey()}`, currency: 'GBP', at, providerId }))

test('a tax identity is validated, encrypted and returned without the number and the date of birth', async () => {
  const { id, call, save } = await artist('tax-identity')
  expect((await call(path)).body.data).toEqual({ state: 'missing', stopsAt: null, identity: null })
  for (const [more, code, field] of [
    [{ firstName: ' ' }, 'name_missing', 'firstName'],
    [{ taxNumberKind: 'ssn' }, 'tax_number_kind', 'taxNumberKind'],
    [{ taxNumber: 'A123456C' }, 'tax_number', 'taxNumber'],
    [{ taxNumber: '' }, 'tax_number', 'taxNumber'],
    [{ birthDate: '' }, 'birth_date', 'birthDate'],
    [{ birthDate: '1890-01-01' }, 'birth_date', 'birthDate'],
    [{ birthDate: '2020-01-01' }, 'under_age', 'birthDate'],
    [{ entityType: 'business', taxNumberKind: 'utr' }, 'registration_number', 'registrationNumber'],
  ] as const)
    expect((await save(more)).body, field).toMatchObject({ code, errors: [{ path: field }] })
  expect((await save({ street: ' ' })).status).toBe(400)
  const key = createTestKey()
  const [saved, again] = [await save({}, key), await save({}, key)]
  expect(again.body).toEqual(saved.body)
  const { taxNumber: _, birthDate: __, ...shown } = identity
  expect(saved.body.data).toMatchObject({ state: 'verified', identity: { ...shown, taxNumberEnd: '56C' } })
  expect(JSON.stringify(saved.body)).not.toMatch(/AB123456C|1990-04-02/)
  const row = await findSellerIdentity(rig.database.db, id)
  if (!row) throw new Error('nothing was saved')
  expect(JSON.stringify(row)).not.toMatch(/AB123456C|1990-04-02/)
  expect(await openIdentity(row, await getIdentityKeys(ctx()))).toEqual({
    taxNumber: 'AB123456C',
    birthDate: '1990-04-02',
  })
})

test('an artist needs to be 18 for a tax identity, from the birthday on', async () => {
  const { save } = await artist('tax-identity-age')
  const today = testNow.toISOString().slice(0, 10)
  const bornOn = (years: number, days: number) => {
    const date = new Date(`${Number(today.slice(0, 4)) - years}${today.slice(4)}T00:00:00Z`)
    return new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  }
  expect((await save({ birthDate: bornOn(18, 1) })).body.code).toBe('under_age')
  expect((await save({ birthDate: bornOn(18, 0) })).status).toBe(200)
})

test('an empty number keeps the saved one, unless its kind changes', async () => {
  const { id, save } = await artist('tax-identity-kept')
  await save()
  expect((await save({ street: '2 Hill Lane', taxNumber: '', birthDate: '' })).body.data.identity).toMatchObject({
    street: '2 Hill Lane',
    taxNumberEnd: '56C',
  })
  const row = await findSellerIdentity(rig.database.db, id)
  expect(row && (await openIdentity(row, await getIdentityKeys(ctx())))).toMatchObject({ birthDate: '1990-04-02' })
  expect((await save({ taxNumberKind: 'utr', taxNumber: '' })).body.code).toBe('tax_number')
})

test('an identity belongs to its artist alone; the audit log has only the end of the number', async () => {
  const [own, other] = [await artist('tax-identity-own'), await artist('tax-identity-other')]
  await own.save()
  expect((await other.call(path)).body.data.identity).toBeNull()
  const customer = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
  expect((await customer(path)).body.code).toBe('not_yours')
  expect((await customer(path, 'PUT', identity)).body.code).toBe('not_yours')
  const entry = await rig.database.db
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'provider.tax_identity')
    .where('subject_id', '=', own.id)
    .executeTakeFirstOrThrow()
  expect(entry.after).toEqual({ kind: 'nino', end: '56C' })
  expect(JSON.stringify(entry)).not.toContain('AB123456C')
})

test('an artist who has been paid is reminded twice, then payouts wait until the identity is given', async () => {
  const { id, accountId } = await artist('reminded')
  const { db } = rig.database
  await db
    .insertInto('payout_account')
    .values({ provider_id: id, gateway: 'test', gateway_id: `acct_${createTestKey()}`, state: 'ready', label: '' })
    .onConflict((oc) => oc.column('provider_id').doUpdateSet({ state: 'ready' }))
    .execute()
  const mails = async () =>
    (
      await db
        .selectFrom('outbox')
        .select('kind')
        .where('account_id', '=', accountId)
        .where('kind', 'like', 'seller.identity.%')
        .orderBy('created_at')
        .execute()
    ).map(({ kind }) => kind)
  const runOn = async (day: number) => {
    rig.at(new Date(testNow.getTime() + day * DAY_MS))
    await remindSellers(ctx())
    await remindSellers(ctx())
    return mails()
  }
  expect(await runOn(0)).toEqual([])
  await post({ kind: 'capture', providerId: id, amountMinor: 10_000, feeMinor: 2_000 }, id, testNow)
  await post({ kind: 'release', providerId: id, amountMinor: 8_000 }, id, testNow)
  expect(await runOn(1)).toEqual(['seller.identity.first'])
  expect(await runOn(sellerReminders.secondAfterDays)).toEqual(['seller.identity.first'])
  expect(await runOn(1 + sellerReminders.secondAfterDays)).toEqual(['seller.identity.first', 'seller.identity.second'])
  await runOn(sellerReminders.stopAfterDays)
  const call = await createTestClient(rig, accountId)
  expect((await call(path)).body.data.state).toBe('missing')
  expect((await call('/v1/providers/me/payouts')).body.data.onHold).toBe(false)
  expect(await runOn(1 + sellerReminders.stopAfterDays)).toHaveLength(2)
  expect((await call(path)).body.data.state).toBe('overdue')
  expect((await call('/v1/providers/me/payouts')).body.data).toMatchObject({ onHold: true, earned: 80 })
  expect((await call('/v1/providers/me/earnings')).body.data.nextPayout).toBeNull()
  expect(await openPayout(ctx(), id, 'GBP')).toBeNull()
  const operator = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  expect((await operator('/v1/operator/payouts')).body.data.onHold).toBeGreaterThan(0)
  const { id: payoutId } = await db
    .insertInto('payout')
    .values({
      provider_id: id,
      country_code: 'GB',
      currency: 'GBP',
      amount_minor: 100,
      gateway: 'test',
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const again = await operator(`/v1/operator/payouts/${payoutId}/send`, 'POST', { reason: 'Once more, please.' })
  expect(again.body.code).toBe('seller_identity_missing')
  expect((await call(path, 'PUT', identity)).body.data).toMatchObject({ state: 'verified', stopsAt: null })
  expect((await call('/v1/providers/me/payouts')).body.data).toMatchObject({ onHold: false, earned: 80 })
  expect(await openPayout(ctx(), id, 'GBP')).toMatchObject({ amount_minor: 8_000 })
  rig.at(testNow)
})

test('an artist with an identity is not reminded', async () => {
  const { id, accountId, save } = await artist('not-reminded')
  await save()
  await post({ kind: 'capture', providerId: id, amountMinor: 1_000, feeMinor: 200 }, id, testNow)
  await remindSellers(ctx())
  expect(
    await rig.database.db.selectFrom('outbox').select('kind').where('account_id', '=', accountId).execute(),
  ).toEqual([])
})

test('a new key re-encrypts identities, and the former key is no longer needed', async () => {
  const { id, save } = await artist('resealed')
  await save()
  const { db } = rig.database
  const read = async () => {
    const row = await findSellerIdentity(db, id)
    if (!row) throw new Error('no identity')
    return row
  }
  const [former] = await getIdentityKeys(ctx())
  const [next, before] = [randomBytes(32).toString('base64url'), Buffer.from(former.bytes).toString('base64url')]
  const site = {
    database: rig.database,
    env: { ...rig.env, IDENTITY_KEY: next, IDENTITY_KEYS_BEFORE: [before] },
  }
  expect((await resealIdentities(site)).sealed).toBeGreaterThan(0)
  const only = await getIdentityKeys({ ...site, env: { ...site.env, IDENTITY_KEYS_BEFORE: [] } })
  expect(await openIdentity(await read(), only)).toMatchObject({ taxNumber: 'AB123456C' })
  await expect(openIdentity(await read(), [former])).rejects.toThrow('none of the site')
  await db.deleteFrom('seller_identity').execute()
})

test('the identity of a deleted account is deleted after the retention of tax records', async () => {
  const { db } = rig.database
  const [old, recent, active] = [await artist('gone-long-ago'), await artist('gone'), await artist('still-here')]
  for (const { save } of [old, recent, active]) await save()
  const movement = (id: string, at: string) =>
    post({ kind: 'capture', providerId: id, amountMinor: 1_000, feeMinor: 200 }, id, new Date(at))
  await movement(old.id, '2019-12-30T12:00:00Z')
  await movement(recent.id, '2020-06-01T12:00:00Z')
  await movement(active.id, '2019-06-01T12:00:00Z')
  for (const { id } of [old, recent])
    await db.updateTable('provider').set({ account_id: null }).where('id', '=', id).execute()
  await deleteExpiredIdentities(db, testNow)
  expect(await findSellerIdentity(db, old.id)).toBeUndefined()
  expect(await findSellerIdentity(db, recent.id)).toBeDefined()
  expect(await findSellerIdentity(db, active.id)).toBeDefined()
})
