import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Planned } from '#contract/operator/bulk.ts'
import { createTestClient, createTestKey, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
const forget = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('bulk_act').execute()
  await rig.database.db.deleteFrom('operator_tag').execute()
  await clearTestTown(rig)
}
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
beforeEach(forget)
afterAll(forget)

const path = '/v1/operator/bulk'
const reason = 'for a test of many at once'
const town = async (count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await createTestProviderWithAccount(rig, { slug: `many-${i}` })).id)
  return ids
}
const does = (items: readonly Planned[]) => Object.fromEntries(items.map(({ id, does }) => [id, does]))
const featured = async (ids: readonly string[]) =>
  (
    await rig.database.db
      .selectFrom('provider')
      .select(['featured_until'])
      .where('id', 'in', ids)
      .orderBy('slug')
      .execute()
  ).map(({ featured_until }) => featured_until)
const acts = async (reason: string) =>
  rig.database.db.selectFrom('audit').select(['act', 'subject_id']).where('reason', '=', reason).execute()

describe('Bulk actions', () => {
  test('a preview shows the effect on each item, the action has this effect with one audit entry each, and undoing restores each item', async () => {
    const [first = '', ...rest] = await town(3)
    await olu(`/v1/operator/providers/${first}/featured`, 'PUT', { until: '2027-03-01', reason: 'for a fair' })
    const unknown = crypto.randomUUID()
    const ask = { act: 'providers.feature', ids: [first, ...rest, unknown, 'no-id'], value: '2027-06-30' }
    const { body } = await olu(`${path}/preview`, 'POST', ask)
    expect(does(body.data.items)).toEqual({
      [first]: 'changes',
      [rest[0] ?? '']: 'changes',
      [rest[1] ?? '']: 'changes',
      [unknown]: 'cannot',
      'no-id': 'cannot',
    })
    expect(body.data).toMatchObject({ mails: 0, undo: true })
    expect(await featured([first, ...rest])).toEqual(['2027-03-01', null, null])

    const reason = 'for a fair of three'
    const { bulk } = (await olu(path, 'POST', { ...ask, reason })).body.data
    expect(bulk).toMatchObject({ act: 'providers.feature', changed: 3, undoneAt: null, undoUntil: expect.any(String) })
    expect(await featured([first, ...rest])).toEqual(['2027-06-30', '2027-06-30', '2027-06-30'])
    expect((await acts(reason)).map(({ subject_id }) => subject_id).toSorted()).toEqual([first, ...rest].toSorted())

    // Changed again since, so the undo leaves it.
    await olu(`/v1/operator/providers/${rest[0]}/featured`, 'PUT', { until: '2027-08-01', reason: 'for another fair' })
    const undone = (await olu(`${path}/${bulk.id}/undo`, 'POST', {})).body.data
    expect(undone).toMatchObject({ restored: 2, bulk: { undoUntil: null, undoneAt: expect.any(String) } })
    expect(await featured([first, ...rest])).toEqual(['2027-03-01', '2027-08-01', null])
    expect((await olu(`${path}/${bulk.id}/undo`, 'POST', {})).body.code).toBe('state_changed')
  })

  test('a tag is added to artists who lack it, and undoing removes it from these artists only', async () => {
    const [first = '', second = ''] = await town(2)
    await olu('/v1/operator/tags', 'PUT', { providerId: first, tags: ['vip', 'press'] })
    const ask = { act: 'providers.tag', ids: [first, second], value: 'vip' }
    expect(does((await olu(`${path}/preview`, 'POST', ask)).body.data.items)).toEqual({
      [first]: 'stays',
      [second]: 'changes',
    })
    const { bulk } = (await olu(path, 'POST', { ...ask, reason })).body.data
    const tags = async (id: string) => (await olu(`/v1/operator/marks?providerId=${id}`)).body.data.tags
    expect([await tags(first), await tags(second)]).toEqual([['press', 'vip'], ['vip']])
    expect((await olu(path, 'POST', { ...ask, reason })).body.code).toBe('state_changed')
    await olu(`${path}/${bulk.id}/undo`, 'POST', {})
    expect([await tags(first), await tags(second)]).toEqual([['press', 'vip'], []])
  })

  test('the same key performs the action once', async () => {
    const ids = await town(1)
    const key = createTestKey()
    const body = { act: 'providers.tag', ids, value: 'vip', reason }
    const [one, other] = [await olu(path, 'POST', body, key), await olu(path, 'POST', body, key)]
    expect(other.body).toEqual(one.body)
    expect((await olu(path)).body.data.acts).toHaveLength(1)
  })

  test('if one item fails, the whole bulk action is rolled back', async () => {
    const ids = await town(2)
    const body = { act: 'providers.feature', ids, value: '2026-01-01', reason }
    const late = await olu(path, 'POST', body)
    expect([late.status, late.body.code]).toEqual([422, 'date_past'])
    expect(await featured(ids)).toEqual([null, null])
  })

  test('a bulk action needs a valid tag and at least one item', async () => {
    const [id = ''] = await town(1)
    const wrong = await olu(path, 'POST', { act: 'people.tag', ids: [id], value: 'No/Tag', reason })
    expect(wrong.body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'value' }] })
    const none = await olu(path, 'POST', { act: 'people.tag', ids: [], value: 'vip', reason })
    expect(none.body.errors).toEqual([{ path: 'ids', message: 'Choose at least one.' }])
  })

  test('a bulk action requires the permission for the single action, and only the operator who made it can undo it', async () => {
    const ids = await town(1)
    const { bulk } = (await olu(path, 'POST', { act: 'providers.tag', ids, value: 'vip', reason })).body.data
    const { id } = await rig.database.db
      .insertInto('account')
      .values({
        email: 'second@bulk.example',
        name: 'Second',
        roles: ['customer', 'operator'],
        duties: ['content'],
        email_verified_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    try {
      const second = await createTestClient(rig, id)
      for (const to of [path, `${path}/preview`])
        expect((await second(to, 'POST', { act: 'providers.untag', ids, value: 'vip', reason })).body.code).toBe(
          'duty_required',
        )
      expect((await second(`${path}/${bulk.id}/undo`, 'POST', {})).body.code).toBe('not_found')
      expect((await second(path)).body.data.acts).toEqual([])
    } finally {
      await rig.database.db.deleteFrom('session').where('account_id', '=', id).execute()
      await rig.database.db.deleteFrom('account').where('id', '=', id).execute()
    }
  })

  test('a bulk action cannot be undone after a day', async () => {
    const ids = await town(1)
    const { bulk } = (await olu(path, 'POST', { act: 'providers.tag', ids, value: 'vip', reason })).body.data
    rig.at(new Date(testNow.getTime() + 25 * 3_600_000))
    const later = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    expect((await later(`${path}/${bulk.id}/undo`, 'POST', {})).body.code).toBe('state_changed')
    expect((await later(path)).body.data.acts).toEqual([])
  })
})
