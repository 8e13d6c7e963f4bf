import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { idOf, makeOperator, restoreOperators, signInAs } from './operators.ts'

let rig: TestRig
let olu: string
let ana: string
const read = (path: string, bearer = olu) => rig.call(`/v1/operator/${path}`, { bearer })
const reads = (what: string) =>
  rig.database.db.selectFrom('access_log').selectAll().where('what', '=', what).orderBy('id', 'desc').execute()

beforeAll(async () => {
  rig = await openRig()
  olu = await signInAs(rig, 'olu')
  ana = await idOf(rig, 'ana')
})
beforeEach(() => rig.database.db.deleteFrom('alarm').execute())
afterAll(async () => {
  await rig.database.db.deleteFrom('setting').where('key', '=', 'access.bulkFrom').execute()
  await restoreOperators(rig)
})

describe("An operator's read of personal data", () => {
  test('is logged with the operator, the data, the person and the address', async () => {
    await rig.call(`/v1/operator/people/${ana}`, { bearer: olu, address: '203.0.113.77' })
    expect((await reads('person'))[0]).toMatchObject({
      operator_id: await idOf(rig, 'olu'),
      subject_id: ana,
      account_ids: [ana],
      network: '203.0.113.0/24',
    })
    await read('people')
    expect((await reads('people'))[0]?.account_ids.length).toBeGreaterThan(10)
    await read('lists/audit/file')
    expect((await reads('export'))[0]).toMatchObject({ subject_id: 'audit' })
  })
  test('is listed by person, and only owners can see the list', async () => {
    await read(`people/${ana}`)
    const { entries } = (await read(`access-log?accountId=${ana}`)).body.data
    expect(entries[0]).toMatchObject({ what: 'person', operator: { name: expect.any(String) }, of: [{ id: ana }] })
    const { lines } = (await read(`lists/access-log/file?query=accountId%3D${ana}`)).body.data
    expect(lines.split('\r\n')[0]).toBe('id,at,operator.id,operator.name,what,subjectId,of,network,device')
    expect(lines).toContain(ana)
    expect((await reads('access_log')).length).toBeGreaterThan(0)
    await makeOperator(rig, 'mia', ['support'])
    expect((await read('access-log', await signInAs(rig, 'mia'))).body.code).toBe('duty_required')
  })
  test('cannot be removed, changed or emptied by anyone', async () => {
    const { db } = rig.database
    await expect(db.deleteFrom('access_log').execute()).rejects.toThrow('appended')
    await expect(db.updateTable('access_log').set({ what: 'people' }).execute()).rejects.toThrow('appended')
  })
})

test('a bulk read raises one alarm, which the operator who read cannot dismiss', async () => {
  const reason = 'a limit for a test'
  await rig.call('/v1/operator/settings', { method: 'PUT', body: { bulkFrom: 10, reason }, bearer: olu })
  await read('people')
  await read('people')
  const { alarms } = (await read('alarms')).body.data
  expect(alarms).toMatchObject([{ kind: 'access.bulk', subject: { id: await idOf(rig, 'olu') } }])
  expect(alarms[0].values.n).toBeGreaterThanOrEqual(10)
  expect((await read('overview')).body.data.alarms).toBe(1)
  const see = (bearer: string) =>
    rig.call(`/v1/operator/alarms/${alarms[0].id}/seen`, { method: 'POST', body: {}, bearer })
  expect((await see(olu)).body.code).toBe('second_operator_required')
  await makeOperator(rig, 'ana', ['owner'])
  expect((await see(await signInAs(rig, 'ana'))).body.data.alarms).toEqual([])
})
